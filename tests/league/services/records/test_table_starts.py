"""The start of a table: one draw for all, again only with a reason, and for those who sit there."""

from __future__ import annotations

import pytest

from games.catalogue import get
from games.core.rng import SeededRng
from league.core.enums import Role, RoundState
from league.core.errors import LeagueError
from league.models import ClubGame, Entry, JournalLine, Round, Ruleset, Table, TableStart
from league.queries.records import table_starts as reading
from league.services.records import links, table_starts
from tests import factories

pytestmark = pytest.mark.django_db

NAMES = ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")


def a_table(game: str = "dice-devils", *, seats: int = 4, **options: object) -> Table:
    event = factories.event()
    box = ClubGame.objects.create(club=event.club, game=game, title=game)
    ruleset = Ruleset.objects.create(
        club=event.club, club_game=box, name=game, options=options, seats_min=2, seats_max=6
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    return factories.table(round_, [factories.entry(event, name) for name in NAMES[:seats]])


def refused(**given: object) -> str:
    with pytest.raises(LeagueError) as caught:
        table_starts.draw(**given)  # type: ignore[arg-type]
    return caught.value.code


def test_a_seat_draws_and_the_draw_follows_from_its_seed() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")

    row = table_starts.draw(by=ada, table=table, seen=0)

    game = get("dice-devils")
    assert game.start is not None
    again = game.start.draw(4, game.sheet.default_options(), SeededRng(bytes.fromhex(row.seed)))
    line = JournalLine.objects.get(kind="start_drawn")
    seat = row.seat
    assert seat is not None
    assert (row.number, row.roles, row.first) == (1, list(again.roles), None)
    assert (seat.position, row.entries) == (1, [entry.pk for entry in entries(table)])
    assert (line.actor_key, line.payload["seed"], line.payload["count"]) == (ada.key, row.seed, 1)


def entries(table: Table) -> list[Entry]:
    return [seat.entry for seat in table.seats.order_by("position")]


def test_two_taps_at_once_are_one_draw() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")
    ben = links.claim(code=table.link.code, position=2, device="ben")

    first = table_starts.draw(by=ada, table=table, seen=0)
    second = table_starts.draw(by=ben, table=table, seen=0)

    assert second == first
    assert TableStart.objects.count() == 1


def test_drawing_again_asks_for_a_reason_that_everybody_reads() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")
    ben = links.claim(code=table.link.code, position=2, device="ben")
    table_starts.draw(by=ada, table=table, seen=0)

    without = refused(by=ben, table=table, seen=1, reason=" ")
    too_long = refused(by=ben, table=table, seen=1, reason="x" * 401)
    table_starts.draw(by=ben, table=table, seen=1, reason="A cup was missing")

    shown = reading.of_table(viewer=ada, table=table)
    assert shown is not None
    assert shown.drawn is not None
    assert (without, too_long) == ("reason_missing", "too_long")
    assert (shown.drawn.number, shown.drawn.by, shown.drawn.reason) == (
        2,
        "Ben Buche",
        "A cup was missing",
    )
    assert TableStart.objects.count() == 2


def test_after_the_report_only_the_organizer_draws() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")
    boss = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)
    table_starts.draw(by=ada, table=table, seen=0)
    factories.played(table, [1, 2, 3, 4])

    late = refused(by=ada, table=table, seen=1, reason="I want another")
    row = table_starts.draw(by=boss, table=table, seen=1, reason="The wrong box")

    assert late == "start_is_over"
    assert (row.number, row.seat) == (2, None)


def test_a_draw_belongs_to_the_people_who_sat_there() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")
    table_starts.draw(by=ada, table=table, seen=0)
    late = factories.entry(table.seating.round.stage.event, "Eva Eibe")
    table.seats.filter(position=4).update(entry=late)

    stale = reading.of_table(viewer=ada, table=table)
    row = table_starts.draw(by=ada, table=table, seen=1)

    assert stale is not None
    assert (stale.number, stale.drawn) == (1, None)
    assert (row.number, row.reason, row.entries[3]) == (2, "", late.pk)


def test_who_changes_seats_takes_the_devil_along() -> None:
    table = a_table()
    ada = links.claim(code=table.link.code, position=1, device="ada")
    before = roles(table, table_starts.draw(by=ada, table=table, seen=0))
    first, second = table.seats.get(position=1), table.seats.get(position=2)
    first.entry, second.entry = second.entry, first.entry
    table.seats.filter(pk=first.pk).delete()
    second.save()
    first.save()

    shown = reading.of_table(viewer=ada, table=table)

    assert shown is not None
    assert shown.drawn is not None
    assert [(seat.position, seat.name) for seat in shown.drawn.seats][:2] == [
        (1, "Ben Buche"),
        (2, "Ada Ahorn"),
    ]
    assert {seat.name: seat.key for seat in shown.drawn.seats} == before


def roles(table: Table, row: TableStart) -> dict[str, str]:
    return {
        seat.entry.player.name: str(role)
        for seat, role in zip(table.seats.order_by("position"), row.roles, strict=True)
    }


def test_nothing_is_drawn_for_a_game_without_a_start_or_for_too_few() -> None:
    free = a_table("free-form")
    two = a_table(seats=2)
    boss = factories.actor(Role.SITE_ADMIN)

    assert refused(by=boss, table=free, seen=0) == "nothing_to_draw"
    assert refused(by=boss, table=two, seen=0) == "nothing_to_draw"
    assert reading.of_table(viewer=boss, table=free) is None
    assert reading.of_table(viewer=boss, table=two) is None


def test_nothing_is_drawn_once_the_round_is_over() -> None:
    table = a_table()
    Round.objects.update(state=RoundState.CLOSED)

    assert refused(by=factories.actor(Role.SITE_ADMIN), table=table, seen=0) == "round_closed"


def test_the_sheet_is_begun_with_what_was_drawn() -> None:
    table = a_table("teufel-teufel", first_player="random")
    ada = links.claim(code=table.link.code, position=1, device="ada")

    before = reading.entries_of(table, "FULL")
    row = table_starts.draw(by=ada, table=table, seen=0)

    assert row.first is not None
    assert before == {}
    assert reading.entries_of(table, "FULL") == {
        **{f"seats.{seat}.colour": colour for seat, colour in enumerate(row.roles)},
        "first_player": str(row.first + 1),
    }
    assert reading.entries_of(table, "ORDER") == {}
