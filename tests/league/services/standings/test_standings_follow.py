"""Whatever changes a standing says so: after every step the check finds nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from league.core.actors import system
from league.core.enums import CountingRule, EventState, NameLevel
from league.models import Club, Entry, Event, MatchRecord, Season, Stage, Table
from league.queries.standings import standings as read
from league.services.evening import dropouts, entries, rounds
from league.services.occasions import clubs, events, seasons, stages
from league.services.office import rules
from league.services.people import players
from league.services.records import records, voids
from league.services.seating import seatings
from league.services.standings import adjustments, standings

pytestmark = pytest.mark.django_db
BY = system("test")


class Evening:
    """One evening in the making; every verb of a step goes through a service."""

    def __init__(self) -> None:
        self.club = clubs.create(by=BY, name="Harbour Club")
        box = rules.add_game(by=BY, club=self.club, game="free-form", title="Harbour Lights")
        ruleset = rules.add_ruleset(by=BY, club_game=box, name="Harbour Lights", options={})
        self.season = seasons.create(
            by=BY,
            club=self.club,
            name="2026",
            starts_on=date(2026, 1, 1),
            ends_on=date(2026, 12, 31),
        )
        self.event = events.create(
            by=BY,
            club=self.club,
            season=self.season,
            name="Tuesday",
            starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
            stage={"ruleset": ruleset},
            state=EventState.RUNNING,
        )

    def fresh_club(self) -> Club:
        return Club.objects.get(pk=self.club.pk)

    def fresh_event(self) -> Event:
        return Event.objects.select_related("club", "season").get(pk=self.event.pk)

    def fresh_season(self) -> Season:
        return Season.objects.select_related("club").get(pk=self.season.pk)

    def stage(self) -> Stage:
        return Stage.objects.select_related("event__club", "event__season").get(event=self.event)

    def entry(self, name: str) -> Entry:
        return Entry.objects.select_related("event__club", "player").get(
            event=self.event, player__name=name
        )

    def guests(self, *names: str) -> None:
        for name in names:
            entries.add_guest(by=BY, event=self.fresh_event(), name=name)

    def seat_and_publish(self) -> None:
        seating = seatings.draw(by=BY, stage=self.stage(), seed=1)
        seatings.publish(by=BY, seating=seating, expected_version=seating.version)

    def play(self, *points: int) -> None:
        table = Table.objects.filter(seating__state="published").latest("pk")
        seats = table.seats.count()
        rows = [{"points": value} for value in points[:seats]]
        records.submit(by=BY, table=table, data={"seats": rows}, expected_version=0)

    def newest(self) -> MatchRecord:
        return MatchRecord.objects.filter(state="confirmed").latest("pk")

    def correct(self) -> None:
        record = self.newest()
        count = record.scores.count()
        rows = [{"points": 10 * value} for value in range(count)]
        records.correct(
            by=BY,
            table=record.table,
            data={"seats": rows},
            expected_version=record.version,
            reason="Read upside down",
        )

    def void(self) -> None:
        voids.void(by=BY, record=self.newest(), reason="Wrong table")

    def restore(self) -> None:
        voids.restore(by=BY, record=MatchRecord.objects.filter(state="voided").latest("pk"))

    def close(self) -> None:
        round_ = self.stage().rounds.latest("number")
        rounds.close(by=BY, round_=round_, accept_missing=True)

    def drop(self) -> None:
        dropouts.drop(by=BY, entry=self.entry("Cy"))

    def reinstate(self, name: str) -> None:
        dropouts.reinstate(by=BY, entry=self.entry(name))

    def disqualify(self) -> None:
        dropouts.disqualify(by=BY, entry=self.entry("Bo"), keep_results=False, reason="Cheating")

    def penalty(self) -> None:
        row = adjustments.make(
            by=BY, scope=self.stage(), player=self.entry("Ada").player, points="-3", reason="Late"
        )
        adjustments.make(
            by=BY, scope=self.fresh_season(), player=row.player, points="1/3", reason="Cake"
        )

    def forgive(self) -> None:
        adjustments.revoke(by=BY, adjustment=self.stage().adjustments.get())

    def rename(self) -> None:
        player = self.entry("Dee").player
        players.change(by=BY, player=player, expected_version=player.version, name="Dee Oakley")

    def hide_names(self) -> None:
        club = self.fresh_club()
        clubs.change(by=BY, club=club, expected_version=club.version, name_level=NameLevel.INITIAL)

    def speak_german(self) -> None:
        club = self.fresh_club()
        clubs.change(by=BY, club=club, expected_version=club.version, language="de")

    def move_the_club(self) -> None:
        club = self.fresh_club()
        clubs.change(by=BY, club=club, expected_version=club.version, time_zone="Pacific/Auckland")

    def change_scheme(self) -> None:
        stage = self.stage()
        stages.change(
            by=BY,
            stage=stage,
            expected_version=stage.version,
            scheme={"key": "podium", "points": [3, 1]},
            bye={"kind": "fixed", "points": "2"},
        )

    def rank_guests(self) -> None:
        event, season = self.fresh_event(), self.fresh_season()
        events.change(by=BY, event=event, expected_version=event.version, rank_guests=True)
        seasons.change(by=BY, season=season, expected_version=season.version, rank_guests=True)

    def shorten_season(self) -> None:
        season = self.fresh_season()
        seasons.change(
            by=BY,
            season=season,
            expected_version=season.version,
            min_matches=2,
            counting=CountingRule.AVERAGE,
        )

    def publish_by_hand(self) -> None:
        standings.set_auto_publish(by=BY, scope=self.stage(), auto_publish=False)
        standings.publish(by=BY, scope=self.stage())
        standings.set_auto_publish(by=BY, scope=self.stage(), auto_publish=True)

    def cancel_and_return(self) -> None:
        events.set_state(by=BY, event=self.fresh_event(), state=EventState.CANCELLED)

    def rename_event(self) -> None:
        event = self.fresh_event()
        events.change(by=BY, event=event, expected_version=event.version, name="Wednesday")


def test_after_every_step_of_an_evening_the_stored_standings_are_what_is_computed() -> None:
    evening = Evening()
    steps: list[Callable[[], None]] = [
        lambda: evening.guests("Ada", "Bo", "Cy", "Dee", "Eve"),
        evening.rank_guests,
        evening.seat_and_publish,
        lambda: evening.play(5, 4, 3, 2, 1),
        evening.close,
        evening.penalty,
        evening.drop,
        evening.seat_and_publish,
        lambda: evening.play(1, 2, 3, 4, 5),
        evening.correct,
        evening.void,
        evening.restore,
        lambda: evening.reinstate("Cy"),
        evening.disqualify,
        lambda: evening.reinstate("Bo"),
        evening.forgive,
        evening.rename,
        evening.hide_names,
        evening.speak_german,
        evening.move_the_club,
        lambda: evening.guests("Fay"),
        evening.close,
        evening.change_scheme,
        evening.shorten_season,
        evening.publish_by_hand,
        evening.rename_event,
        evening.cancel_and_return,
    ]

    for number, step in enumerate(steps):
        step()
        standings.catch_up()
        assert (number, standings.check()) == (number, ())

    assert read.due_stages() == read.due_seasons() == []
