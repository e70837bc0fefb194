"""The records of an event in one list, and what has changed since: for each what they may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from league.core.enums import Role, Visibility
from league.core.facts import Fact
from league.journal import append
from league.models import Account, Club, Event, MatchRecord, Round, Table
from league.queries.people import account_actors
from league.queries.public import changes
from league.services.evening import entries, rounds
from league.services.occasions import events
from league.services.records import records
from league.services.standings import adjustments
from tests import factories
from tests.api import doors

if TYPE_CHECKING:
    from league.core.actors import Actor

pytestmark = pytest.mark.django_db

WORD = "whispered"


@dataclass
class Night:
    """Two rounds of one table of three each; the second one's results are kept back."""

    club: Club
    event: Event
    rounds: list[Round]
    tables: list[Table]
    boss: Actor
    organizer: doors.Asker
    seat: doors.Asker
    member: doors.Asker

    def report(self, number: int, points: tuple[int, ...], *, by: Actor | None = None) -> int:
        """Hands a sheet in for a table; the organizer's counts at once."""
        table = Table.objects.select_related("seating__round__stage__event__club").get(
            pk=self.tables[number].pk
        )
        newest = table.records.order_by("-version").first()
        sheet = {"seats": [{"points": each} for each in points]}
        version = newest.version if newest else 0
        return records.submit(
            by=by or self.boss, table=table, data=sheet, expected_version=version, reason="Typed."
        ).pk


@pytest.fixture
def night() -> Night:
    club = factories.club()
    event = factories.event(club, notes=WORD)
    people = [factories.member(club, name) for name in ("Ida Brand", "Mara Kern", "Jo Lenz")]
    stage = factories.stage(event)
    rows = [factories.entry(event, one) for one in people]
    played = [factories.round_(stage), factories.round_(stage, number=2)]
    tables = [factories.table(each, rows) for each in played]
    boss = factories.account()
    factories.grant(boss, Role.ORGANIZER, club)
    return Night(
        club,
        event,
        played,
        tables,
        account_actors.person(boss),
        doors.with_token(boss),
        doors.player(people[0]),
        doors.player(factories.member(club)),
    )


def listed(asker: doors.Asker, path: str) -> list[int]:
    answer = asker.get(path)
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def test_each_asker_gets_exactly_the_versions_that_exist_for_them(night: Night) -> None:
    first = night.report(0, (5, 9, 7))
    waits = night.report(1, (1, 2, 3), by=account_actors.person(seat_account(night)))
    second = night.report(1, (3, 2, 1))
    rounds.withhold(by=night.boss, round_=Round.objects.get(pk=night.rounds[1].pk))
    path = f"/events/{night.event.pk}/records/"
    askers = [doors.visitor(), night.member, night.seat, night.organizer]

    shown = [listed(asker, path) for asker in askers]

    assert shown == [[first], [first], [second, waits, first], [second, waits, first]]
    for asker, rows in zip(askers, shown, strict=True):
        every = [first, waits, second]
        assert [pk for pk in every if asker.get(f"/records/{pk}/").status_code == 200] == sorted(
            rows
        )
        one = asker.get(f"/records/{rows[0]}/").json()
        row = asker.get(path).json()["results"][0]
        assert row | one == row  # the same as at its own address, and where it belongs
        assert {key: row[key] for key in row.keys() - one.keys()} == {
            "event": night.event.pk,
            "stage": night.rounds[0].stage_id,
            "round": (night.rounds[1] if rows[0] == second else night.rounds[0]).pk,
            "game": MatchRecord.objects.get(pk=first).ruleset.club_game.title,
        }


def seat_account(night: Night) -> Account:
    return night.event.entries.earliest("pk").player.account


def test_filters_leave_out_the_rest_and_pages_go_on_where_they_ended(night: Night) -> None:
    first, second = night.report(0, (5, 9, 7)), night.report(1, (1, 2, 3))
    third = records.correct(
        by=night.boss,
        table=Table.objects.get(pk=night.tables[0].pk),
        data={"seats": [{"points": 9}, {"points": 5}, {"points": 7}]},
        expected_version=1,
        reason="Typed wrongly.",
    ).pk
    player = night.event.entries.earliest("pk").player_id
    title = MatchRecord.objects.get(pk=first).ruleset.club_game.title
    confirmed_at = MatchRecord.objects.get(pk=second).confirmed_at
    assert confirmed_at
    base = f"/clubs/{night.club.slug}/records/"
    found = {
        "": [third, second, first],
        f"?round={night.rounds[0].pk}": [third, first],
        f"?table={night.tables[1].pk}": [second],
        f"?player={player}": [third, second, first],
        "?player=1": [],
        "?state=superseded": [first],
        f"?game={title}": [third, second, first],
        "?game=Another": [],
        f"?since={confirmed_at.isoformat()}": [third, second, first],
        "?since=2090-01-01T00:00:00Z": [],
    }

    assert {query: listed(night.organizer, base + query) for query in found} == found
    page = night.organizer.get(f"{base}?limit=2").json()
    after = night.organizer.get(page["next"]).json()
    assert [row["id"] for row in (*page["results"], *after["results"])] == [third, second, first]
    for query in ("?state=lost", "?since=yesterday", "?round=x"):
        assert night.organizer.get(base + query).status_code == 400
    for moment in ("2026-12-01T19:00:00", "2026-12-01 19:00"):
        fault = night.organizer.get(f"{base}?since={moment}").json()
        assert (fault["code"], fault["field"]) == ("offset_missing", "since")


def test_a_site_admin_and_a_bound_token_see_what_is_theirs(night: Night) -> None:
    waits = night.report(0, (5, 9, 7), by=account_actors.person(seat_account(night)))
    boss = factories.account()
    factories.grant(boss, Role.SITE_ADMIN)
    elsewhere = factories.event(night.club)
    own = doors.with_token(account_of(night), event=night.event)
    other = doors.with_token(account_of(night), event=elsewhere)
    path = f"/events/{night.event.pk}/records/"

    shown = [listed(asker, path) for asker in (doors.with_token(boss), own, other)]

    assert shown == [[waits], [waits], []]


def account_of(night: Night) -> Account:
    return Account.objects.get(pk=night.boss.account_id or 0)


# --- what has changed --------------------------------------------------------------------


def told(asker: doors.Asker, path: str) -> tuple[list[tuple[str, int | None]], int]:
    """What is told, each once, and the position for the next question."""
    body = asker.get(path).json()
    rows = [(row["what"], row["record"]) for row in body["results"]]
    return list(dict.fromkeys(rows)), body["last"]


def test_changes_tell_where_to_look_and_nothing_of_what_is_kept_back(night: Night) -> None:
    path = f"/clubs/{night.club.slug}/changes/"
    start = Club.objects.get(pk=night.club.pk).seq
    first = night.report(0, (5, 9, 7))
    rounds.withhold(by=night.boss, round_=Round.objects.get(pk=night.rounds[1].pk))
    second = night.report(1, (1, 2, 3))
    ask = f"{path}?after={start}"

    known, last = told(doors.visitor(), ask)
    assert known == [("results", first), ("results", None)]
    assert told(night.seat, ask)[0] == [*known, ("results", second)]
    assert told(night.organizer, ask)[0] == [*known, ("results", second)]
    assert told(doors.visitor(), f"{path}?after={last}") == ([], last)

    rounds.publish_results(by=night.boss, round_=Round.objects.get(pk=night.rounds[1].pk))

    assert told(doors.visitor(), f"{path}?after={last}")[0] == [
        ("results", second),
        ("results", None),
    ]


def test_every_address_of_a_change_is_there_for_whoever_was_told(night: Night) -> None:
    night.report(0, (5, 9, 7))
    event = Event.objects.get(pk=night.event.pk)
    events.change(by=night.boss, event=event, expected_version=event.version, place="Elsewhere")
    entries.register(by=night.boss, event=event, player=factories.member(night.club))
    stage = night.rounds[0].stage
    person = night.event.entries.earliest("pk").player
    adjustments.make(by=night.boss, scope=stage, player=person, points="-1", reason=WORD)
    season = factories.season(night.club)
    for payload in ({"season": season.pk}, {}):  # as a file of results leaves it: of no event
        append(Fact.RESULTS_IMPORTED, by=night.boss, club=night.club, payload=payload)
    for path in (f"/clubs/{night.club.slug}/changes/", f"/events/{night.event.pk}/changes/"):
        answer = doors.visitor().get(path)

        assert {row["what"] for row in answer.json()["results"]} >= {
            *("results", "event", "entries", "standings")
        }
        assert len(answer.json()["results"]) == (7 if "clubs" in path else 5)
        for row in answer.json()["results"]:
            assert doors.visitor().get(row["address"]).status_code == 200, row
        assert WORD not in answer.content.decode()
        assert "Brand" not in answer.content.decode()


def test_what_nobody_else_knows_of_changes_for_its_organizers_alone(night: Night) -> None:
    secret = factories.event(night.club, is_announced=False)
    path = f"/clubs/{night.club.slug}/changes/"
    events.change(by=night.boss, event=secret, expected_version=secret.version, place="There")
    draft = factories.stage(night.event, auto_publish=False)
    person = night.event.entries.earliest("pk").player
    adjustments.make(by=night.boss, scope=draft, player=person, points="-1", reason=WORD)

    assert told(doors.visitor(), path) == ([], 0)
    assert told(night.organizer, path)[0] == [("event", None)]
    Club.objects.filter(pk=night.club.pk).update(visibility=Visibility.MEMBERS)
    assert doors.visitor().get(path).status_code == 404


def test_limits_are_kept_and_hidden_lines_do_not_end_a_list(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds.withhold(by=night.boss, round_=Round.objects.get(pk=night.rounds[1].pk))
    for number in range(3):
        night.report(1, (1, 2, 3 + number))
    shown = night.report(0, (5, 9, 7))
    path = f"/events/{night.event.pk}/changes/?limit=1"
    monkeypatch.setattr(changes, "BATCH", 2)

    known, last = told(doors.visitor(), path)
    assert known == [("results", None)]
    assert told(doors.visitor(), f"{path}&after={last}")[0] == [("results", shown)]
