"""Teufel, Teufel!: letters are collected at night, devils get in the way."""

from __future__ import annotations

from games.core.package import GamePackage
from games.core.text import gettext_noop
from games.teufel_teufel.badges import TeufelBadges
from games.teufel_teufel.crib import crib
from games.teufel_teufel.options import TABLES
from games.teufel_teufel.play import ADVISER, BOTS, FAST, LENGTH_UNIT, MAX_STEPS, PLAY, PLAY_TEXTS
from games.teufel_teufel.sheet.rules import TeufelRules
from games.teufel_teufel.start import TeufelStart
from games.teufel_teufel.texts import TEXTS

GAME = GamePackage(
    key="teufel-teufel",
    edition=1,
    title=gettext_noop("Teufel, Teufel!"),
    seats=TABLES,
    sheet=TeufelRules(),
    texts={**TEXTS, **PLAY_TEXTS},
    prefix="TT",
    # A club evening has a clock.
    starter={"early_end_allowed": True},
    play=PLAY,
    bots=BOTS,
    fast=FAST,
    adviser=ADVISER,
    max_steps=MAX_STEPS,
    length_unit=LENGTH_UNIT,
    hidden_draws=gettext_noop(
        "The cards lie face down: anyone who typed them in would know where the letters are."
    ),
    start=TeufelStart(),
    crib=crib,
    badges=TeufelBadges(),
    short="Teufel",
    minutes=45,
)
