"""A club's own face on paper and in pictures: its accent and its logo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Face:
    """What is drawn in a club's own way; empty where the club has nothing of its own.

    Attributes:
        accent: a colour that can be read on light ground; ``soft`` is the ground made of it.
        logo: the bytes of a WebP of ours.
    """

    accent: str = ""
    soft: str = ""
    logo: bytes = b""

    def colours(self) -> dict[str, str]:
        """As templates read them."""
        return {"accent": self.accent, "accent-soft": self.soft}


PLAIN: Final = Face()
