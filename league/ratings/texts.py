"""What the engines are called, and a sentence about each that a player understands."""

from __future__ import annotations

from games.core.text import gettext_noop

PLACKETT_LUCE = gettext_noop("Plackett–Luce")
PLACKETT_LUCE_SENTENCE = gettext_noop(
    "Beating stronger players earns more, and the less we know about you, the more one "
    "match counts. The ± shows how certain we are."
)
ELO_PAIRS = gettext_noop("Elo for tables")
ELO_PAIRS_SENTENCE = gettext_noop(
    "Every pair at the table counts as a two-player game: beating a stronger opponent "
    "gains more, and a shared place counts half."
)
