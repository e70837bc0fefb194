"""What the engines are called, and a sentence about each that a player understands."""

from __future__ import annotations

from games.core.text import gettext_noop

PLACKETT_LUCE = gettext_noop("Plackett–Luce")
PLACKETT_LUCE_SENTENCE = gettext_noop(
    "Who finishes before stronger people rises more; the less is known of somebody, the further "
    "one match moves them. The ± says how sure the number is."
)
ELO_PAIRS = gettext_noop("Elo for tables")
ELO_PAIRS_SENTENCE = gettext_noop(
    "Every pair at the table counts as a game of two: who beats a stronger opponent gains more "
    "than who beats a weaker one, and a shared place counts half."
)
