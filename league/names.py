"""Names: how they are stored, found, sorted, and how much of them the public sees."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.enums import NameLevel

if TYPE_CHECKING:
    from league.models import Club, Player

_SPACES = re.compile(r"\s+")
_FOLDS = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss"})


def clean(text: str) -> str:
    """The stored form: NFC, no control signs, single spaces, trimmed."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(sign for sign in text if sign in "\t\n " or not _is_control(sign))
    return _SPACES.sub(" ", text).strip()


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cs"}


def fold(text: str) -> str:
    """The form in which two spellings of one name are equal: no accents, no case, no width."""
    text = unicodedata.normalize("NFKD", text)
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    return _SPACES.sub(" ", text.casefold().translate(_FOLDS)).strip()


@dataclass(frozen=True, slots=True)
class Shown:
    """A name for a page: what to show and a stable key to sort by."""

    name: str
    sort_key: str


def level_of(player: Player, club: Club) -> NameLevel:
    """The player's own choice, else nickname for minors, else the club's rule."""
    if player.name_level:
        return NameLevel(player.name_level)
    if player.is_minor:
        return NameLevel.NICKNAME
    return NameLevel(club.name_level)


def public_name(player: Player, club: Club) -> str:
    """What the public sees of ``player`` in ``club``; never more than the level allows."""
    level = level_of(player, club)
    if level == NameLevel.FULL:
        return player.name
    if level == NameLevel.INITIAL:
        given = player.given or player.name.split(" ")[0]
        family = player.family or (player.name.split(" ")[-1] if " " in player.name else "")
        return f"{given} {family[0]}." if family else given
    if level == NameLevel.NICKNAME and player.nickname:
        return player.nickname
    if level == NameLevel.NICKNAME:
        words = [player.given, player.family] if player.given else player.name.split(" ")
        return "".join(f"{word[0]}." for word in words if word)
    return gettext("Player")


def distinct(names: Mapping[int, str], hints: Mapping[int, str]) -> dict[int, str]:
    """The same names, told apart where two are equal: by hint (a nickname), else by player number.

    The number is the player's own, so that an alias is the same on every page.
    """
    seen: dict[str, list[int]] = {}
    for id_, name in names.items():
        seen.setdefault(fold(name), []).append(id_)
    result = dict(names)
    for ids in seen.values():
        if len(ids) > 1:
            taken = [hints.get(id_, "") for id_ in ids]
            useful = len(set(taken)) == len(ids) and all(taken)
            for id_ in ids:
                result[id_] = f"{names[id_]} ({hints[id_] if useful else id_})"
    return result


def shown(players: Iterable[Player], club: Club, *, full: bool) -> dict[int, Shown]:
    """Names of ``players`` as one audience of ``club`` sees them, told apart where equal.

    Args:
        full: whether the audience are the club's organizers.
    """
    rows = list(players)
    names = {row.pk: row.name if full else public_name(row, club) for row in rows}
    hints = {
        row.pk: row.nickname if full or level_of(row, club) == NameLevel.FULL else ""
        for row in rows
    }
    keys = {row.pk: row.sort_key if full else fold(names[row.pk]) for row in rows}
    return {
        id_: Shown(name=name, sort_key=keys[id_]) for id_, name in distinct(names, hints).items()
    }
