"""Every id in an address, form or way back belongs to the thing in the address.

An organizer of one club sends what its own pages hold, with one id after the other exchanged for
the id of another club's thing of the same kind. The forms are those on the pages and the addresses
those of the URL configuration, so that new ones are asked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import AutoField
from django.test import Client
from django.urls import resolve

from league import models
from league.core.enums import Role, Visibility
from league.models import Round, Seating, Table
from league.web.evening.commands.register import OUTCOMES, Done
from tests.api import doors
from tests.api.test_walls import WRITES, World, everything
from tests.practice.addresses import POST_ONLY, Press, Site, presses, routes, site, undone

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

REFUSED = {400, 403, 404, 409, 410, 422}
NUMBER = re.compile(r"\d{4,}")
# These are for whoever holds them, or finds an event that takes names: nobody signed in acts there.
LINKS = re.compile(r"^/(?:[int]|pictures)/|/(?:here|mail|place|sign-up)/")


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def far_apart() -> None:
    """From now on every kind of row counts in millions of its own: a number says what it is."""
    with connection.cursor() as cursor:
        for n, name in enumerate(sorted(models.__all__), 1):
            meta = getattr(models, name)._meta
            if not isinstance(meta.pk, AutoField):
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [meta.db_table])
                cursor.execute(
                    "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                    [meta.db_table, n * 10_000_000],
                )
            else:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)",
                    [meta.db_table, n * 10_000_000],
                )


def numbers() -> dict[str, list[int]]:
    """The ids of all rows, by kind."""
    return {
        name: list(
            getattr(models, name)._default_manager.order_by("pk").values_list("pk", flat=True)
        )
        for name in models.__all__
        if isinstance(getattr(models, name)._meta.pk, AutoField)
    }


@dataclass
class Two:
    """Two clubs with one of everything, and which of their ids are of one kind."""

    own: Site
    other: Site
    foreign: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(cls) -> Two:
        far_apart()
        own = site()
        first = numbers()
        two = cls(own, site())
        for kind, found in numbers().items():
            later = [pk for pk in found if pk not in set(first[kind])]
            for mine, theirs in zip(first[kind], later, strict=False):
                two.foreign[str(mine)] = str(theirs)
                two.kinds[str(mine)] = kind
        for noun in ("club", "season", "event"):
            two.foreign[getattr(two.own, noun).slug] = getattr(two.other, noun).slug
        return two

    def moved_paths(self, path: str) -> Iterator[tuple[str, str]]:
        """The address with one of its ids exchanged, and which; each in turn."""
        for name, value in resolve(urlsplit(path).path).kwargs.items():
            if str(value) in self.foreign:
                yield name, path.replace(f"/{value}/", f"/{self.foreign[str(value)]}/", 1)

    def moved_fields(self, press: Press) -> Iterator[tuple[str, Press]]:
        """The press with one number of one of its fields exchanged; each in turn."""
        for at, (name, value) in enumerate(press.fields):
            for number in NUMBER.finditer(value):
                theirs = self.foreign.get(number.group())
                if theirs is None:
                    continue
                start, end = number.span()
                fields = [*press.fields]
                fields[at] = (name, value[:start] + theirs + value[end:])
                verb = NUMBER.sub("…", value)
                kind = self.kinds[number.group()]
                yield f"{NUMBER.sub('…', name)}={verb} {kind}", Press(press.path, tuple(fields))


class Writes:
    """Notes which of our tables are written; rows are compared only then."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    # The signature is Django's.
    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := re.match(r'(?:INSERT|UPDATE|DELETE)[^"]*"league_(\w+)"', sql):
            self.tables.add(found[1])
        return execute(sql, params, many, context)

    @property
    def any(self) -> bool:
        return bool(self.tables)


def tried(client: Client, press: Press, before: str) -> tuple[int, bool]:
    """The answer, and whether anything was another afterwards; all is taken back."""
    writes = Writes()
    with undone():
        with connection.execute_wrapper(writes):
            status = press.sent_by(client).status_code
        is_changed = writes.any and everything() != before
    return status, is_changed


def pages(there: Site) -> list[str]:
    """Where the buttons of a club are: every page, the desk's steps and what needs a question."""
    desk = f"/e/{there.event.slug}/desk/?step="
    keep, merge = there.path_of("preset_keep"), there.path_of("players_merge")
    return [
        *(path for path in there.paths if not LINKS.search(path)),
        *(desk + step for step in ("roll", "seating", "play", "results", "standings")),
        f"{merge}?kept={there.person.pk}&gone={there.others[0].pk}",
        f"{keep}?season={there.season.pk}",
        f"{keep}?stage={there.stage.pk}",
    ]


def test_no_button_takes_a_thing_of_another_club_in_the_place_of_its_own() -> None:
    two = Two.make()
    client = two.own.owner()
    asked: dict[str, Press] = {}
    for press in presses(client, pages(two.own)):
        name = resolve(urlsplit(press.path).path).url_name
        verb = " ".join(NUMBER.sub("…", value) for key, value in press.fields if key == "do")
        for what, moved in two.moved_paths(press.path):
            asked.setdefault(f"{name} {verb} /{what}/", Press(moved, press.fields))
        for what, changed in two.moved_fields(press):
            asked.setdefault(f"{name} {verb} {what}", changed)
    before = everything()

    answers = {what: tried(client, press, before) for what, press in asked.items()}

    assert len(answers) > 100
    assert {
        what: answer for what, answer in answers.items() if answer[0] not in REFUSED or answer[1]
    } == {}


def test_a_merge_tells_nothing_of_somebody_whom_the_club_does_not_know() -> None:
    two = Two.make()
    path = two.own.path_of("players_merge")
    mine, theirs = two.own.person.pk, two.other.person.pk

    answers = [
        two.own.owner().get(f"{path}?kept={kept}&gone={gone}").status_code
        for kept, gone in ((mine, theirs), (theirs, mine))
    ]

    assert answers == [404, 404]


def test_no_address_leads_to_a_thing_of_another_club_under_the_name_of_ones_own() -> None:
    two = Two.make()
    client = two.own.owner()
    asked: dict[str, str] = {}
    for (_, name), path in zip(routes(), two.own.paths, strict=True):
        moved = dict(two.moved_paths(path))
        if len(moved) > 1 and name not in POST_ONLY:
            asked |= {f"{name} /{what}/": other for what, other in moved.items()}

    answers = {what: client.get(path).status_code for what, path in asked.items()}

    assert len(answers) > 20
    assert {what: one for what, one in answers.items() if one not in {403, 404}} == {}


def ways_back() -> dict[str, int]:
    """The verbs by which the desk takes something back of a row, and how many numbers they say."""
    found: dict[str, int] = {}
    for number in (0, 1):  # the way back may depend on a number; usual ones are not spelled
        for outcome in OUTCOMES.values():
            command = Done(outcome, (number,) * len(outcome.parameters)).undo()
            verb, *ids = str(command).split(":")
            found |= {verb: len(ids)} if ids else {}
    return found


def test_no_way_back_of_the_desk_takes_back_what_was_done_in_another_club() -> None:
    two = Two.make()
    client, event = two.own.owner(), two.other.event
    theirs = {
        "entry": event.entries.values_list("pk", flat=True)[0],
        "round": Round.objects.filter(stage__event=event).values_list("pk", flat=True)[0],
        "seating": Seating.objects.filter(round__stage__event=event).values_list("pk", flat=True)[
            0
        ],
        "table": Table.objects.filter(seating__round__stage__event=event).values_list(
            "pk", flat=True
        )[0],
        "line": models.JournalLine.objects.filter(club=two.other.club).latest("pk").pk,
    }
    path = f"/e/{two.own.event.slug}/desk/"
    fields = (("stage", str(two.own.stage.number)), ("accept", "yes"), ("reason", "Because."))
    before = everything()

    answers = {
        (verb, kind): tried(
            client, Press(path, (*fields, ("do", f"{verb}{f':{pk}' * count}"))), before
        )
        for verb, count in ways_back().items()
        for kind, pk in theirs.items()
    }

    assert len(ways_back()) > 12
    assert {
        what: answer for what, answer in answers.items() if answer[0] not in REFUSED or answer[1]
    } == {}


# JSON holds anything.
def exchanged(own: Any, other: Any) -> Iterator[tuple[str, Any]]:
    """The body with one value that differs between the clubs exchanged; each in turn."""
    if isinstance(own, dict):
        for key, value in own.items():
            for what, changed in exchanged(value, other[key]):
                yield f"{key} {what}", own | {key: changed}
    elif isinstance(own, list):
        for at, (value, theirs) in enumerate(zip(own, other, strict=True)):
            for what, changed in exchanged(value, theirs):
                yield f"{at} {what}", [*own[:at], changed, *own[at + 1 :]]
    elif own != other:
        yield "", other


def test_no_call_of_the_api_takes_a_thing_of_another_club_in_the_place_of_its_own() -> None:
    far_apart()
    own, other = World.make(Visibility.PUBLIC), World.make(Visibility.PUBLIC)
    asker = doors.organizer(own.club, Role.CLUB_ADMIN)
    asked: dict[str, tuple[str, str, Any]] = {}
    for pattern, method in WRITES:
        key, path = (str(pattern.name), method), own.path(pattern)
        if key == ("lab_standings", "post"):
            continue  # changes nothing: it only reads what everybody may see
        for name in pattern.pattern.converters:
            moved = path.replace(f"/{own.ids[name]}/", f"/{other.ids[name]}/")
            if moved != path:
                asked[f"{key} /{name}/"] = (method, moved, own.body(key))
        for what, body in exchanged(own.body(key), other.body(key)):
            asked[f"{key} {what}"] = (method, path, body)
    before = everything()

    answers: dict[str, tuple[int, bool]] = {}
    for what, (method, path, body) in asked.items():
        with undone():
            status = asker.send(method.upper(), path, body, If_Match='"1"').status_code
            answers[what] = (status, everything() != before)

    assert len(answers) > 40
    assert {
        what: answer for what, answer in answers.items() if answer[0] not in REFUSED or answer[1]
    } == {}
