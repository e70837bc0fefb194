"""The style guide shows every component, every form of chart, and every tone of a message."""

from __future__ import annotations

import re

import pytest
from django.test.signals import template_rendered

from league.templatetags.league import NOTICE_LOOKS
from tests.services import ROOT
from tests.templates import styleguide
from tests.templates.states import states

COMPONENTS = {
    f"components/{path.name}" for path in (ROOT / "templates" / "components").glob("_*.html")
}
HONOURS = ROOT / "league" / "static" / "league" / "css" / "honours.css"


@pytest.fixture(scope="module")
def shown() -> tuple[set[str], str]:
    """The templates that the style guide is made of, and what they make."""
    found: set[str] = set()

    def note(template: object, **_more: object) -> None:
        found.add(str(getattr(template, "name", "")))

    template_rendered.connect(note)
    html = styleguide.pages("styleguide.html")["styleguide.html"]
    template_rendered.disconnect(note)
    return found, html


def test_every_component_stands_in_the_style_guide(shown: tuple[set[str], str]) -> None:
    assert sorted(COMPONENTS - shown[0]) == []


def test_every_form_of_chart_stands_in_the_style_guide(shown: tuple[set[str], str]) -> None:
    sheet = re.sub(r":is\(([^)]*)\)", lambda match: match[1], HONOURS.read_text(encoding="utf-8"))
    forms = set(re.findall(r"\.chart(?:, )?\.([a-z]+(?:-chart)?)\b", sheet))
    drawn = set(" ".join(re.findall(r'class="chart ([^"]+)"', shown[1])).split())

    assert forms >= {"heat", "shares", "boxes", "bars", "chances", "race-chart"}
    assert sorted(forms - drawn) == []


def test_every_tone_of_a_message_stands_in_the_style_guide() -> None:
    assert set(states(styleguide.NAMES)["levels"]) == set(NOTICE_LOOKS)  # type: ignore[call-overload]
