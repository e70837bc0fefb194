"""What a browser gets of a match is the same to the byte, whatever is hidden from whoever asks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import Play, PlayAction
from tests.league.web.play.test_tables import decide_once, press, seated

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

# What differs each time the same page is made: tokens, keys, the moment, a reference.
ONCE = re.compile(
    r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-now="[^"]*"|\?since=\d+'
    r"|<code>[0-9a-f]{8}</code>"
)
OWN_HEADERS = {"X-Request-ID", "Set-Cookie", "Date"}


def given(client: Client, address: str) -> list[object]:
    """Everything that comes with the page, its part, and the lobby."""
    found: list[object] = []
    for path, headers in (
        (address, {}),
        (address, {"HX-Request": "true"}),
        (f"{address}choices/", {"HX-Request": "true"}),
        (f"{address}replay/", {}),
        (f"{address}record.jsonl", {}),
        ("/play/", {}),
    ):
        answer = client.get(path, headers=headers)
        told = {name: value for name, value in answer.headers.items() if name not in OWN_HEADERS}
        body = ONCE.sub("", answer.content.decode())
        found.append((answer.status_code, told.get("ETag"), sorted(told), len(body), body))
    return found


def row_of(what: str) -> PlayAction:
    return next(row for row in PlayAction.objects.all() if what in row.action.values())


def other_deck() -> None:
    """The last things that will be laid out, in another order."""
    row = row_of("shuffle")
    row.action["values"][-6:] = row.action["values"][-6:][::-1]
    row.save()


def other_dice() -> None:
    """Every player's dice show one face, with which nobody's did."""
    row = row_of("roll")
    faces = row.action["values"]
    face = next(face for face in range(1, 7) if (face, face) not in pairwise(faces))
    row.action["values"] = [face] * len(faces)
    row.save()


def other_cards() -> None:
    row = row_of("deal")
    row.action["values"] = row.action["values"][::-1]
    row.save()


def other_stake() -> None:
    """What the first seat hides in its fist."""
    row = PlayAction.objects.get(seat=0)
    (name,) = (name for name in row.action if name != "t")
    row.action[name] += 10
    row.save()


def begun(game: str, decisions: int) -> tuple[str, list[Client]]:
    """A match in which each seat in turn has decided, so often altogether."""
    address, clients = seated("Ada", "Bo", "Cleo", game=game)
    press(clients[0], address, "begin")
    for number in range(decisions):
        decide_once(clients[number % 3], address)
    return address, clients


@pytest.mark.parametrize(
    ("game", "decisions", "change", "seats"),
    [
        ("dice-devils", 0, other_deck, (0, 1, 2)),
        ("dice-devils", 2, other_deck, (0, 1, 2)),
        ("dice-devils", 0, other_dice, ()),
        ("teufel-teufel", 0, other_cards, (0, 1, 2)),
        ("teufel-teufel", 2, other_cards, (0, 1, 2)),
        ("the-devil-with-it", 1, other_stake, (1, 2)),
        ("the-devil-with-it", 2, other_stake, (1, 2)),
    ],
)
def test_pages_are_the_same_to_the_byte_whatever_is_hidden(
    game: str, decisions: int, change: Callable[[], None], seats: tuple[int, ...]
) -> None:
    address, clients = begun(game, decisions)
    viewers = [Client(), *(clients[seat] for seat in seats)]

    before = [given(viewer, address) for viewer in viewers]
    change()
    after = [given(viewer, address) for viewer in viewers]

    assert Play.objects.get().state == "running"
    assert before == after


@pytest.mark.parametrize(
    ("game", "decisions", "change"),
    [("the-devil-with-it", 1, other_stake), ("dice-devils", 0, other_dice)],
)
def test_to_whom_the_same_thing_is_no_secret_it_shows(
    game: str, decisions: int, change: Callable[[], None]
) -> None:
    address, (ada, *_) = begun(game, decisions)

    before = given(ada, address)
    change()

    assert given(ada, address) != before
