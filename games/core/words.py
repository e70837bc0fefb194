"""Sentences about a match, to be put into words in any language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games.core.errors import GameError
from games.core.text import gettext_noop
from games.core.types import Seat

Term: TypeAlias = "int | str | Who | Phrase | Sequence[Term]"
"""What fills a placeholder: a number, an untranslated text, a player, a phrase, a list of these."""


@dataclass(frozen=True, slots=True)
class Who:
    """The player on a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Phrase:
    """``text`` is marked for translation; ``params`` fill its named placeholders."""

    text: str
    params: Mapping[str, Term] = field(default_factory=dict)


_RULE = gettext_noop("rule %(number)s")


def rule_said(rule: str, translate: Callable[[str], str] = str) -> str:
    """A rule as people at a table name it: ``rule 9`` for ``DD R9``."""
    return translate(_RULE) % {"number": rule.rpartition("R")[2]}


def refusal(error: GameError, text: str, translate: Callable[[str], str] = str) -> str:
    """``text``, the sentence for the code of ``error``, with its placeholders filled."""
    params = dict(error.params)
    if isinstance(rule := params.get("rule"), str):
        params["rule"] = rule_said(rule, translate)
    return translate(text) % params


def render(phrase: Phrase, names: Sequence[str], translate: Callable[[str], str] = str) -> str:
    """The phrase as a sentence; ``names`` are the players by seat."""

    def fill(term: Term) -> int | str:
        if isinstance(term, Phrase):
            return render(term, names, translate)
        if isinstance(term, Who):
            return names[term.seat]
        if isinstance(term, int | str):
            return term
        return ", ".join(str(fill(part)) for part in term)

    text = translate(phrase.text) if phrase.text else ""
    return (
        text % {name: fill(term) for name, term in phrase.params.items()} if phrase.params else text
    )
