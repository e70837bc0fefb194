"""Two people in one record are told apart, result by result."""

from __future__ import annotations

import json

import pytest
from django.core import serializers

from league.core.actors import Actor
from league.core.enums import Role
from league.core.errors import BadInput, LeagueError, NotAllowed, NotFound
from league.models import Club, Entry, Player, RoundEntry, Season, Seat, SeatScore, Table
from league.services.people import splits
from league.services.standings import ratings, standings
from tests import factories as make
from tests.practice.evenings import of_api

pytestmark = pytest.mark.django_db


def admin(club: Club) -> Actor:
    return make.actor(Role.CLUB_ADMIN, club)


def a_mixed_record() -> tuple[Season, Player, Player, list[Table]]:
    """Three evenings of two rounds; what ``ada`` won in second rounds was somebody else's."""
    season = make.season()
    ada, bo, other = (make.member(season.club, name) for name in ("Ada", "Bo", "Ada X."))
    tables = []
    for _ in range(3):
        stage = make.stage(make.event(season=season))
        entries = [make.entry(stage.event, who) for who in (ada, bo)]
        for places in ([2, 1], [1, 2]):
            tables.append(make.table(make.round_(stage), entries))
            make.played(tables[-1], places)
    standings.catch_up()
    ratings.catch_up()
    return season, ada, other, tables


def rows() -> list[object]:
    found: list[object] = []
    for model in (Seat, SeatScore, RoundEntry):
        found += json.loads(serializers.serialize("json", model.objects.order_by("pk")))
    return found


def test_three_results_go_to_the_other_one_and_all_totals_say_so() -> None:
    season, ada, other, tables = a_mixed_record()
    before = {name: points for _, name, points in of_api(season)}

    splits.split(
        by=admin(season.club),
        club=season.club,
        player=ada,
        to=other,
        tables=[row.pk for row in tables[1::2]],
    )
    standings.catch_up()
    ratings.catch_up()

    after = {name: points for _, name, points in of_api(season)}
    assert (before["Ada"], before["Bo"]) == ("24", "24")
    assert after == {"Ada": "3", "Ada X.": "21", "Bo": "24"}
    assert (standings.check(), ratings.check()) == ((), ())


def test_a_split_is_taken_back_by_giving_everything_back() -> None:
    season, ada, other, tables = a_mixed_record()
    by = admin(season.club)
    before, table = rows(), of_api(season)
    chosen = [row.pk for row in tables[1::2]]

    splits.split(by=by, club=season.club, player=ada, to=other, tables=chosen)
    splits.split(by=by, club=season.club, player=other, to=ada, tables=chosen)
    standings.catch_up()

    assert rows() == before
    assert [row for row in of_api(season) if row[1] != "Ada X."] == table


def test_an_entry_of_which_nothing_is_left_goes_as_a_whole() -> None:
    season, ada, other, tables = a_mixed_record()

    splits.split(
        by=admin(season.club),
        club=season.club,
        player=ada,
        to=other,
        tables=[row.pk for row in tables[:2]],
    )

    assert Entry.objects.filter(player=other).count() == 1
    assert Entry.objects.filter(player=ada).count() == 2


def refusal(by: Actor, club: Club, player: Player, to: Player, tables: list[int]) -> LeagueError:
    before = rows()
    with pytest.raises(LeagueError) as refused:
        splits.split(by=by, club=club, player=player, to=to, tables=tables)
    assert rows() == before
    return refused.value


def test_a_result_is_not_given_to_somebody_who_sat_at_that_table_or_in_that_round() -> None:
    season, ada, _, tables = a_mixed_record()
    club = season.club
    bo = Player.objects.get(name="Bo")
    entry = make.entry(tables[0].seating.round.stage.event, make.member(club, "Cy"))
    make.table(tables[0].seating.round, [entry])

    assert refusal(admin(club), club, ada, bo, [tables[0].pk]).code == "split_same_table"
    assert refusal(admin(club), club, ada, entry.player, [tables[0].pk]).code == "split_same_round"


def test_nothing_chosen_a_strange_table_oneself_and_a_stranger_are_refused() -> None:
    season, ada, other, tables = a_mixed_record()
    club, by = season.club, admin(season.club)
    chosen = [tables[1].pk]
    stage = make.stage()
    strange = make.table(make.round_(stage), [make.entry(stage.event)])
    stranger = make.member(make.club(), "Somebody")

    assert refusal(by, club, ada, other, []).code == "split_nothing"
    assert refusal(by, club, ada, other, [strange.pk]).code == "split_not_there"
    assert isinstance(refusal(by, club, ada, ada, chosen), BadInput)
    assert isinstance(refusal(by, club, ada, stranger, chosen), NotFound)
    organizer = make.actor(Role.ORGANIZER, club)
    assert isinstance(refusal(organizer, club, ada, other, chosen), NotAllowed)
