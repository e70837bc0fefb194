"""The seating methods there are; a new one is one file and one line here."""

from __future__ import annotations

from league.seating.contract import SeatingMethod
from league.seating.methods.fixed import Fixed
from league.seating.methods.random_draw import RandomDraw
from league.seating.methods.swiss import Swiss

METHODS: tuple[SeatingMethod, ...] = (RandomDraw(), Swiss(), Fixed())
