"""Choices in groups that a thumb can find its way through, however many there are.

Nothing is known of the game: choices whose words begin alike belong together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.types import JSON
    from league.queries.play.plays import Choice

FEW = 24  # so many buttons are taken in at a glance
DEEPEST = 2  # so many folds lie in each other at most
FOLDED = 10  # fewer of a kind need no fold of their own
SHORT = 16  # letters of a button that has others beside it on a phone


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A button: what it sends, and what it says."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices that begin with the same words, and further groups among them.

    ``title`` is empty for the whole; ``is_short`` says that several fit beside each other.
    """

    title: str
    count: int
    choices: tuple[ChoiceShown, ...]
    groups: tuple[ChoiceGroup, ...]

    @property
    def is_short(self) -> bool:
        return all(len(choice.words) <= SHORT for choice in self.choices)


def sent(action: JSON) -> str:
    """An action as a button sends it."""
    return json.dumps(action, separators=(",", ":"))


def read(text: str) -> JSON:
    """What a button sent. Raises BadInput."""
    try:
        found: JSON = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("bad_choice", field="action", value=text[:20]) from None
    return found


def grouped(choices: Sequence[Choice]) -> ChoiceGroup:
    """All choices in their order; few of them are one group without a title."""
    rows = [ChoiceShown(sent(choice.action), choice.words) for choice in choices]
    return _group([(row.words.split(), row) for row in rows], depth=0)


def _group(rows: Sequence[tuple[list[str], ChoiceShown]], *, depth: int) -> ChoiceGroup:
    common = _common([words for words, _ in rows])
    title = "" if depth == 0 else " ".join(rows[0][0][:common])
    parts: dict[str, list[tuple[list[str], ChoiceShown]]] = {}
    for words, row in rows:
        parts.setdefault(" ".join(words[common : common + 1]), []).append((words, row))
    if len(rows) <= FEW or len(parts) == len(rows) or depth == DEEPEST:
        return ChoiceGroup(title, len(rows), tuple(row for _, row in rows), ())
    plain: set[str] = set()
    for word, part in sorted(parts.items(), key=lambda item: len(item[1])):
        if len(part) >= FOLDED or sum(len(parts[each]) for each in plain) + len(part) > FEW:
            break
        plain.add(word)
    alone = [row for word, part in parts.items() if word in plain for _, row in part]
    groups = [_group(part, depth=depth + 1) for word, part in parts.items() if word not in plain]
    return ChoiceGroup(title, len(rows), tuple(alone), tuple(groups))


def _common(texts: Sequence[list[str]]) -> int:
    """How many words all of them begin with; one of each is left to tell them apart."""
    found = 0
    for words in zip(*texts, strict=False):
        if len(set(words)) > 1:
            break
        found += 1
    return min(found, min(len(words) for words in texts) - 1) if texts else 0
