"""The seating methods there are; a new one is one file and one line here."""

from __future__ import annotations

from league.seating.contract import SeatingMethod
from league.seating.methods.balanced import Balanced
from league.seating.methods.fixed import Fixed
from league.seating.methods.random_draw import RandomDraw
from league.seating.methods.snake import Snake
from league.seating.methods.swiss import Swiss
from league.seating.types import Aim

METHODS: tuple[SeatingMethod, ...] = (RandomDraw(), Swiss(), Balanced(), Snake(), Fixed())


def aim_of(key: str) -> Aim:
    """What the method with this key wants of its tables; a method of former times wants nothing."""
    return next((method.aim for method in METHODS if method.key == key), "none")
