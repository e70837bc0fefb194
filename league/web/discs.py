"""Discs and tiles: a picture, else initials in a colour that stays the same."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import PictureKind
from league.queries.office import pictures
from league.web import paths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.core.actors import Actor
    from league.models import Club
    from league.pictures.encoding import Size

TONES = 6  # as many as there are colours of seats, which are readable in both themes


@dataclass(frozen=True, slots=True)
class Disc:
    """What ``components/_disc.html`` draws; ``picture`` is an address, empty for initials."""

    initials: str
    tone: int
    picture: str = ""


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game with its tile; the title is the words beside it."""

    title: str
    disc: Disc


def disc(pk: int, name: str, picture: str = "") -> Disc:
    """The disc of whoever or whatever has this number and is shown by this name.

    Args:
        name: as the viewer may read it: initials tell no more than the name beside them.
    """
    return Disc(initials=initials(name), tone=pk % TONES + 1, picture=picture)


def of_players(viewer: Actor, shown: Mapping[int, str], size: Size = "small") -> dict[int, Disc]:
    """The discs of people by their numbers, with the pictures that the viewer may see.

    Args:
        shown: the name of each, as the viewer may read it.
    """
    keys = pictures.of_players(viewer, shown)
    return {pk: disc(pk, name, address(keys.get(pk, ""), size)) for pk, name in shown.items()}


def of_one(viewer: Actor, pk: int, name: str) -> Disc:
    """The large disc on somebody's own page."""
    return of_players(viewer, {pk: name}, "large")[pk]


def of_games(titles: Mapping[int, str]) -> dict[int, GameShown]:
    """The tiles of games on the shelf of a club that the viewer sees, by their numbers.

    Args:
        titles: of each of them.
    """
    keys = pictures.of_boxes(list(titles))
    return {
        pk: GameShown(title, disc(pk, title, address(keys.get(pk, ""))))
        for pk, title in titles.items()
    }


def logo(club: Club) -> str:
    """Where the logo of a club that the viewer sees is fetched; empty without one."""
    return address(pictures.of_club(club).get(PictureKind.LOGO, ""), "large")


def address(key: str, size: Size = "small") -> str:
    """Where a picture is fetched; empty without one."""
    return paths.at("picture", key, size) if key else ""


def initials(name: str) -> str:
    """The first signs of the first and the last word; a number stays whole up to two digits."""
    signs = "".join(s if s.isalnum() else " " for s in unicodedata.normalize("NFC", name))
    words = signs.split()
    if not words:
        return "?"
    first, last = words[0][0].upper()[0], words[-1]
    if len(words) == 1:
        return first
    return first + (last[:2] if re.fullmatch(r"\d+", last) else last[0].upper()[0])
