"""A tournament that comes in with its rounds, and goes out again as it came."""

from __future__ import annotations

import csv
import io
import random
from collections import defaultdict
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.db.models import Value
from django.db.models.functions import Concat

from league.core.actors import system
from league.core.errors import BadInputs
from league.lists import files, xlsx_writing
from league.lists.files import Kind
from league.lists.result_columns import KEYS
from league.models import Adjustment, Club, Event, MatchRecord, Player, RoundEntry, Table
from league.queries.office import file_lists
from league.queries.office.file_lists import What
from league.queries.standings import standings as read
from league.services.records import import_results, result_plan
from league.services.standings import standings
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.models import Season

pytestmark = pytest.mark.django_db
ROW = (7, 5, 3, 1)  # league points at a table of four
Line = dict[str, str]


def tournament(people: int, rounds: int, *, seed: int) -> list[Line]:
    """Rounds of tables of four by lot; whoever is over has a bye; some matches are drawn."""
    rng = random.Random(seed)
    names = [f"Guest {n:03} Ünal" for n in range(people)]
    lines: list[Line] = []
    for number in range(1, rounds + 1):
        order = rng.sample(names, people)
        seated = people - people % 4
        start = {"event": "spring-cup", "title": "Spring Cup", "date": "2026-03-07"}
        for first in range(0, seated, 4):
            scores = [rng.randrange(0, 30) for _ in range(4)]
            drawn = rng.random() < 0.1
            for seat, name in enumerate(order[first : first + 4]):
                place = 1 if drawn else 1 + sum(other > scores[seat] for other in scores)
                lines.append(
                    {
                        **start,
                        "round": str(number),
                        "table": str(first // 4 + 1),
                        "seat": str(seat + 1),
                        "game": "Harbour Lights",
                        "player": name,
                        "points": str(scores[seat]),
                        "place": str(place),
                        "drawn": "yes" if drawn else "",
                    }
                )
        lines += [
            {**start, "round": str(number), "player": name, "bye": "bye", "league_points": "7/2"}
            for name in sorted(order[seated:])
        ]
    lines.append({**start, "player": names[7], "penalty": "3/2", "reason": "late twice"})
    return lines


def as_csv(lines: Sequence[Mapping[str, str]], header: Sequence[str] = KEYS) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, header, restval="", delimiter=";")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue().encode()


def plain_totals(lines: Sequence[Line]) -> dict[str, Fraction]:
    """League points of everybody, counted without the product: shared places share."""
    totals: dict[str, Fraction] = defaultdict(Fraction)
    tables: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        if line.get("table"):
            tables[line["round"], line["table"]].append(line)
        elif line.get("bye"):
            totals[line["player"]] += Fraction(line["league_points"])
        else:
            totals[line["player"]] -= Fraction(line["penalty"])
    for seats in tables.values():
        places = [int(seat["place"]) for seat in seats]
        for seat, place in zip(seats, places, strict=True):
            shared = places.count(place)
            totals[seat["player"]] += Fraction(sum(ROW[place - 1 : place - 1 + shared]), shared)
    return totals


def run(season: Season, data: bytes, **choices: object) -> result_plan.ImportResult:
    choices = {"create_players": True, "by": system("test"), **choices}
    return import_results.run(season=season, data=data, **choices)  # type: ignore[arg-type]


def preview(season: Season, data: bytes) -> result_plan.Preview:
    return import_results.preview(by=system("test"), season=season, data=data, create_players=True)


def faults(season: Season, lines: Sequence[Line]) -> list[tuple[int, str, str]]:
    found = preview(season, as_csv(lines)).bad
    return [(one.line, one.error.field, one.error.code) for one in found]


def new_season(club: Club | None = None) -> Season:
    return factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))


def exported(season: Season, kind: Kind) -> bytes:
    standings.catch_up()
    listed = file_lists.listed(system("test"), season, What.RESULTS)
    body = files.written(listed, kind)
    return body if isinstance(body, bytes) else body.read()


# --- in ------------------------------------------------------------------------------------------


def test_a_tournament_of_118_people_comes_in_with_its_rounds_and_everybody_has_their_points() -> (
    None
):
    lines = tournament(118, 5, seed=11)
    season = new_season()

    looked = preview(season, as_csv(lines))
    stored_before = (Event.objects.count(), Player.objects.count())
    done = run(season, as_csv(lines))
    standings.catch_up()

    stage = season.events.get().stages.get()
    rows = read.payload(stage, system("test")).payload["rows"]
    points = {row["name"]: Fraction(row["values"]["points"]["exact"]) for row in rows}  # type: ignore[index,call-overload]
    assert (looked.bad, looked.notes, looked.new) == ((), (), 145)
    assert stored_before == (0, 0)
    assert (done.matches, done.evenings, done.players) == (145, 1, 118)
    assert [row.number for row in stage.rounds.order_by("number")] == [1, 2, 3, 4, 5]
    assert RoundEntry.objects.filter(state="bye").count() == 10
    assert points == plain_totals(lines)
    scores = list(points.values())
    for row in rows:
        mine = points[row["name"]]
        better, level = sum(other > mine for other in scores), scores.count(mine)
        assert better < (row["rank"] or 0) <= better + level
    assert {row.outcome["drawn"] for row in MatchRecord.objects.all()} == {True, False}


@pytest.mark.parametrize("kind", [Kind.CSV, Kind.JSON])
def test_what_goes_out_comes_into_an_empty_club_and_goes_out_again_the_same(kind: Kind) -> None:
    first = new_season()
    run(first, as_csv(tournament(18, 3, seed=3)))
    evening = {"event": "open-night", "date": "2026-03-10", "game": "Copper Kettle"}
    rows = [
        {
            **evening,
            "table": str(n),
            "seat": str(m),
            "player": f"Guest {m:03} Ünal",
            "place": str(m),
        }
        for n in (1, 2)
        for m in (1, 2, 3)
    ]
    run(first, as_csv(rows))
    out = exported(first, kind)
    Event.objects.update(slug=Concat(Value("old-"), "slug"))  # their addresses are free again
    second = new_season(factories.club("Another"))
    run(second, out)
    again = exported(second, kind)
    once_more = run(second, again)

    assert again == out
    assert (once_more.matches, once_more.recognised) == (0, 14)
    assert Adjustment.objects.count() == 2


def test_a_longer_file_adds_its_rounds_to_the_event_that_is_there() -> None:
    lines = tournament(9, 3, seed=5)
    season = new_season()
    first = [line for line in lines if line.get("round") in {"1", None}]

    run(season, as_csv(first))
    grown = run(season, as_csv(lines))
    standings.catch_up()

    stage = season.events.get().stages.get()
    rows = read.payload(stage, system("test")).payload["rows"]
    points = {row["name"]: Fraction(row["values"]["points"]["exact"]) for row in rows}  # type: ignore[index,call-overload]
    assert (grown.matches, grown.recognised, grown.evenings) == (4, 2, 0)
    assert stage.rounds.count() == 3
    assert points == plain_totals(lines)


def test_a_file_of_the_same_season_finds_what_was_played_here_and_adds_nothing_to_it() -> None:
    season = new_season()
    stage = factories.stage(factories.event(season=season))
    entries = [factories.entry(stage.event, name) for name in ("Ada", "Bo", "Cy")]
    round_ = factories.round_(stage)
    factories.played(factories.table(round_, entries), [1, 2, 3], points=[9, 5, 1])
    Event.objects.update(starts_at=datetime(2026, 3, 7, 19, tzinfo=UTC))
    Table.objects.update(played_at=datetime(2026, 3, 7, 19, tzinfo=UTC))
    out = exported(season, Kind.CSV)
    more = out.replace(b";1;1;1;1;", b";1;1;2;1;").replace(b";1;1;1;2;", b";1;1;2;2;")

    known = preview(season, out)
    run(season, out)
    added = preview(season, more.replace(b";1;1;1;3;", b";1;1;2;3;"))

    assert (known.bad, known.new, known.recognised) == ((), 0, 1)
    assert Event.objects.count() == 1
    assert [one.error.code for one in added.bad] == ["event_played_here"]


def test_a_workbook_with_headings_in_german_and_no_event_column_is_a_tournament_too() -> None:
    header = ["Runde", "Tisch", "Datum", "Spieler", "Punkte", "Freilos", "Strafe", "Spiel"]
    rows = [
        ["1", "1", "7.3.2026", "Ada", "20+16", "", "", "Harbour Lights"],
        ["1", "1", "7.3.2026", "Bo", "9", "", "1", "Harbour Lights"],
        ["1", "", "7.3.2026", "Cy", "", "ja", "", ""],
    ]
    season = new_season()

    run(season, xlsx_writing.document("r", header, rows, numbers={"Runde", "Tisch"}))

    event = season.events.get()
    sheet = MatchRecord.objects.get().sheet
    assert (event.kind, event.name) == ("tournament", "Tournament of 7 March 2026")
    assert [seat["points"] for seat in sheet["seats"]] == [36, 9]
    assert RoundEntry.objects.get(state="bye").entry.player.name == "Cy"
    assert Adjustment.objects.get().player.name == "Bo"


def test_sides_draws_and_matches_won_together_keep_what_they_are() -> None:
    start = {"event": "mixed", "title": "Mixed", "date": "2026-03-07", "round": "1"}

    def table(number: int, game: str, seats: Sequence[Line]) -> list[Line]:
        return [
            {**start, "table": str(number), "seat": str(n), "game": game, "player": f"P{number}{n}"}
            | seat
            for n, seat in enumerate(seats, start=1)
        ]

    lines = [
        *table(1, "Tug", [{"side": "1", "place": "1"}, {"side": "2", "place": "2"}]),
        *table(2, "Raft", [{"won": "no"}, {"won": "no"}, {"won": "no"}]),
        *table(3, "Low", [{"points": "1", "place": "1"}, {"points": "4.5", "place": "2"}]),
        *table(4, "Low", [{"points": "3", "place": "1", "drawn": "yes"}] * 2),
    ]
    season = new_season()

    assert faults(season, lines) == []
    run(season, as_csv(lines))
    out = exported(season, Kind.CSV)
    told = list(csv.DictReader(io.StringIO(out.decode("utf-8-sig"), newline=""), delimiter=";"))

    fields = ("player", "points", "place", "side", "won", "drawn")
    assert [tuple(line[name] for name in fields) for line in told] == [
        tuple(line.get(name, "") for name in fields) for line in lines
    ]


# --- what is wrong -------------------------------------------------------------------------------


def test_every_fault_is_named_by_line_and_column_and_nothing_is_stored_by_halves() -> None:
    season = new_season()
    good = tournament(9, 2, seed=2)  # lines 2…9 and 10 (bye) of round 1, 11…18 and 19 of round 2

    def broken(**cells: tuple[int, str]) -> list[tuple[int, str, str]]:
        lines = [dict(line) for line in good]
        for name, (line, value) in cells.items():
            lines[line - 2][name] = value
        return faults(season, lines)

    assert faults(season, good) == []
    assert broken(seat=(3, "1")) == [(3, "seat", "seat_twice")]
    assert broken(player=(7, good[0]["player"])) == [(7, "player", "player_twice_in_round")]
    assert broken(round=(2, "x")) == [(2, "round", "bad_count")]
    assert broken(points=(4, "many")) == [(4, "points", "bad_number")]
    assert broken(bye=(4, "bye")) == [(4, "bye", "table_and_bye")]
    assert broken(bye=(10, "dozing")) == [(10, "bye", "unknown_word")]
    assert broken(state=(2, "reported"))[0] == (2, "state", "match_not_final")
    assert broken(penalty=(20, "much")) == [(20, "penalty", "bad_number")]
    assert broken(date=(2, "2031-01-01"))[0] == (2, "date", "day_outside_season")
    half = [line for line in good if line.get("table") != "2" or line["seat"] in {"1", "4"}]
    assert {code for _, _, code in faults(season, half)} == {"seat_gap"}
    late = [line for line in good if line.get("round") != "1"]
    assert [code for _, _, code in faults(season, late)] == ["round_gap"]
    with pytest.raises(BadInputs):
        run(season, as_csv([*good[:3], *good[4:]]), skip_bad=True)
    assert not Table.objects.exists()
    assert not Player.objects.exists()


def test_other_scoring_and_a_skipped_round_are_said_and_do_not_stop_the_import() -> None:
    season = new_season()
    lines = tournament(9, 3, seed=2)
    lines[0]["league_points"] = "99"
    absent = next(line["player"] for line in lines if line.get("bye") and line["round"] == "2")
    lines = [line for line in lines if not (line.get("bye") and line["round"] == "2")]

    found = preview(season, as_csv(lines))

    assert found.bad == ()
    assert [one.error.code for one in found.notes] == ["not_in_round", "league_points_otherwise"]
    assert found.notes[0].error.params["name"] == absent


def test_another_code_page_is_read_and_unknown_people_are_named_where_none_may_be_new() -> None:
    season = new_season()
    data = as_csv(tournament(8, 1, seed=2)[:8]).decode().encode("cp1252")

    found = import_results.preview(by=system("test"), season=season, data=data)
    run(season, data)

    assert [one.error.code for one in found.bad] == ["unknown_player"] * 8
    assert Player.objects.filter(name__endswith="Ünal").count() == 8


def test_headings_of_rounds_that_speak_for_themselves_are_not_remembered() -> None:
    season = new_season()

    run(season, as_csv(tournament(8, 1, seed=5)))

    assert Club.objects.get(pk=season.club_id).known_columns == {}
