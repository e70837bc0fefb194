"""Boards: what the position of a match looks like. A game that has none keeps the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.web.play.boards import dice_devils, teufel_teufel, the_devil_with_it
from league.web.play.boards.scene import Scene, presses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from league.queries.play.plays import Choice, Sight
    from league.web.play.boards.scene import Drawn

DRAWN_BY: dict[str, Callable[[Scene], Drawn]] = {
    "dice-devils": dice_devils.draw,
    "teufel-teufel": teufel_teufel.draw,
    "the-devil-with-it": the_devil_with_it.draw,
}


def drawn(
    game: str,
    sight: Sight | None,
    *,
    choices: Sequence[Choice] = (),
    names: Sequence[str],
    mine: int | None = None,
) -> Drawn | None:
    """The board of a game, with all that can be pressed; None where there is none to draw."""
    draw = DRAWN_BY.get(game)
    if draw is None or sight is None:
        return None
    return draw(Scene(sight.view, sight.before, presses(choices), tuple(names), mine))
