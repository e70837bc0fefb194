"""Lists of results in which several games, sums and matches won together stand."""

from __future__ import annotations

import pytest

from league.core.actors import system
from league.core.errors import BadInput, BadInputs
from league.models import MatchRecord, Membership, Player, Season
from league.services.records import import_results, result_plan
from tests import factories

pytestmark = pytest.mark.django_db

# One evening with two games, and one on which the same three play twice.
TWO_GAMES = """date;game;player;score;place
2026-02-03;Harbour Lanterns;Nora Quist;41;1
2026-02-03;Harbour Lanterns;Otto Pell;38;2
2026-02-03;Harbour Lanterns;Pia Rusk;20;3
2026-02-03;Copper Trail;Nora Quist;7;2
2026-02-03;Copper Trail;Otto Pell;9;1
2026-02-03;Copper Trail;Pia Rusk;3;3
2026-02-10;Harbour Lanterns;Nora Quist;30;2
2026-02-10;Harbour Lanterns;Otto Pell;28;3
2026-02-10;Harbour Lanterns;Pia Rusk;45;1
2026-02-10;Harbour Lanterns;Nora Quist;33;1
2026-02-10;Harbour Lanterns;Otto Pell;21;3
2026-02-10;Harbour Lanterns;Pia Rusk;25;2
"""


def look(season: Season, data: str, **choices: object) -> result_plan.Preview:
    choices.setdefault("create_players", True)
    return import_results.preview(
        by=system("test"),
        season=season,
        data=data.encode(),
        **choices,  # type: ignore[arg-type]
    )


def run(season: Season, data: str, **choices: object) -> result_plan.ImportResult:
    choices.setdefault("create_players", True)
    return import_results.run(
        by=system("test"),
        season=season,
        data=data.encode(),
        **choices,  # type: ignore[arg-type]
    )


def stored() -> list[tuple[str, str, list[int]]]:
    """Title, day and points of every stored match, as it was played."""
    return [
        (
            record.ruleset.club_game.title,
            record.table.played_at.date().isoformat(),
            record.outcome["points"],
        )
        for record in MatchRecord.objects.order_by("pk").select_related("ruleset", "table")
        if record.table.played_at is not None
    ]


def notes(found: result_plan.Preview) -> list[tuple[int, str]]:
    return [(note.line, note.error.code) for note in found.notes]


def faults(found: result_plan.Preview) -> list[tuple[int, str, str]]:
    return [(note.line, note.error.field, note.error.code) for note in found.bad]


@pytest.mark.parametrize("chosen", ["", "Harbour Lanterns"])
def test_every_match_is_stored_under_the_game_that_its_lines_name(chosen: str) -> None:
    season = factories.season()

    seen = look(season, TWO_GAMES, game=chosen)
    run(season, TWO_GAMES, game=chosen)

    assert [(game.title, len(game.matches), game.is_new) for game in seen.games] == [
        ("Harbour Lanterns", 3, True),
        ("Copper Trail", 1, True),
    ]
    assert notes(seen) == ([(5, "game_from_file")] if chosen else [])
    assert sorted(stored()) == [
        ("Copper Trail", "2026-02-03", [7, 9, 3]),
        ("Harbour Lanterns", "2026-02-03", [41, 38, 20]),
        ("Harbour Lanterns", "2026-02-10", [30, 28, 45]),
        ("Harbour Lanterns", "2026-02-10", [33, 21, 25]),
    ]


def test_a_list_with_several_games_adds_nothing_when_it_comes_again() -> None:
    season = factories.season()
    run(season, TWO_GAMES)

    again = run(season, TWO_GAMES)

    assert (again.matches, again.recognised, MatchRecord.objects.count()) == (0, 4, 4)


@pytest.mark.parametrize("heading", ["game", "Spiel", "Partie"])
def test_numbers_under_a_heading_like_game_are_numbers_of_matches(heading: str) -> None:
    season = factories.season()
    data = f"{heading};date;player;points\n1;2026-02-03;Ada;3\n1;2026-02-03;Bo;2\n"

    run(season, data, game="Copper Trail")

    assert stored() == [("Copper Trail", "2026-02-03", [3, 2])]


def test_a_list_that_names_no_game_asks_which_one() -> None:
    data = "match;date;player;points\n1;2026-02-03;Ada;3\n1;2026-02-03;Bo;2\n"

    with pytest.raises(BadInput) as refused:
        look(factories.season(), data)

    assert (refused.value.field, refused.value.code) == ("game", "value_missing")


@pytest.mark.parametrize(
    ("written", "points"),
    [("20+16+16", 52), ("20 + 16", 36), ("+7", 7), ("-3+5", 2), ("1,5+1,5", 30)],
)
def test_a_score_written_as_a_sum_is_added_up(written: str, points: int) -> None:
    season = factories.season()
    data = f"match;date;player;score\n1;2026-02-03;Ada;{written}\n1;2026-02-03;Bo;1,5\n"

    run(season, data, game="Copper Trail")

    assert MatchRecord.objects.get().outcome["points"] == [
        points if points == 30 else points * 10,
        15,
    ]


@pytest.mark.parametrize("written", ["20+", "20++3", "7+x"])
def test_a_sum_that_is_none_is_named_by_its_line(written: str) -> None:
    data = f"match;date;player;score\n1;2026-02-03;Ada;{written}\n1;2026-02-03;Bo;2\n"

    assert faults(look(factories.season(), data, game="Copper Trail"))[0] == (
        *(2, "points"),
        "bad_number",
    )


@pytest.mark.parametrize(
    ("word", "won"), [("yes", True), ("nein", False), ("gagné", True), ("0", False)]
)
def test_a_match_won_or_lost_by_all_is_a_co_operative_one(word: str, won: bool) -> None:
    season = factories.season()
    data = f"match;date;player;won\n1;2026-02-03;Ada;{word}\n1;2026-02-03;Bo;{word}\n"

    run(season, data, game="Total Now")

    record = MatchRecord.objects.get()
    assert record.ruleset.options["cooperative"] is True
    assert (record.sheet["won"], record.outcome["reason"]) == (won, "won" if won else "lost")


def test_a_match_that_some_have_won_puts_the_winners_first() -> None:
    season = factories.season()
    rows = ["1;2026-02-03;Ada;no", "1;2026-02-03;Bo;yes", "1;2026-02-03;Cy;no"]

    run(season, "\n".join(["match;date;player;won", *rows]), game="Copper Trail")

    assert MatchRecord.objects.get().outcome["places"] == [2, 1, 2]


def test_a_nickname_of_a_member_is_that_member_and_is_said_once() -> None:
    season = factories.season()
    ada = factories.member(season.club, "Ada Quill")
    Player.objects.filter(pk=ada.pk).update(nickname="Quilly")
    rows = [f"{n};2026-02-03;{who};{n}" for n in (1, 2) for who in ("quilly", "Bo")]

    seen = look(season, "\n".join(["match;date;player;points", *rows]), game="Copper Trail")

    assert [note.error.params["name"] for note in seen.notes] == ["Ada Quill"]
    assert (notes(seen), seen.new_players) == ([(2, "met_by_nickname")], ("Bo",))


BAD_LINES = """match;date;player;points
1;2026-02-03;Ada;3
1;2026-02-03;Bo;2
2;2026-02-03;Ada;three
2;2026-02-03;Bo;2
2;2026-02-03;Zed;1
3;2026-02-03;Ada;5
3;2026-02-03;Cy;6
"""


def test_good_matches_go_in_when_asked_and_one_with_a_bad_line_waits_as_a_whole() -> None:
    season = factories.season()

    seen = look(season, BAD_LINES, game="Copper Trail")
    with pytest.raises(BadInputs):
        run(season, BAD_LINES, game="Copper Trail")
    done = run(season, BAD_LINES, game="Copper Trail", skip_bad=True)

    assert (seen.new, seen.left_out, faults(seen)) == (2, 1, [(4, "points", "bad_number")])
    assert (done.matches, done.skipped, done.players) == (2, 1, 3)
    assert sorted(points for _, _, points in stored()) == [[3, 2], [5, 6]]
    assert not Player.objects.filter(name="Zed").exists()


def test_the_corrected_list_brings_in_what_was_left_out() -> None:
    season = factories.season()
    run(season, BAD_LINES, game="Copper Trail", skip_bad=True)

    done = run(season, BAD_LINES.replace("three", "4"), game="Copper Trail")

    assert (done.matches, done.recognised, MatchRecord.objects.count()) == (1, 2, 3)


@pytest.mark.parametrize("bad", ["2026-02-33;A;Ada;1", "2026-02-03;A;Ada;x", "2026-02-03;A;;1"])
def test_without_numbers_nothing_after_a_bad_line_is_stored_until_the_day_or_game_changes(
    bad: str,
) -> None:
    rows = [f"2026-02-03;A;{who};1" for who in ("Eva", "Fay", "Ada", "Bo", "Ada", "Cy")]
    rows.insert(3, bad)
    rows += [f"2026-02-03;B;{who};1" for who in ("Ada", "Bo")]

    seen = look(factories.season(), "\n".join(["date;game;player;points", *rows]))

    assert [
        (one.match.game, [seat.player for seat in one.match.seats]) for one in seen.matches
    ] == [("B", ["Ada", "Bo"])]


def test_a_bad_cell_never_mixes_two_matches_of_the_same_people() -> None:
    season = factories.season()
    points = [str(number) if number != 2 else "x" for number in range(10)]
    rows = [f"2026-02-03;A;{who};{one}" for who, one in zip(["Ada", "Bo"] * 5, points, strict=True)]
    rows += ["2026-02-10;A;Ada;3", "2026-02-10;A;Bo;4"]

    run(season, "\n".join(["date;game;player;points", *rows]), skip_bad=True)

    assert [points for _, _, points in stored()] == [[3, 4]]


def test_a_name_means_whom_it_meant_when_its_line_was_read() -> None:
    season = factories.season()
    robert = factories.member(season.club, "Robert Hale")
    Player.objects.filter(pk=robert.pk).update(nickname="Bob")
    Membership.objects.filter(player=robert).update(member_no="5")
    rows = ["1;2026-02-03;Bob;;3", "1;2026-02-03;Cy;;2", "2;2026-02-03;Bob;9;1"]
    rows += ["2;2026-02-03;Cy;;5", "3;2026-02-03;Bob;8;1", "3;2026-02-03;Cy;;2"]
    data = "\n".join(["match;date;player;number;points", *rows])

    done = run(season, data, game="Copper Trail")

    first = MatchRecord.objects.order_by("pk")[0]
    assert (done.matches, done.players) == (3, 3)
    assert first.scores.get(position=1).entry.player_id == robert.pk


def test_the_same_match_with_other_people_is_told_when_it_comes_again() -> None:
    season = factories.season()
    data = "match;date;player;points\n1;2026-02-03;Ada;3\n1;2026-02-03;Bo;2\n"
    run(season, data, game="Copper Trail")

    same = look(season, data, game="Copper Trail")
    other = look(season, data.replace("Ada", "Cy"), game="Copper Trail")

    assert (notes(same), notes(other)) == ([], [(2, "match_known_otherwise")])
