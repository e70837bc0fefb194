"""Names: how they are stored, found, sorted, and how much of them the public sees."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext

from league.core.enums import NameLevel

if TYPE_CHECKING:
    from league.models import Club, Player

_SPACES = re.compile(r"\s+")
# They turn the direction of all that follows on a line; a name in Hebrew or Arabic needs none.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FOLDS = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss"})


def clean(text: str) -> str:
    """The stored form: NFC, no control signs and none that turn text, single spaces, trimmed."""
    if text.isascii() and text.isprintable():  # the same, sooner: files have many cells
        return " ".join(text.split())
    text = "".join(sign for sign in text if sign in "\t\n " or not _is_control(sign))
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cs"} or sign in _TURNS


def fold(text: str) -> str:
    """The form in which two spellings of one name are equal: no accents, no case, no width."""
    if text.isascii():
        return " ".join(text.lower().split())
    text = unicodedata.normalize("NFKD", text)
    text = "".join(sign for sign in text if not unicodedata.combining(sign) and sign not in _TURNS)
    return _SPACES.sub(" ", text.casefold().translate(_FOLDS)).strip()


@dataclass(frozen=True, slots=True)
class Shown:
    """A name for a page: what to show and a stable key to sort by."""

    name: str
    sort_key: str


def marked(name: str, *, is_filler: bool) -> str:
    """The name of whoever holds a seat, in a line of text."""
    return f"{name} ({gettext('filler')})" if is_filler else name


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


def translated(name: str, player_id: int, club: Club) -> str:
    """A name stored in the club's language; who is hidden is called so in that of the moment."""
    with translation.override(club.language):
        word = gettext("Player")
    hidden = name in {word, f"{word} ({player_id})"}
    return name.replace(word, gettext("Player"), 1) if hidden else name


def distinct(names: Mapping[int, str], hints: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """The same names, told apart where two are equal: by a hint, else by player number.

    The number is the player's own, so that an alias is the same on every page.

    Args:
        hints: what may be told of each, best first: a nickname, a number in the club.
    """
    result = dict(names)
    for ids in _alike(names):
        known = {id_: [*(word for word in hints.get(id_, ()) if word), str(id_)] for id_ in ids}
        times = Counter(word for words in known.values() for word in {*map(fold, words)})
        for id_, words in known.items():
            free = (word for word in words if times[fold(word)] == 1)
            result[id_] = f"{names[id_]} ({next(free, id_)})"
    return result


def _alike(names: Mapping[int, str]) -> list[list[int]]:
    """Whose names look the same, group by group."""
    seen: dict[str, list[int]] = {}
    for id_, name in names.items():
        seen.setdefault(fold(name), []).append(id_)
    return [ids for ids in seen.values() if len(ids) > 1]


def shown(players: Iterable[Player], club: Club, *, full: bool) -> dict[int, Shown]:
    """Names of ``players`` as one audience of ``club`` sees them, told apart where equal.

    Where two are equal a nickname or the number in the club is added, of those whose whole name
    the audience may read; the others get a number that tells nothing.

    Args:
        players: everybody who stands on the same page or in the same list.
        full: whether the audience are the club's organizers.
    """
    rows = {row.pk: row for row in players}
    names = {pk: row.name if full else public_name(row, club) for pk, row in rows.items()}
    alike = [pk for ids in _alike(names) for pk in ids]
    open_ = [pk for pk in alike if full or level_of(rows[pk], club) == NameLevel.FULL]
    numbers = _numbers(open_, club)
    told = distinct(names, {pk: (rows[pk].nickname, numbers.get(pk, "")) for pk in open_})
    return {
        pk: Shown(name=told[pk], sort_key=row.sort_key if full else fold(names[pk]))
        for pk, row in rows.items()
    }


def told_apart(players: Iterable[Player], club: Club | None) -> dict[int, str]:
    """Whole names for who may read them all; ``club`` is whose numbers help where two are equal."""
    if club is not None:
        return {pk: row.name for pk, row in shown(players, club, full=True).items()}
    rows = list(players)
    return distinct({row.pk: row.name for row in rows}, {row.pk: (row.nickname,) for row in rows})


def _numbers(ids: Sequence[int], club: Club) -> dict[int, str]:
    """The numbers in the club of these players; asked only where two look alike."""
    if not ids or club.pk is None:
        return {}
    rows = club.memberships.filter(player__in=ids, until__isnull=True)
    return dict(rows.values_list("player_id", "member_no"))
