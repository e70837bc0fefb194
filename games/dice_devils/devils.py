"""The six ranks and the eleven kinds of warm items, as far as a score sheet knows them."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN = range(1, 7)

RANK_LABELS: Mapping[int, str] = {
    OBER: gettext_noop("1 · Head devil"),
    SPIEL: gettext_noop("2 · Gambling devil"),
    FEHLER: gettext_noop("3 · Blunder devil"),
    PUTZ: gettext_noop("4 · Scrubbing devil"),
    SPRING: gettext_noop("5 · Jumping devil"),
    SATAN: gettext_noop("6 · Little Satan"),
}

ITEM_LABELS: Mapping[str, str] = {
    "bed": gettext_noop("Bed"),
    "heater": gettext_noop("Heater"),
    "earmuffs": gettext_noop("Earmuffs"),
    "scarf": gettext_noop("Scarf"),
    "teacup": gettext_noop("Cup of tea"),
    "hot_water_bottle": gettext_noop("Hot-water bottle"),
    "nightcap": gettext_noop("Nightcap"),
    "chili": gettext_noop("Chili peppers"),
    "hot_bath": gettext_noop("Hot bath"),
    "iron": gettext_noop("Iron"),
    "grill": gettext_noop("Grill"),
}

RANK_KEYS: Mapping[int, str] = {
    OBER: "OBER",
    SPIEL: "SPIEL",
    FEHLER: "FEHLER",
    PUTZ: "PUTZ",
    SPRING: "SPRING",
    SATAN: "SATAN",
}
"""The ranks as code and figures name them."""
