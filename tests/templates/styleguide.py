"""Every component with invented data: the material of the component tests, and pages to look at.

``python -m tests.templates.styleguide FOLDER`` writes them as static HTML with their style sheets.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from league.web.ranked_table import Cell, Column, RankedTable, Row
from tests.templates.states import states

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "Ada Quill", "Bruno Saltmarsh", "Cosima Ferreira-Lindenbaum", "Dag Ørsted", "Edda Öhm",
    "Fenno Vries", "Gus Pell", "Hedy Marlow", "Ines Albatroz", "Jori Kask", "Kit Wren", "Lotta Å",
    "Milo Thistlewood", "Nuria Cobalt", "Otto Bramble", "Pia Sund", "Quentin Rook",
)  # fmt: skip
STEPS = [
    {"label": "Check-in", "state": "done", "href": "#1", "note": "17 here"},
    {"label": "Seating", "state": "done", "href": "#2", "note": "5 + 4 + 4 + 4"},
    {"label": "Play", "state": "attention", "href": "#3", "note": "1 dispute"},
    {"label": "Results", "state": "current", "href": "#4", "note": "1 of 4"},
    {"label": "Standings", "state": "todo"},
]
TABS = [
    {"label": "Seating", "href": "#s"},
    {"label": "Standings", "href": "#t", "current": True},
    {"label": "Rounds", "href": "#r", "count": 2},
]
STATES = ("playing", "reported", "confirmed", "disputed")


def tables() -> list[dict[str, object]]:
    """Four tables of 5 + 4 + 4 + 4."""
    found: list[dict[str, object]] = []
    start = 0
    for number, size in enumerate((5, 4, 4, 4), start=1):
        seats: list[dict[str, object]] = [
            {"position": i, "name": name, "url": f"#p{i}"}
            for i, name in enumerate(NAMES[start : start + size], start=1)
        ]
        start += size
        found.append(
            {
                "number": number,
                "ruleset": "Dice Devils",
                "status": STATES[number - 1],
                "href": f"#t{number}",
                "seats": seats,
            }
        )
    seats_of_2 = found[1]["seats"]
    assert isinstance(seats_of_2, list)
    seats_of_2[0] |= {"mark": "guest", "locked": True}
    seats_of_2[1] |= {"hint": "member 31", "you": True}
    found[1] |= {
        "mine": True,
        "penalties": [
            "Fenno and Gus met in round 1 · unavoidable with 17 players",
            "Hedy sits at a short table again",
        ],
    }
    return found


def standings() -> RankedTable:
    """Standings with a tie, a struck-out result, a cut line and people out of ranking."""
    ranks = (1, 2, 2, 4, 5, 6, 7, 8, 9, 10, None)
    rows = [
        Row(
            rank,
            rank == 2,
            NAMES[i],
            (
                Cell(f"{52 - 3 * i}.{(i * 33) % 100:02d}"),
                Cell(str(9 - i % 3)),
                Cell(f"{5.25 - i / 4:.2f}", title="exact: 16/3"),
                Cell(str(5 - i // 3)),
                Cell("1.33", struck=True),
            ),
            url=f"#p{i}",
            move=(2, 0, -1, None, 0, 1, -12, 0, 0, 0, 0)[i],
        )
        for i, rank in enumerate(ranks)
    ]
    rows[3] = replace(rows[3], mine=True)
    rows[4] = replace(rows[4], cut=True, cut_text="The first five play the final.")
    rows[9] = replace(rows[9], mark="left the event", out=True)
    rows[10] = replace(rows[10], mark="guest", out=True)
    return RankedTable(
        "Standings after evening 9",
        (
            Column("Points", main=True),
            Column("Matches"),
            Column("Average"),
            Column("Wins"),
            Column("Worst", title="Struck out: the worst evening"),
        ),
        tuple(rows),
        moves=True,
    )


def sample() -> dict[str, object]:
    """The context of the style guide; needs Django to be set up."""
    from django import forms  # app ready
    from django.core.paginator import Paginator  # app ready

    from league.templatetags.league import STATUS_LOOKS  # app ready
    from league.web.discs import disc  # app ready

    class EveningForm(forms.Form):
        name = forms.CharField(label="Name", initial="Tuesday")
        day = forms.DateField(label="Day", help_text="In the club's time zone.")
        seats = forms.IntegerField(
            label="Places", required=False, help_text="Leave empty for no limit."
        )
        mode = forms.ChoiceField(
            label="How it is played",
            choices=[("rounds", "Rounds"), ("open", "Open play")],
            widget=forms.RadioSelect,
        )
        season = forms.ChoiceField(label="Season", choices=[("1", "2026/27")])
        public = forms.BooleanField(label="Show on the club's page", required=False)

    sheet_rows = [
        {
            "label": label,
            "cells": [
                {"value": value, "tone": tone, "who": who}
                for value, tone, who in zip(values, tones, NAMES, strict=False)
            ],
        }
        for label, values, tones in (
            ("Crowns", ("4", "-2", "7", "0"), ("", "", "", "")),
            ("Lanterns", ("1", "12", "3", "3"), ("", "wrong", "", "")),
            ("Coins", ("10", "8", "9", "11"), ("", "", "doubt", "")),
        )
    ]
    return {
        "nav": [
            {"label": "Tin Owl Players", "href": "#club", "current": "true"},
            {"label": "My page", "href": "#me"},
        ],
        "crumbs": [
            {"label": "Tin Owl Players", "href": "#club"},
            {"label": "Season 2026/27", "href": "#season"},
            {"label": "Evening 9"},
        ],
        "steps": STEPS,
        "tabs": TABS,
        "tables": tables(),
        "standings": standings(),
        "issues": [
            {
                "level": "error",
                "where": "Lanterns, Bruno",
                "href": "#content",
                "text": "There are only 10 lanterns in the game.",
            },
            {"level": "warning", "text": "All coins together are 38; usually it is 40."},
            {"level": "hint", "text": "Someone must have the last crown."},
        ],
        "sheet": {
            "names": [name.split()[0] for name in NAMES[:4]],
            "rows": sheet_rows,
            "totals": [15, 18, 19, 14],
        },
        "alternatives": [
            {"text": "6 + 6 + 5", "note": "three copies are enough"},
            {"text": "5 + 5 + 4 + 3", "note": "one table of 3"},
        ],
        "people": [
            {
                "name": name,
                "here": i % 3 != 0,
                "hint": "member 12" if i == 1 else "",
                "mark": "guest" if i == 2 else "",
                "status": "dropped" if i == 3 else "",
            }
            for i, name in enumerate(NAMES[:7])
        ],
        "discs": [
            *(disc(number, name) for number, name in enumerate(NAMES[:6])),
            disc(7, "Ada Quill", picture="/static/league/img/mark.svg"),
        ],
        "page": Paginator(range(40), 10).page(2),
        "form": EveningForm({"name": "Tuesday", "mode": "rounds", "season": "1"}),
        "statuses": list(STATUS_LOOKS),
        **states(NAMES),
    }


def pages(*only: str) -> dict[str, str]:
    """All pages to look at, or some, by file name."""
    from django.middleware.csrf import get_token  # app ready
    from django.template import engines  # app ready
    from django.test import RequestFactory  # app ready

    engine = engines["django"]
    request = RequestFactory().get("/")
    get_token(request)
    context = sample()
    sources = {
        "styleguide.html": '{% include "league/styleguide.html" %}',
        "404.html": '{% include "errors/404.html" %}',
        "500.html": '{% include "errors/500.html" %}',
    }
    for path in sorted((Path(__file__).parent / "pages").glob("*.html")):
        sources[path.name] = path.read_text(encoding="utf-8")
    extra = {
        "names": [
            {"name": name, "table": 1 + max(i - 1, 0) // 4}
            for i, name in enumerate(sorted(NAMES * 3))
        ],
        "many": tables() * 3,
        "request_id": "7f3a91c2",
        "as_of": datetime(2026, 11, 24, 20, 41, tzinfo=UTC),
        "title": "Tuesday at the Tin Owl",
        "place": "Round 2",
    }
    return {
        name: engine.from_string(source).render({**context, **extra}, request)
        for name, source in sources.items()
        if not only or name in only
    }


def write(folder: Path) -> None:
    """Write the pages and the files they load."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ROOT / "league" / "static", folder / "static", dirs_exist_ok=True)
    for name, html in pages().items():
        (folder / name).write_text(html.replace('"/static/', '"static/'), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings_test")
    import django  # after the settings are named

    django.setup()
    write(Path(sys.argv[1]))
