from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from league.core.actors import ANONYMOUS, Actor, system
from league.core.enums import NameLevel, RecordState, Role
from league.core.errors import BadInput, BadInputs, LeagueError, NotAllowed
from league.core.facts import Fact
from league.lists.cells import day_of, number_of
from league.models import JournalLine, MatchRecord, Membership, Player, Season, SeatScore
from league.queries.standings import standings as read
from league.services.records import import_results, records, result_plan
from league.services.standings import standings
from league.words.sentences import sentence
from tests import factories

pytestmark = pytest.mark.django_db
HEADER = "match,date,player,points"


def text(*rows: str, header: str = HEADER) -> bytes:
    return "\n".join([header, *rows, ""]).encode()


def run(season: Season, data: bytes, **choices: object) -> result_plan.ImportResult:
    choices.setdefault("game", "Harbour Lights")
    choices.setdefault("create_players", True)
    choices.setdefault("by", system("test"))
    return import_results.run(season=season, data=data, **choices)  # type: ignore[arg-type]


def faults(season: Season, data: bytes, **choices: object) -> list[tuple[int, str, str]]:
    choices.setdefault("create_players", True)
    found = import_results.preview(
        by=system("test"),
        season=season,
        data=data,
        game="Harbour Lights",
        **choices,  # type: ignore[arg-type]
    )
    return [(note.line, note.error.field, note.error.code) for note in found.bad]


TWO = ("1,2026-03-03,Ada,12", "1,2026-03-03,Bo,9")


def test_one_match_becomes_an_evening_with_a_closed_rolling_round() -> None:
    season = factories.season()

    result = run(season, text(*TWO))

    event = season.events.get()
    round_ = event.stages.get().rounds.get()
    record = MatchRecord.objects.get()
    assert (result.matches, result.evenings, result.players) == (1, 1, 2)
    assert (event.state, round_.is_rolling, round_.state) == ("finished", True, "closed")
    assert (record.state, record.version, record.sheet["seats"]) == (
        RecordState.CONFIRMED,
        1,
        [{"points": 12}, {"points": 9}],
    )
    assert [row.kind for row in JournalLine.objects.filter(club=season.club).order_by("seq")][
        -1:
    ] == [Fact.RESULTS_IMPORTED]
    assert record.from_seq == JournalLine.objects.get(kind=Fact.RESULTS_IMPORTED).seq


def test_the_imported_match_is_in_the_standing_of_evening_and_season() -> None:
    season = factories.season()

    run(season, text(*TWO))
    standings.catch_up()

    for scope in (season, season.events.get().stages.get()):
        rows = read.payload(scope, ANONYMOUS).payload["rows"]
        assert [(row["name"], row["rank"]) for row in rows] == [("Ada", 1), ("Bo", 2)]


def test_unknown_names_become_guests_of_the_club_only_when_asked() -> None:
    season = factories.season()

    assert faults(season, text(*TWO), create_players=False) == [
        (2, "player", "unknown_player"),
        (3, "player", "unknown_player"),
    ]
    run(season, text(*TWO))

    assert list(Membership.objects.values_list("kind", flat=True)) == ["guest", "guest"]


def test_known_people_are_met_by_number_and_by_name_whatever_accents_and_case() -> None:
    season = factories.season()
    ada = factories.member(season.club, "Ada Núñez")
    bo = factories.member(season.club, "Bo Marden")
    Membership.objects.filter(player=bo).update(member_no="17")

    result = run(
        season,
        text(
            "1,2026-03-03,,ada NUNEZ,12",
            "1,2026-03-03,17,B. M.,9",
            header="match,date,number,player,points",
        ),
    )

    assert result.players == 0
    assert set(SeatScore.objects.values_list("entry__player", flat=True)) == {ada.pk, bo.pk}


def test_a_name_of_two_people_stops_at_its_line_and_lists_both() -> None:
    season = factories.season()
    for number in ("4", "9"):
        who = factories.member(season.club, "Ada Holm")
        Membership.objects.filter(player=who).update(member_no=number)

    with pytest.raises(BadInputs) as refused:
        run(season, text("1,2026-03-03,Ada Holm,12", "1,2026-03-03,Bo,9"))

    assert [sentence(error) for error in refused.value.errors] == [
        "Ada Holm could be any of these: Ada Holm (4); Ada Holm (9). Add the number."
    ]
    assert refused.value.errors[0].params["line"] == 2
    assert Player.objects.filter(name="Bo").count() == 0


def test_the_number_tells_two_people_of_one_name_apart() -> None:
    season = factories.season()
    header = "match,date,number,player,points"

    run(season, text("1,2026-03-03,4,Ada Holm,12", "1,2026-03-03,9,Ada Holm,9", header=header))
    again = run(
        season, text("2,2026-03-03,9,Ada Holm,3", "2,2026-03-03,4,Ada Holm,2", header=header)
    )

    assert (Player.objects.count(), again.players) == (2, 0)
    scores = SeatScore.objects.order_by("record_id", "position")
    assert [score.entry.player.memberships.get().member_no for score in scores] == [
        "4",
        "9",
        "9",
        "4",
    ]


def test_the_same_file_again_adds_nothing_and_a_longer_one_adds_the_rest() -> None:
    season = factories.season()
    longer = (*TWO, "2,2026-03-03,Bo,7", "2,2026-03-03,Cy,3", "1,2026-03-10,Ada,1")
    data = text(*longer, "1,2026-03-10,Cy,0")
    run(season, text(*TWO))

    again = run(season, text(*TWO))
    more = run(season, data)

    assert (again.matches, again.recognised, again.evenings) == (0, 1, 0)
    assert (more.matches, more.recognised, more.evenings, more.players) == (2, 1, 1, 1)
    numbers = season.events.order_by("starts_at")[0].stages.get().rounds.get().seatings.get()
    assert list(numbers.tables.values_list("number", flat=True)) == [1, 2]
    assert run(season, data).matches == 0


def test_a_corrected_match_keeps_its_correction_when_the_file_comes_again() -> None:
    season = factories.season()
    run(season, text(*TWO))
    record = MatchRecord.objects.get()
    records.correct(
        by=factories.actor(Role.ORGANIZER, season.club),
        table=record.table,
        data={"seats": [{"points": 8}, {"points": 9}]},
        expected_version=1,
        reason="Miscounted",
    )

    found = import_results.preview(
        by=system("test"), season=season, data=text(*TWO), game="Harbour Lights"
    )

    assert (found.new, found.recognised, list(found.bad)) == (0, 1, [])
    assert [(note.line, note.error.code) for note in found.notes] == [(2, "match_known_otherwise")]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (
            ["1,2026-02-30,Ada,12", TWO[1]],
            [(2, "date", "bad_date"), (3, "match", "match_too_small")],
        ),
        (["1,2027-03-03,Ada,12", "1,2027-03-03,Bo,2"], [(2, "date", "day_outside_season")]),
        (["1,2026-03-03,Ada,twelve", *TWO], [(2, "points", "bad_number")]),
        (["1,2026-03-03,Ada,", *TWO[1:]], [(2, "points", "points_missing")]),
        (["1,2026-03-03,,12", *TWO], [(2, "player", "name_missing")]),
        ([",2026-03-03,Ada,12", *TWO], [(2, "match", "value_missing")]),
        ([*TWO, "1,2026-03-03,ADA,3"], [(4, "player", "player_twice_in_match")]),
        (["1,2026-03-03,Ada,1.2345", *TWO], [(2, "points", "too_many_decimals")]),
        (["1,2026-03-03,Ada,12,surplus", *TWO], [(2, "", "row_too_long")]),
    ],
)
def test_every_bad_row_is_named_by_line_and_column(
    rows: list[str], found: list[tuple[int, str, str]]
) -> None:
    season = factories.season()
    data = text(*rows)

    seen = faults(season, data)

    assert seen[: len(found)] == found
    with pytest.raises(BadInputs):
        run(season, data)
    assert MatchRecord.objects.count() == Player.objects.count() == 0


@pytest.mark.parametrize(
    ("places", "code"),
    [("1 2 4", "places_impossible"), ("1 1 4", "places_impossible"), ("1 2 ", "places_missing")],
)
def test_places_that_cannot_be_are_refused(places: str, code: str) -> None:
    rows = [f"1,2026-03-03,Player {index},{place}" for index, place in enumerate(places.split(" "))]

    seen = faults(factories.season(), text(*rows, header="match,date,player,place"))

    assert seen == [(2, "place", code)]


def test_a_match_must_have_the_number_of_players_that_it_says() -> None:
    rows = ["1,2026-03-03,3,Ada,12", "1,2026-03-03,3,Bo,9"]

    seen = faults(factories.season(), text(*rows, header="match,date,players,player,points"))

    assert seen == [(2, "n_players", "match_size_differs")]


def test_a_scheme_that_cannot_score_the_matches_is_named_before_anything_is_stored() -> None:
    season = factories.season(scheme={"key": "game_points"})
    header = "match,date,player,place"

    seen = faults(season, text("1,2026-03-03,Ada,1", "1,2026-03-03,Bo,2", header=header))

    assert seen == [(2, "match", "scores_needed")]


def test_columns_are_found_in_three_languages_and_semicolons_with_comma_decimals() -> None:
    season = factories.season()
    german = "Partie;Datum;Spieler;Punkte;Platz\n1;3.3.2026;Ada;12,5;1\n1;3.3.2026;Bo;9;2\n"
    french = "partie;date de la partie;joueur;résultat;classement\n"
    french += "7;04/03/2026;Zoë;-2;2\n7;04/03/2026;Bo;9;1\n"

    run(season, german.encode("cp1252"))
    run(season, french.encode("utf-16"))

    records_ = MatchRecord.objects.order_by("pk")
    assert [record.outcome["points"] for record in records_] == [[125, 90], [-20, 90]]
    assert [record.ruleset.version for record in records_] == [1, 2]
    assert Player.objects.filter(name="Zoë").count() == 1


def test_a_file_without_its_needed_columns_says_which_one_is_missing() -> None:
    season = factories.season()

    assert faults(season, b"match,player,points\n1,Ada,3\n") == [(1, "date", "column_missing")]
    assert faults(season, b"match,date,player\n1,2026-03-03,Ada\n") == [
        (1, "points", "no_result_column")
    ]
    assert (
        faults(
            season,
            b"a,b,c,d\n1,2026-03-03,Ada,3\n1,2026-03-03,Bo,2\n",
            columns={"match": 0, "date": 1, "player": 2, "points": 3},
        )
        == []
    )


def test_an_undecodable_byte_is_named_by_line() -> None:
    with pytest.raises(BadInput) as refused:
        run(factories.season(), text(*TWO) + b"\xff,2026", encoding="utf-8")

    assert (refused.value.code, refused.value.params["line"]) == ("undecodable", 4)


@pytest.mark.parametrize("max_seats", [1, 13])
def test_tables_have_between_two_and_twelve_seats(max_seats: int) -> None:
    with pytest.raises(BadInput) as refused:
        run(factories.season(), text(*TWO), max_seats=max_seats)

    assert refused.value.code == "number_out_of_range"


def test_only_those_who_manage_the_season_import() -> None:
    season = factories.season()
    outsiders: list[Actor] = [ANONYMOUS, factories.actor()]

    for outsider in outsiders:
        with pytest.raises(NotAllowed):
            run(season, text(*TWO), by=outsider)
    assert MatchRecord.objects.count() == 0


def test_an_organizer_without_the_keys_to_the_shelf_imports_a_game_that_is_there() -> None:
    season = factories.season(factories.club(name_level=NameLevel.FULL))
    by = factories.actor(Role.ORGANIZER, season.club)
    with pytest.raises(NotAllowed):
        run(season, text(*TWO), by=by)
    factories.free_game(season.club, name="Harbour Lights")

    assert run(season, text(*TWO), by=by).matches == 1


def test_the_number_of_queries_does_not_grow_with_the_file() -> None:
    costs = []
    for count in (2, 40):
        season = factories.season()
        rows = [
            f"{n},2026-03-{1 + n % 20:02},{who},{points}"
            for n in range(count)
            for who, points in ((f"Ada {n}", 3), ("Bo", 2))
        ]
        with CaptureQueriesContext(connection) as queries:
            run(season, text(*rows))
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_the_command_names_bad_lines_and_stores_nothing_then_stores_and_recomputes(
    tmp_path: Path,
) -> None:
    season = factories.season()
    file = tmp_path / "results.csv"
    wanted = ["import_results", str(file), "--season", str(season.pk), "--game", "Harbour Lights"]
    file.write_bytes(text(*TWO, "2,2026-03-03,Ada,x"))
    errors = StringIO()

    with pytest.raises(CommandError):
        call_command(*wanted, stdout=StringIO(), stderr=errors)

    assert errors.getvalue() == "Line 4: “x” is not a number.\n"
    assert MatchRecord.objects.count() == 0

    file.write_bytes(text(*TWO))
    wanted[3] = f"{season.club.slug}/{season.slug}"
    call_command(*wanted, "--dry-run", stdout=StringIO())
    assert MatchRecord.objects.count() == 0

    out = StringIO()
    call_command(*wanted, "--columns", "match=1,date=2,player=3,points=4", stdout=out)

    assert out.getvalue() == (
        "Matches imported: 1, on evenings: 1; already known: 0; left out: 0; new players: 2.\n"
    )
    season.refresh_from_db()
    assert read.payload(season, ANONYMOUS).is_current


@given(st.binary(max_size=200))
def test_any_bytes_are_a_preview_or_a_clear_refusal(data: bytes) -> None:
    season = Season(
        club=factories.club(),
        starts_on="2026-01-01",
        ends_on="2026-12-31",
        scheme={"key": "beaten"},
    )

    said = "a preview"
    try:
        import_results.preview(by=system("test"), season=season, data=data, game="X")
    except LeagueError as refused:
        said = sentence(refused)

    assert said


@given(st.text(max_size=12))
def test_any_text_is_a_day_and_a_number_or_refused(written: str) -> None:
    for reader in (day_of, lambda cell: number_of(cell, "points")):
        said = "read"
        try:
            reader(written)
        except BadInput as refused:
            said = sentence(refused)
        assert said


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("12", "12"),
        ("012,50", "12.5"),
        ("−3", "-3"),
        ("-0.0", "0"),
        ("+4", "4"),
        ("  ", None),
        ("1.2500", "1.25"),
    ],
)
def test_numbers_are_read_exactly(written: str, read_as: str | None) -> None:
    assert number_of(written, "points") == read_as


@pytest.mark.parametrize("written", ["1.000", "12,500", "-1.234"])
def test_a_number_that_could_be_a_thousand_is_asked_back(written: str) -> None:
    with pytest.raises(BadInput) as refused:
        number_of(written, "points")

    assert refused.value.code == "number_ambiguous"


@pytest.mark.parametrize(
    "written", ["2026-03-04", "4.3.2026", "04/03/2026", "2026-03-04 00:00:00", "4. 3. 2026"]
)
def test_days_are_read_as_people_write_them(written: str) -> None:
    assert day_of(written) == datetime(2026, 3, 4, tzinfo=UTC).date()


def test_a_match_that_is_left_out_leaves_the_points_of_the_others_as_they_are() -> None:
    season = factories.season(scheme={"key": "custom", "rows": {"3": [5, 2, 1]}, "ties": "share"})
    three = [
        f"1,2026-03-03,{name},{points}" for name, points in (("Ada", 10), ("Bo", 8), ("Cy", 5))
    ]
    two = ["2,2026-03-03,Ada,7.5", "2,2026-03-03,Bo,3"]

    run(season, text(*three, *two), create_players=True, skip_bad=True)

    outcome = MatchRecord.objects.get().outcome
    assert (outcome["points"], outcome["scale"]) == ([10, 8, 5], 0)
