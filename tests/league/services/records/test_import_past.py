"""Past results of the games with a score sheet of their own become real records by totals."""

from __future__ import annotations

import pytest

from league.core.actors import system
from league.core.enums import RecordState
from league.core.errors import BadInputs
from league.models import MatchRecord, Ruleset, Season
from league.services.office import rules
from league.services.records import import_results, result_plan
from league.words.sentences import sentence
from tests import factories

pytestmark = pytest.mark.django_db
HEADER = "game,match,date,player,points,place,tie-break"


def lines(*rows: str) -> bytes:
    return "\n".join([HEADER, *rows, ""]).encode()


def match(game: str, number: int, *results: str) -> list[str]:
    names = ("Ada", "Bo", "Cy", "Dee")
    return [
        f'"{game}",{number},2026-03-03,{name},{result}'
        for name, result in zip(names, results, strict=False)
    ]


def run(season: Season, data: bytes, *, skip_bad: bool = False) -> result_plan.ImportResult:
    return import_results.run(
        by=system("test"), season=season, data=data, create_players=True, skip_bad=skip_bad
    )


def look(season: Season, data: bytes) -> result_plan.Preview:
    return import_results.preview(by=system("test"), season=season, data=data, create_players=True)


def bad(season: Season, data: bytes) -> list[tuple[int, str, str]]:
    return [(one.line, one.error.field, one.error.code) for one in look(season, data).bad]


@pytest.mark.parametrize(
    ("game", "results", "level", "outcome"),
    [
        ("Dice Devils", ("21,,", "17,,", "9,,"), "TOTAL", ([21, 17, 9], [1, 2, 3])),
        (
            "The Devil With It",
            ("1700,1,", "1200,2,", "500,3,"),
            "FINAL",
            ([1700, 1200, 500], [1, 2, 3]),
        ),
        ("Teufel, Teufel!", (",2,", ",1,", ",3,"), "ORDER", (None, [2, 1, 3])),
    ],
)
def test_a_match_of_each_game_becomes_a_confirmed_record_at_its_shortest_level(
    game: str,
    results: tuple[str, ...],
    level: str,
    outcome: tuple[list[int] | None, list[int]],
) -> None:
    season = factories.season()

    done = run(season, lines(*match(game, 1, *results)))

    record = MatchRecord.objects.get()
    assert (done.matches, record.state, record.sheet["level"]) == (1, RecordState.CONFIRMED, level)
    assert (record.outcome["points"], record.outcome["places"]) == outcome
    assert record.ruleset.club_game.title == game


def test_equal_totals_are_parted_by_the_rank_in_the_list_and_asked_for_where_it_is_missing() -> (
    None
):
    season = factories.season()

    asked = bad(season, lines(*match("Dice Devils", 1, "17,,", "17,,", "9,,")))
    run(season, lines(*match("Dice Devils", 1, "17,,4", "17,,1", "9,,6")))

    assert asked == [
        (2, "tiebreak", "dice_devils.rank_needed"),
        (3, "tiebreak", "dice_devils.rank_needed"),
        (4, "tiebreak", "dice_devils.ranks_incomplete"),
    ]
    assert MatchRecord.objects.get().outcome["places"] == [2, 1, 3]


def test_what_a_game_cannot_have_is_named_by_line_and_column_with_the_fix() -> None:
    season = factories.season()
    data = lines(
        *match("Dice Devils", 1, "2000,,", "17,,", "9,,"),
        *match("Dice Devils", 2, "21.5,,", "17,,", "9,,"),
        *match("Dice Devils", 3, "21,2,", "17,1,", "9,3,"),
        *match("The Devil With It", 4, ",1,", ",2,", ",3,"),
        *match("Teufel, Teufel!", 5, "3,1,", "2,2,", "1,3,"),
    )

    found = look(season, data)

    assert [(one.line, one.error.field, one.error.code) for one in found.bad] == [
        (2, "points", "dice_devils.total_impossible"),
        (2, "match", "dice_devils.totals_too_high"),
        (5, "points", "whole_points_needed"),
        (8, "place", "place_follows_otherwise"),
        (9, "place", "place_follows_otherwise"),
        (11, "points", "past.total_missing"),
        (14, "points", "past.points_unknown"),
    ]
    assert (found.left_out, found.new) == (5, 0)
    assert sentence(found.bad[3].error) == (
        "By points and tie-break this is place 1, not 2. Correct them, or leave the place "
        "empty for everyone."
    )


def test_the_good_matches_go_in_without_the_bad_ones_and_the_corrected_file_adds_the_rest() -> None:
    season = factories.season()
    good = match("Dice Devils", 1, "21,,", "17,,", "9,,")

    first = run(
        season, lines(*good, *match("Dice Devils", 2, "2000,,", "17,,", "9,,")), skip_bad=True
    )
    second = run(season, lines(*good, *match("Dice Devils", 2, "20,,", "17,,", "9,,")))

    assert (first.matches, first.skipped) == (1, 1)
    assert (second.matches, second.recognised) == (1, 1)


def test_a_club_that_asks_for_more_than_totals_keeps_its_rules_for_what_comes() -> None:
    season = factories.season()
    by = system("test")
    box = rules.add_game(by=by, club=season.club, game="dice-devils")
    today = rules.add_ruleset(by=by, club_game=box, name="Ours", options={"entry_level": "FULL"})

    run(season, lines(*match("Dice Devils", 1, "21,,", "17,,", "9,,")))

    today.refresh_from_db()
    levels = dict(Ruleset.objects.values_list("name", "options__entry_level"))
    assert levels == {"Ours": "FULL", "Dice Devils": "TOTAL"}
    assert not today.is_retired


def test_who_has_won_alone_is_no_result_of_a_game_with_places() -> None:
    season = factories.season()
    rows = ['"Teufel, Teufel!",1,2026-03-03,Ada,yes', '"Teufel, Teufel!",1,2026-03-03,Bo,no']
    data = "\n".join(["game,match,date,player,won", *rows, ""]).encode()

    with pytest.raises(BadInputs) as refused:
        run(season, data)

    assert [(one.field, one.code) for one in refused.value.errors] == [("won", "places_needed")]
