"""Forms and sentences know the settings of a scheme as the scheme declares them."""

from __future__ import annotations

import re

import pytest

from league.forms.office.rules import SchemeForm, boxes
from league.standings.contract import PointsScheme
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.points.declared import Box, Setting
from league.standings.types import JSON
from league.web.standings.scheme_words import scheme_sentences
from tests.services import ROOT

README = (ROOT / "league/standings/README.md").read_text(encoding="utf-8")
# What a form sends for a setting of each kind, and what is stored then.
TYPED: dict[Box, tuple[str, JSON]] = {
    Box.NUMBER: ("3,5", "7/2"),
    Box.WHOLE: ("5", 5),
    Box.FLAG: ("on", True),
    Box.LIST: ("9 4", ["9", "4"]),
    Box.ROWS: ("9 4 1", {"3": ["9", "4", "1"]}),
}


def typed(setting: Setting) -> tuple[str, JSON]:
    if setting.box is Box.CHOICE:
        last = list(setting.choices)[-1]
        return last, last
    if setting.box is Box.SCHEME:
        last_kind = setting.schemes[-1]
        return last_kind.key, last_kind.from_json({}).to_json()
    return TYPED[setting.box]


@pytest.mark.parametrize("kind", SCHEMES, ids=lambda kind: kind.key)
def test_whatever_a_scheme_declares_is_typed_into_the_form_and_read(
    kind: type[PointsScheme],
) -> None:
    sent = {"name": "Ours", "key": kind.key}
    for setting in kind.settings:
        name = "row_3" if setting.stem == "row" else "bonus_3" if setting.stem else setting.name
        sent[name] = typed(setting)[0]
    form = SchemeForm(sent)

    assert form.is_valid(), form.errors
    stored = scheme_from_json(form.spec()).to_json()

    assert stored == {"key": kind.key} | {each.name: typed(each)[1] for each in kind.settings}


@pytest.mark.parametrize("kind", SCHEMES, ids=lambda kind: kind.key)
def test_the_form_shows_what_is_stored(kind: type[PointsScheme]) -> None:
    spec = {"key": kind.key} | {each.name: typed(each)[1] for each in kind.settings}
    stored = scheme_from_json(spec).to_json()
    shown = SchemeForm.initial_of("Ours", stored)

    form = SchemeForm(shown, stored=stored)

    assert form.is_valid(), form.errors
    assert scheme_from_json(form.spec()).to_json() == stored


@pytest.mark.parametrize("kind", SCHEMES, ids=lambda kind: kind.key)
def test_every_setting_of_a_scheme_is_told(kind: type[PointsScheme]) -> None:
    spec = {"key": kind.key} | {each.name: typed(each)[1] for each in kind.settings}

    assert len(scheme_sentences(scheme_from_json(spec))) > 1


def test_every_scheme_stands_in_the_readme_once() -> None:
    named = re.findall(r"^\| `(\w+)`(?: \(default\))? \| .* \| .* \|$", README, re.MULTILINE)

    assert [kind.key for kind in SCHEMES if named.count(kind.key) != 1] == []


def test_boxes_of_one_name_are_one_setting_for_all_kinds() -> None:
    asked: dict[str, set[tuple[Box, str, str]]] = {}
    for kind in SCHEMES:
        for setting in kind.settings:
            for name in boxes(setting):
                asked.setdefault(name, set()).add((setting.box, setting.label, setting.hint))

    assert {name: len(ways) for name, ways in asked.items() if len(ways) > 1} == {}
