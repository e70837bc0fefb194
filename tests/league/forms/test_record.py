"""Score sheets as forms: what is read, what is marked, what a phone is asked for."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games import catalogue
from games.core.types import JSON
from league.forms import record as forms
from league.queries.sheets import Rules

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
