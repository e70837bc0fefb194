"""Badges follow their results: through corrections, voids, merges, and what is kept back."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client

from games.core.badges import EDITION
from league.after_commit import jobs
from league.core.actors import ANONYMOUS, PLAYED_HERE, system
from league.core.enums import NameLevel, Role, TroubleKind
from league.core.errors import NotAllowed
from league.models import Club, EarnedBadge, MatchRecord, Play, Player, Trouble
from league.queries.people import badges as reading
from league.queries.public import club_badges
from league.queries.records import badge_counting, sheets
from league.services.evening import rounds
from league.services.people import merges
from league.services.play import hand_ins
from league.services.records import badges, records, voids
from league.services.seating import seatings
from league.tasks import count_badges
from tests import factories
from tests.factories import plays as make

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Table

pytestmark = pytest.mark.django_db

BY = system("test")


class World:
    """A table of three at which Ada won by fewer items: Bo ended the match with three."""

    def __init__(self) -> None:
        self.table: Table = make.at_table()
        self.event = self.table.seating.round.stage.event
        self.club = self.event.club
        self.organizer: Actor = factories.actor(Role.ORGANIZER, self.club)
        self.ada = Player.objects.get(name="Ada")
        self.bo = Player.objects.get(name="Bo")

    def sheet(self, first: dict[str, JSON]) -> JSON:
        return {
            "level": "FULL",
            "seats": [
                {"items": first, "final_rank": 1},
                {"items": {"bed": 3}, "final_rank": 4},
                {"items": {"bed": 0}, "final_rank": 6},
            ],
        }

    def submitted(self) -> MatchRecord:
        """Two grills are worth six points, as are three beds; the head devil is ahead."""
        return records.submit(
            by=self.organizer,
            table=self.table,
            data=self.sheet({"grill": 2}),
            expected_version=0,
            accept_warnings=True,
            reason="",
        )

    def of(self, player: Player, viewer: Actor = ANONYMOUS) -> dict[str, int]:
        badges.catch_up(by=BY)
        held = reading.of_player(viewer, player, [self.club.pk])
        return {one.badge.key: one.times for one in held}

    def listed(self, viewer: Actor = ANONYMOUS) -> dict[str, list[tuple[str, int]]]:
        badges.catch_up(by=BY)
        club = Club.objects.get(pk=self.club.pk)
        return {
            row.badge.key: [(holder.name, holder.times) for holder in row.holders]
            for row in club_badges.of_club(viewer, club)
            if row.holders
        }


@pytest.fixture
def world() -> World:
    cache.clear()
    return World()


def test_a_confirmed_sheet_earns_and_a_correction_or_a_void_takes_away(world: World) -> None:
    record = world.submitted()
    earned, listed = world.of(world.ada), world.listed()

    voids.void(by=world.organizer, record=record, reason="Not played")
    voided = world.of(world.ada), world.listed()
    again = voids.restore(by=world.organizer, record=record)
    restored = world.of(world.ada)
    records.correct(
        by=world.organizer,
        table=world.table,
        data=world.sheet({"grill": 1}),
        expected_version=again.version,
        accept_warnings=True,
        reason="One grill too many",
    )

    assert earned == {"fewer_items": 1, "by_rank": 1}
    assert listed == {"fewer_items": [("Ada", 1)], "by_rank": [("Ada", 1)]}
    assert voided == ({}, {})
    assert restored == earned
    assert (world.of(world.ada), world.listed()) == ({}, {})


def test_what_was_confirmed_before_there_were_badges_is_gone_through_once(world: World) -> None:
    record = world.submitted()
    badges.catch_up(by=BY)
    EarnedBadge.objects.all().delete()
    MatchRecord.objects.update(badges_as=0)

    assert badges.catch_up(by=BY) == 1
    assert badges.catch_up(by=BY) == 0
    assert MatchRecord.objects.get(pk=record.pk).badges_as == EDITION
    assert EarnedBadge.objects.count() == 2


def test_a_long_backlog_is_one_row_of_batches_and_no_new_result_waits_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = world.submitted()
    woken: list[int] = []
    monkeypatch.setattr(jobs, "wake", lambda _task, id: woken.append(id))
    monkeypatch.setattr(badges, "AT_ONCE", 1)
    for _sweep in range(2):
        MatchRecord.objects.update(badges_as=0)
        badges.catch_up(by=BY)
    monkeypatch.setattr(badges, "AT_ONCE", 0)
    count_badges(record.pk)

    assert woken == [0]
    assert MatchRecord.objects.get(pk=record.pk).badges_as == EDITION


def test_a_result_that_cannot_be_gone_through_is_a_trouble_and_holds_up_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = world.submitted()
    MatchRecord.objects.update(badges_as=0)

    def broken(_: MatchRecord) -> frozenset[tuple[int, str]]:
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(badge_counting, "earned", broken)
        assert badges.catch_up(by=BY) == 0

    assert Trouble.objects.get(kind=TroubleKind.BADGES).subject == record.pk
    with pytest.raises(NotAllowed):
        badges.catch_up(by=ANONYMOUS)


def test_badges_of_a_withheld_round_are_known_where_its_results_are(world: World) -> None:
    world.submitted()
    rounds.withhold(by=world.organizer, round_=world.table.seating.round)

    assert world.of(world.ada) == {}
    assert world.listed() == {}
    assert world.listed(world.organizer) == {}  # the list is the same for all
    assert world.of(world.ada, world.organizer)["fewer_items"] == 1


def test_who_shows_nothing_of_their_name_is_on_no_list(world: World) -> None:
    world.submitted()
    Player.objects.filter(pk=world.ada.pk).update(name_level=NameLevel.HIDDEN)

    assert world.listed() == {}


def test_badges_go_with_their_player_into_a_merge_and_out_of_it(world: World) -> None:
    world.submitted()
    other = factories.member(world.club, "Ada Berg")
    before = world.of(other)

    merge = merges.merge(by=BY, club=world.club, kept=other, gone=world.ada)
    after = world.of(other)
    merges.undo(by=BY, merge=merge)

    assert (before, after) == ({}, {"fewer_items": 1, "by_rank": 1})
    assert (world.of(other), world.of(world.ada)) == (before, after)


def test_a_match_in_the_browser_tells_more_than_its_sheet_until_that_is_corrected(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, people = make.sat_at(world.table)
    play = Play.objects.get(pk=make.played_out(play, people, Random(1)).pk)
    record = hand_ins.hand_in(by=PLAYED_HERE, play=play)
    assert record is not None
    package = sheets.rules_of(record.ruleset).package
    assert package.badges is not None
    told = type(package.badges).from_steps

    def also_fourteen(self: object, steps: object, outcome: object) -> dict[str, frozenset[int]]:
        return {**told(self, steps, outcome), "fourteen": frozenset({1})}  # type: ignore[arg-type]  # as given

    monkeypatch.setattr(type(package.badges), "from_steps", also_fourteen)
    played = world.of(world.bo)
    seatings.swap_seats(by=world.organizer, table=world.table, position_a=1, position_b=2)
    swapped = world.of(world.bo)
    record = MatchRecord.objects.get(state="confirmed")
    sheet = MatchRecord.objects.get(pk=record.pk).sheet
    sheet["rounds"] += 1
    records.correct(
        by=world.organizer,
        table=world.table,
        data=sheet,
        expected_version=record.version,
        accept_warnings=True,
        reason="Another sheet",
    )

    assert played["fourteen"] == 1
    assert swapped == played
    assert "fourteen" not in world.of(world.bo)


def test_the_pages_and_the_api_say_who_holds_what_in_the_reader_s_words(world: World) -> None:
    world.submitted()
    badges.catch_up(by=BY)
    client = Client()

    page = client.get(f"/c/{world.club.slug}/badges/").content.decode()
    own = client.get(f"/p/{world.ada.pk}/").content.decode()
    listed = client.get(f"/api/v1/clubs/{world.club.slug}/badges/").json()["results"]
    mine = client.get(f"/api/v1/players/{world.ada.pk}/badges/").json()["results"]

    assert "Less is more" in own
    assert page.index("Less is more") < page.index("Ada")
    assert f"/c/{world.club.slug}/badges/" in client.get(f"/c/{world.club.slug}/").content.decode()
    held = {row["key"]: [one["player"] for one in row["holders"]] for row in listed}
    assert held["fewer_items"] == [world.ada.pk]
    assert held["fourteen"] == []
    assert {row["key"] for row in mine} == {"fewer_items", "by_rank"}
    assert {(row["event"], row["times"]) for row in mine} == {(world.event.pk, 1)}
