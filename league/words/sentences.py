"""What an error says to people, in the language of the moment."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext as translate

from games import catalogue
from games.core.words import rule_said
from league.seating.texts import CHANGES, OBJECTIONS
from league.standings.texts import ERROR_TEXTS
from league.words.api_phrases import API_PHRASES
from league.words.dates import date_format
from league.words.file_phrases import FILE_PHRASES
from league.words.notice_phrases import NOTICE_PHRASES
from league.words.phrases import PHRASES
from league.words.play_phrases import PLAY_PHRASES
from league.words.reach_phrases import REACH_PHRASES
from league.words.sign_in_phrases import SIGN_IN_PHRASES

if TYPE_CHECKING:
    from league.core.errors import LeagueError

# How the codes of the seating room are told from others, and their sentences.
_SEATING = {"seating": OBJECTIONS, "change": CHANGES}

_DAYS = frozenset({"day", "first", "last"})
_RULE = re.compile(r"[A-Z]{2} R[0-9]+")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def sentence(error: LeagueError) -> str:
    """The words for ``error`` in the language of the moment; its code where it has none."""
    code = error.code
    rooms = (
        *(PHRASES, API_PHRASES, PLAY_PHRASES, NOTICE_PHRASES, REACH_PHRASES, FILE_PHRASES),
        SIGN_IN_PHRASES,
    )
    known = next((room[code] for room in rooms if code in room), None)
    phrase = known or _of_the_rooms(code)
    if phrase is None:
        return translate("This is not possible (%(code)s).") % {"code": code}
    return str(phrase) % {name: _worded(name, value) for name, value in error.params.items()}


def _worded(name: str, value: object) -> object:
    """A day and a game's rule as people of the language write them, everything else as it is."""
    if name == "rule" and isinstance(value, str) and _RULE.fullmatch(value):
        return rule_said(value, translate)
    if name in _DAYS and isinstance(value, str) and _DAY.fullmatch(value):
        return date_format(date.fromisoformat(value), "DATE_FORMAT")
    return value


def _of_the_rooms(code: str) -> str | None:
    """The sentence of a pure room (standings, games, seating) for one of its codes, translated."""
    source = ERROR_TEXTS.get(code) or catalogue.sentences().get(code)
    room, _dot, rest = code.partition("_")
    if source is None and room in _SEATING:
        source = _SEATING[room].get(rest)
    return translate(source) if source else None
