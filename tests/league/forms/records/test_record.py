"""Score sheets as forms: what is read, what is marked, what a phone is asked for."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games import catalogue
from games.core.types import JSON
from league.forms.records import record as forms
from league.queries.records import sheets
from league.queries.records.sheets import Rules

NAMES = ["Ada", "Ben", "Cleo"]


def free_form(**options: Any) -> Rules:  # Any: whatever the game's options are
    package = catalogue.get("free-form")
    given = {"title": "Lantern Bay", "seats": [2, 6], "counts": "points", **options}
    return Rules(package, package.sheet.options_from_json(given))


def typed(*points: str, prefix: str = "") -> dict[str, str]:
    return {f"{prefix}seats.{seat}.points": text for seat, text in enumerate(points)}


def test_an_untouched_form_is_empty_though_it_shows_defaults() -> None:
    rules = free_form(target=10)
    fresh = {**typed("", "", ""), "target": "10"}

    untouched = forms.read(fresh, rules, seats=3)
    target = forms.read({**fresh, "target": "12"}, rules, seats=3)
    points = forms.read({**fresh, "seats.1.points": "4"}, rules, seats=3)

    assert (untouched.is_empty, target.is_empty, points.is_empty) == (True, False, False)


def test_two_sheets_in_one_form_do_not_mix() -> None:
    post = typed("1", "2", "3", prefix="t7.") | typed("4", "5", "6", prefix="t8.")

    read = forms.read(post, free_form(), seats=3, prefix="t8.")

    assert [value for _, value in sorted(read.values.items())] == ["4", "5", "6"]


def test_an_unknown_level_is_the_one_asked_for() -> None:
    rules = free_form()

    assert forms.read({}, rules, seats=3, level="<b>").level == rules.levels[0]


def test_stored_decimals_come_back_as_the_language_of_the_page_writes_them() -> None:
    sheet: JSON = {"seats": [{"points": "2.5"}, {"points": 1}, {"points": 0}]}

    def shown(language: str) -> str:
        with translation.override(language):
            read = forms.of_sheet(sheet, free_form(decimals=1), seats=3)
        return read.values["seats.0.points"]

    assert [shown(language) for language in ("en", "de", "fr")] == ["2.5", "2,5", "2,5"]


def test_what_cannot_be_read_is_said_before_what_the_rules_say() -> None:
    check = forms.checked(typed("x", "", "3"), free_form(), NAMES)

    assert [(issue.where, issue.level) for issue in check.form.issues] == [("Ada, Points", "error")]
    assert (check.judged, check.is_sound, check.form.has_unreadable) == (None, False, True)


def test_an_error_marks_its_box_and_a_doubt_the_table() -> None:
    wrong = forms.checked(typed("5", "-1", "3"), free_form(), NAMES)
    doubt = forms.checked(typed("5", "1", "3"), free_form(fixed_total=10), NAMES)

    assert [box.tone for seat in wrong.form.seats for box in seat.boxes] == ["", "wrong", ""]
    assert [issue.href for issue in wrong.form.issues] == ["#box-seats-1-points"]
    assert [(issue.where, issue.href) for issue in doubt.form.warnings] == [
        ("The table as a whole", "")
    ]
    assert (wrong.is_sound, doubt.is_sound) == (False, True)


def test_a_phone_is_asked_for_numbers_only_where_no_minus_can_be_needed() -> None:
    def keyboard(rules: Rules) -> str:
        return forms.draw(rules, NAMES).seats[0].boxes[0].inputmode

    assert keyboard(free_form()) == "numeric"
    assert keyboard(free_form(decimals=2)) == "decimal"
    assert keyboard(free_form(negatives=True)) == ""


def test_every_game_of_the_shelf_is_drawn_at_every_level() -> None:
    for package in catalogue.all_games():
        rules = Rules(package, package.sheet.default_options())
        for level in rules.levels:
            names = ["Ada", "Ben", "Cleo", "Dan"]
            blank = forms.of_sheet({}, rules, seats=4, level=level)
            drawn = forms.draw(rules, names, reading=blank)
            boxes = [box.name for seat in drawn.seats for box in seat.boxes]
            assert len(boxes) == len(set(boxes)) > 0
            assert len({len(seat.boxes) for seat in drawn.seats}) == 1
            assert {box.name for line in drawn.lines for box in line.boxes} == set(boxes)


def ledger_rules() -> Rules:
    package = catalogue.get("the-devil-with-it")
    return Rules(package, package.sheet.options_from_json({"entry_level": "LEDGER"}))


def round_typed(row: int, *bets: str) -> dict[str, str]:
    """One round in which everybody lays down one piece of 10."""
    typed_in: dict[str, str] = {}
    for seat, bet in enumerate(bets):
        line = f"seats.{seat}.rounds.{row}"
        typed_in |= {f"{line}.bet": bet, f"{line}.pieces": "1", f"{line}.amount": "10"}
    return typed_in


def test_a_sheet_with_rounds_shows_the_next_one_open_and_keeps_others_near() -> None:
    fresh = forms.draw(ledger_rules(), NAMES)

    assert [block.label for block in fresh.near] == ["Round 1", "Round 2"]
    assert [block.is_open for block in fresh.near] == [True, False]
    assert len(fresh.further) == 10
    assert [len(seat.boxes) for seat in fresh.seats] == [1, 1, 1]


def test_a_form_grows_behind_the_last_round_that_was_typed() -> None:
    sent = {"rounds.0.starter": "0"}
    for row in range(12):
        sent |= round_typed(row, "10", "10", "10")
    sent["seats.1.rounds.13.bet"] = "x"

    check = forms.checked(sent, ledger_rules(), NAMES)

    assert (check.reading.rows, check.reading.rows_sent) == (14, 14)
    assert len(check.form.blocks) == 14 + 12
    assert [block.label for block in check.form.blocks if block.is_open] == ["Round 14", "Round 15"]
    assert [issue.where for issue in check.form.issues] == ["Ben, Round 14: Bet"]
    kept = check.form.blocks[13].seats[1].boxes[0]
    assert (kept.value, kept.full_label, kept.tone) == ("x", "Ben: Round 14: Bet", "wrong")


def test_rounds_of_two_tables_in_one_form_do_not_mix() -> None:
    sent = {f"t7.{name}": value for name, value in round_typed(9, "10", "10", "10").items()}
    sent |= {f"t8.{name}": value for name, value in round_typed(0, "20", "20", "20").items()}

    read = forms.read(sent, ledger_rules(), seats=3, prefix="t8.")

    assert (read.rows, read.rows_sent) == (1, 1)
    assert read.values["seats.0.rounds.0.bet"] == "20"


def test_a_begun_ledger_shows_what_it_computes_and_comes_back_equal() -> None:
    rules = ledger_rules()
    sent = {"rounds.0.starter": "0", **round_typed(0, "10", "20", "30")}

    check = forms.checked(sent, rules, NAMES, final=False)
    again = forms.of_sheet(check.judged.sheet if check.judged else None, rules, seats=3)

    assert check.issues == ()
    chips = [box.value for seat in check.form.blocks[0].seats for box in seat.boxes]
    assert chips[5::7] == ["310", "280", "270"]
    assert {name: text for name, text in again.values.items() if text not in {"", "false"}} == sent


def test_paper_has_as_many_rounds_as_fit() -> None:
    paper = forms.draw(ledger_rules(), NAMES, on_paper=True)

    assert len(paper.blocks) == 15
    assert paper.blocks[0].to_write == ("Bet", "Pieces", "Amount", "Coal")


def test_a_ledger_is_read_out_round_by_round() -> None:
    rules = ledger_rules()
    sent = {"rounds.0.starter": "2", **round_typed(0, "10", "20", "30")}
    judged = forms.checked(sent, rules, NAMES, final=False).judged

    text = sheets.text_of(rules, judged.sheet if judged else None, seats=3)

    assert [(line.label, line.values) for line in text.lines] == [
        ("Round 1: Bet", ("10", "20", "30")),
        ("Round 1: Pieces", ("1", "1", "1")),
        ("Round 1: Amount", ("10", "10", "10")),
        ("Round 1: Chips", ("310", "280", "270")),
        ("Round 1: Pawn", ("300–500", "200–300", "200–300")),
    ]
    assert text.table == (("Round 1: Who began", "Seat 3"),)
