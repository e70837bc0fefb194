"""A club that is set up over HTTP, as its founder would do it: what an evening begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.flows.visitors import Program, Visitor

EMAIL, PASSWORD = "runa@copper-kettle.example", "seven lanterns at dusk"
GIVEN = (
    "Alba", "Birk", "Cilli", "Dorn", "Elva", "Finn", "Gesa", "Hark",
    "Ilse", "Jost", "Kara", "Lutz", "Mira", "Nils", "Oda", "Pelle",
)  # fmt: skip
EVERYBODY = {f"{given} Quendel" for given in GIVEN}
BOX, DEVILS, LANTERNS = "Dice Devils", "Devils in brief", "Lantern Quay"


@dataclass
class Club:
    """A founded club with an event for tonight, and what its founder holds."""

    founder: Visitor
    slug: str
    event: str
    program: Program
    event_id: int
    stage_id: int
    players: dict[str, int]

    @property
    def base(self) -> str:
        return self.founder.base

    def moved_to(self, base: str) -> None:
        self.founder.restarted_at(base)
        self.program.base = base


def found(
    base: str, setup_path: str, *, name: str = "Copper Kettle", given: Sequence[str] = GIVEN
) -> Club:
    """From the one-time link of a new installation to an event with its people on the list."""
    founder = Visitor(base)
    founder.open(setup_path)
    founder.press("Create account", {"email": EMAIL, "password": PASSWORD})
    founder.open("/c/new/")
    slug = make_club(founder, name)
    people_list(founder, slug, given)
    games(founder, slug)
    event = event_for_tonight(founder, slug)
    program = Program(base, token(founder))
    events = program.get(f"/clubs/{slug}/events/").json()["results"]
    event_id = next(row["id"] for row in events if row["slug"] == event)
    rows = program.get(f"/clubs/{slug}/players/?limit=100").json()["results"]
    players = {row["name"]: row["id"] for row in rows}
    for player in players.values():  # signed up during the week
        assert program.post(f"/events/{event_id}/entries/", {"player": player}).status == 201
    stage_id = program.get(f"/events/{event_id}/").json()["stages"][0]["id"]
    return Club(founder, slug, event, program, event_id, stage_id, players)


def make_club(founder: Visitor, name: str) -> str:
    page = founder.press("Create club", {"name": name})
    match = re.search(r"/c/([a-z0-9-]+)/office/people/", page.url)
    assert match is not None, page.url
    return match.group(1)


def people_list(founder: Visitor, slug: str, given: Sequence[str]) -> None:
    lines = ["given;family;member_no"]
    lines += [f"{one};Quendel;{number:03}" for number, one in enumerate(given, start=1)]
    founder.open(f"/c/{slug}/office/people/import/")
    founder.press("Check list", upload=("players.csv", "\r\n".join(lines).encode("utf-8-sig")))
    page = founder.press(f"Import: {len(given)} new people")
    assert f"{len(given)} added, 0 already known." in page.words


def games(founder: Visitor, slug: str) -> None:
    """A house rule of Dice Devils that asks for totals alone, and a game described in a form."""
    page = founder.open(f"/c/{slug}/office/rules/")
    founder.open(page.link("New ruleset"))
    founder.press("Save", {"name": DEVILS, "entry_level": "TOTAL"})
    founder.press("Add to shelf", {"game": "free-form", "title": LANTERNS})
    founder.press("Save", {"name": LANTERNS})


def event_for_tonight(founder: Visitor, slug: str) -> str:
    page = founder.open(f"/c/{slug}/office/events/new/")
    devils, lanterns = page.choice("ruleset", DEVILS), page.choice("ruleset", LANTERNS)
    tonight = datetime.now(UTC).date() + timedelta(days=1)
    page = founder.press(
        "Create event",
        {
            "name": "Club night",
            "day": tonight.isoformat(),
            "begins": "19:30",
            "ruleset": devils,
        },
    )
    match = re.search(r"/e/([a-z0-9-]+)/", page.url)
    assert match is not None, page.url
    founder.open(f"/e/{match.group(1)}/stages/1/")
    founder.press("Save", {"rulesets": [devils, lanterns]})
    return match.group(1)


def token(founder: Visitor) -> str:
    founder.open("/me/")
    page = founder.press(
        "Create token", {"name": "script", "scopes": ["read", "records", "organize", "clubs"]}
    )
    match = re.search(r"[A-Za-z0-9_-]{30,}", page.words)
    assert match is not None, page.words
    return match.group(0)
