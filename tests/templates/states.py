"""What else the style guide shows: charts, honours and every component in its other states."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.queries.seating.fairness import Fairness
    from league.web.charts import Chart

AT = datetime(1999, 11, 24, 19, 30, tzinfo=UTC)  # never this year, so that it is always written out
LONG = "Maximiliane-Charlotte von und zu Hohenfels-Lindenbaumgarten zu Niederösterreich " * 2
RIGHT_TO_LEFT = "محمد الأحمد الطويل"


def states(names: tuple[str, ...]) -> dict[str, object]:
    """The context of the sections below; needs Django to be set up."""
    from django import forms  # app ready
    from django.contrib import messages  # app ready
    from django.contrib.messages.storage.base import Message  # app ready

    class WrongForm(forms.Form):
        name = forms.CharField(label="Name", max_length=10)
        seats = forms.IntegerField(label="Places", help_text="Leave empty for no limit.")

    wrong = WrongForm({"name": "much too long a name", "seats": "many"})
    wrong.add_error(None, "The evening has begun in the meantime.")
    return {
        "wrong_form": wrong,
        "levels": ("error", "warning", "success", "hint"),
        "said": [Message(messages.SUCCESS, "Saved."), Message(messages.ERROR, "Not saved.")],
        "bad_lines": [
            {"line": 3, "column": "Born", "value": "31.2.", "text": "Write a day that there is."},
            {"line": 12, "column": "Name", "value": "", "text": "Write a name."},
        ],
        "named": [
            {"name": "Ada Quill", "href": "#a", "comma": True},
            {"name": LONG.strip(), "href": "", "comma": True},
            {"name": RIGHT_TO_LEFT, "href": "#m", "comma": False},
        ],
        "seated": [{"name": "Ada Quill", "is_filler": False}, {"name": "Owl", "is_filler": True}],
        "moves": (3, 0, -2, None),
        "at": AT,
        "family": [
            {"player_id": 1, "name": "Ada Quill", "current": True},
            {"player_id": 2, "name": "Bo Quill", "current": False},
        ],
        "badge": "coal",
        "calendar": {
            "https": "https://example.org/c/owl.ics",
            "webcal": "webcal://example.org/c/owl.ics",
        },
        "traps": [{"shown": "1", "is_open": False}, {"shown": "2", "is_open": True}],
        "feeds": [{"kind": "application/atom+xml", "title": "News", "href": "/c/owl/feed/"}],
        "played_seats": [
            {
                "position": 1,
                "name": "Ada Quill",
                "url": "#a",
                "place": 1,
                "points": 40,
                "won": True,
            },
            {"position": 2, "name": LONG.strip(), "place": 2, "points": 30, "locked": True},
            {"position": 3, "name": RIGHT_TO_LEFT, "word": "lost", "you": True},
        ],
        "clocks": _clocks(),
        "charts": _charts(names),
        **_honours(names),
    }


def _clocks() -> list[object]:
    from league.queries.evening.clocks import Face  # app ready
    from league.web.evening.clock_cards import ClockCard  # app ready

    return [
        ClockCard(Face(AT, None, 3600), AT),
        ClockCard(Face(None, 754, 3600, extra_s=300), None),
        ClockCard(Face(None, 0, 3600, extra_s=-120), None, table=3),
    ]


def _honours(names: tuple[str, ...]) -> dict[str, object]:
    from league.web.discs import disc  # app ready
    from league.web.people.player_parts import Dot, MedalCase, MedalShown  # app ready
    from league.web.public.club_records import Holder, RecordLine  # app ready
    from league.web.public.podium import Podium, Step, Winner  # app ready

    people = [Winner(name, "#p", disc(at, name)) for at, name in enumerate((*names[:4], LONG))]
    medals = tuple(
        MedalShown(rank, f"Rank {rank}", "Lantern cup", "#cup", "24 November") for rank in (1, 2, 3)
    )
    holders = tuple(Holder(name, "#h") for name in (*names[:2], LONG))
    return {
        "podium": Podium(
            (
                Step(1, "1st", tuple(people[:1]), 0),
                Step(2, "2nd", tuple(people[1:4]), 3),
                Step(3, "3rd", tuple(people[4:]), 0),
            ),
            "#certificates",
        ),
        "medals": MedalCase(
            ((1, 2, "first places"), (2, 1, "second place"), (3, 4, "third places")), medals, medals
        ),
        "form_dots": [Dot("won", "1", "1st of 4"), Dot("half", "2", "2nd"), Dot("", "4", "4th")],
        "records": [
            RecordLine("Highest score: Dice Devils", "22", holders[:1], (), 0, "Night 1", "#r", 3),
            RecordLine("Most matches", "120 matches", holders[2:], holders, 4, "Night 2", "#r", 1),
        ],
    }


def _charts(names: tuple[str, ...]) -> list[Chart]:
    """One of each form, small and at its limits."""
    from league.queries.public.game_statistics import place_points  # app ready
    from league.web.charts import Chart, Cursor, Frame, GridLine, Line, Tick  # app ready
    from league.web.public.game_charts import boxes, shares  # app ready
    from league.web.seating.meetings import meetings  # app ready

    met = [meetings(_met(n, names), own=2) for n in (5, 17, 30, 61)]
    third = Fraction(1, 3)
    points = [[Fraction(n * n % 17 + lift) for n in range(40)] for lift in (20, 12, 3)]
    frame = Frame(320, 190, 36, 284, 8, 168)
    ways = tuple(
        Line(
            look=f"way seat-{n}" + (" mine" if n == 3 else ""),
            runs=(f"36,{20 * n} 160,{150 - 12 * n} 284,{20 * n}",),
            end_x="284",
            end_y=str(20 * n),
            mark=str(n) if n % 2 else "",
            label="" if n % 2 else f"Player {n}",
            title=f"Player {n}",
        )
        for n in range(1, 9)
    )
    return [
        *(one.chart for one in met if one is not None),
        shares(
            [("Seat 1", Fraction(2, 5), 0.3, 0.5, third), ("Seat 2", Fraction(0), 0.0, 0.2, None)],
            third,
        ),
        boxes(
            [place_points(n, sorted(row)) for n, row in enumerate(points, 1)], ["1st", "2nd", "3rd"]
        ),
        Chart(
            look="race-chart",
            frame=frame,
            words="Ranks of eight players",
            lines=ways,
            grid=(GridLine("20", "1"), GridLine("160", "8", quiet=True)),
            ticks=(Tick("36", "1 Nov", "start"), Tick("284", "8 Nov")),
        ),
        Chart(
            look="chances",
            frame=frame,
            words="How the chances stood",
            lines=ways[:4],
            grid=(GridLine("8", "100"), GridLine("168", "0")),
            cursor=Cursor("chances-now", "160", 20),
        ),
        Chart(
            look="rating",
            frame=frame,
            words="From 1500 to 1600",
            lines=(Line("way", ("36,150 160,90 284,60",), "284", "60"),),
            band="36,100 284,40 284,80 36,168",
            grid=(GridLine("150", "1500"), GridLine("60", "1600")),
        ),
    ]


def _met(people: int, names: tuple[str, ...]) -> Fairness:
    from league.queries.seating.fairness import Fairness, FairnessRow  # app ready
    from league.seating.ledger import PlayedRound, ledger  # app ready

    called = {1: LONG, 2: RIGHT_TO_LEFT}
    tables = [
        tuple((start + step * k) % people for k in range(4))
        for step in range(1, 5)
        for start in range(0, people, 3)
    ]
    book = ledger([PlayedRound((tuple(dict.fromkeys(table)),)) for table in tables])
    rows = tuple(
        FairnessRow(n, called.get(n, names[n % len(names)]), "", line)
        for n, line in enumerate(book.lines)
    )
    return Fairness(rows, book)
