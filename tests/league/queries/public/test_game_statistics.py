"""What the results say about a game: shares with their interval, points by place, and no names."""

from __future__ import annotations

import re
from fractions import Fraction
from statistics import median

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as some

from games.studies import studied
from league.core.enums import Role, Visibility
from league.models import Club, Ruleset, Table, TableStart
from league.queries.public import game_statistics
from league.services.office import rules
from tests import factories
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db
KEY = "free-form"


def played(club: Club, *results: tuple[list[int], list[int]]) -> None:
    stage = factories.stage(factories.event(club))
    for places, points in results:
        people = [factories.entry(stage.event, f"Somebody {n}") for n in range(len(places))]
        factories.played(factories.table(factories.round_(stage), people), places, points=points)


def test_wins_are_shared_out_by_seat_and_points_told_by_place() -> None:
    played(factories.club(), ([1, 2, 3], [9, 5, 1]), ([1, 1, 3], [7, 7, 2]), ([3, 1, 2], [0, 8, 4]))

    (found,) = game_statistics.of_game(KEY)

    assert (found.size, found.matches) == (3, 3)
    assert [row.wins for row in found.seats] == [Fraction(1, 2), Fraction(1, 2), Fraction(0)]
    assert [(row.place, int(row.spread[0]), int(row.spread[-1])) for row in found.places] == [
        (1, 7, 9),
        (2, 4, 5),
        (3, 0, 2),
    ]


def test_a_match_of_which_some_seats_lie_too_far_back_is_none_of_a_smaller_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_statistics, "MOST", 5)
    played(factories.club(), ([1, 2, 3], [9, 5, 1]), ([1, 2, 3], [7, 6, 2]))

    assert [(row.size, row.matches) for row in game_statistics.of_game(KEY)] == [(3, 1)]


def test_clubs_that_are_not_listed_tell_nothing() -> None:
    played(factories.club(visibility=Visibility.MEMBERS), ([1, 2], [3, 1]))
    played(factories.club(visibility=Visibility.UNLISTED), ([1, 2], [3, 1]))

    page = Client().get(f"/games/{KEY}/statistics/")

    assert game_statistics.of_game(KEY) == ()
    assert page.status_code == 200


def test_the_page_names_nobody() -> None:
    played(factories.club(), ([1, 2, 3], [9, 5, 1]))

    page = Client().get(f"/games/{KEY}/statistics/").content.decode()

    assert "Tables of 3: 1 match" in page
    assert "Somebody" not in page


@given(some.integers(1, 500).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_the_interval_holds_the_share_and_stays_between_none_and_all(
    counts: tuple[int, int],
) -> None:
    wins, matches = counts
    low, high = game_statistics.interval(wins, matches)

    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1


@given(some.lists(some.integers(-50, 50), min_size=1, max_size=30))
def test_quartiles_part_the_points_and_no_outlier_is_among_the_usual(values: list[int]) -> None:
    ordered = sorted(map(Fraction, values))
    found = game_statistics.place_points(1, ordered)

    assert list(found.spread) == sorted(found.spread)
    assert found.spread[2] == Fraction(median(ordered))
    assert set(found.outliers) == {
        one for one in ordered if not found.usual[0] <= one <= found.usual[1]
    }


def dice_devils(club: Club) -> Ruleset:
    rules.stock(by=factories.actor(Role.CLUB_ADMIN, club), club=club)
    return Ruleset.objects.filter(club=club, club_game__game="dice-devils").earliest("pk")


def drawn(table: Table, roles: list[int], entries: list[int] | None = None) -> None:
    TableStart.objects.create(
        table=table,
        number=table.starts.count() + 1,
        seed="00",
        entries=entries or list(table.seats.order_by("position").values_list("entry", flat=True)),
        roles=roles,
        at=timezone.now(),
    )


def test_wins_by_starting_rank_count_the_last_draw_for_just_these_people() -> None:
    club = factories.club()
    stage = factories.stage(factories.event(club), ruleset=dice_devils(club))
    tables = []
    for places in ([1, 2, 3], [2, 1, 3], [1, 2, 3]):
        people = [factories.entry(stage.event, f"Somebody {n}") for n in range(3)]
        tables.append(factories.table(factories.round_(stage), people))
        factories.played(tables[-1], places, points=[30 - 9 * place for place in places])
    drawn(tables[0], [2, 3, 1])
    drawn(tables[0], [1, 2, 3])
    drawn(tables[1], [1, 2, 3])
    drawn(tables[2], [1, 2, 3], entries=[1, 2, 3])  # others sat there then

    (found,) = game_statistics.of_game("dice-devils")
    page = Client().get("/games/dice-devils/statistics/").content.decode()

    assert [(row.start, row.matches, row.wins) for row in found.starts] == [
        ("OBER", 2, Fraction(1, 2)),
        ("SPIEL", 2, Fraction(1, 2)),
        ("FEHLER", 2, Fraction(0)),
    ]
    rows = Reader(page).tables[1]
    assert [row[:2] for row in rows[1:]] == [
        ["1 · Head devil 2 matches", "50% 9–91%"],
        ["2 · Gambling devil 2 matches", "50% 9–91%"],
        ["3 · Blunder devil 2 matches", "0% 0–66%"],
    ]


def test_results_stand_beside_what_bots_reached() -> None:
    club = factories.club()
    stage = factories.stage(factories.event(club), ruleset=dice_devils(club))
    people = [factories.entry(stage.event, f"Somebody {n}") for n in range(3)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3], points=[20, 9, 3])
    kept = studied("dice-devils", 1, 3)
    assert kept is not None

    page = Client().get("/games/dice-devils/statistics/").content.decode()

    shares = [round(100 * wins / kept.matches) for wins in kept.seats]
    assert [row[-1] for row in Reader(page).tables[0][1:]] == [f"{share}%" for share in shares]
    assert f"{kept.matches} matches of bots" in page


def test_a_game_without_bots_has_no_column_for_them() -> None:
    played(factories.club(), ([1, 2, 3], [9, 5, 1]))

    page = Client().get(f"/games/{KEY}/statistics/").content.decode()

    assert Reader(page).tables[0][0] == ["Seat", "Won 95% range"]
    assert "Bots" not in page


def test_each_table_of_the_page_has_a_name_of_its_own() -> None:
    club = factories.club()
    played(club, ([1, 2, 3], [9, 5, 1]), ([1, 2], [4, 2]), ([1, 2, 3, 4], [9, 5, 3, 1]))

    page = Client().get(f"/games/{KEY}/statistics/").content.decode()

    labels = re.findall(r'role="region" tabindex="0"\s+aria-label="([^"]+)"', page)
    assert labels == [
        f"{what}, table of {size}"
        for size in (2, 3, 4)
        for what in ("Wins by seat", "Points by place")
    ]
