"""What is sent, and what came of it: the same for every way out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Message:
    """A notice in the words of one recipient."""

    id: str
    """The same at every try, so that whoever gets it twice can tell."""
    title: str
    """One line; e-mail makes it the subject."""
    body: str
    """Plain text."""
    language: str
    url: str
    """The page it speaks of, as a whole address."""
    stop_url: str
    """The page where one press ends messages like this, as a whole address."""


class Fate(StrEnum):
    """What came of one try."""

    SENT = "sent"
    LATER = "later"  # the other side failed or asks for patience: try again
    GONE = "gone"  # the address is no more: never try it again
    REFUSED = "refused"  # this message will never be taken; the address may still be right


@dataclass(frozen=True, slots=True)
class Outcome:
    """``reason`` is a short sentence of the other side or of the network, for the log alone."""

    fate: Fate
    reason: str = ""
    wait_s: int = 0
    """How many seconds the other side asked to be left alone; 0: it did not say."""
