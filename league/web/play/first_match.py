"""A helping hand in somebody's first match of a game, until they close it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from games import catalogue
from league.core.enums import PlayState
from league.queries.play import experience
from league.queries.records.table_starts import crib_text
from league.web.play import guest

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.queries.play.plays import Shown
    from league.queries.records.table_starts import CribText
    from league.web.play.boards.scene import Drawn

COOKIE = "play-known"
DAYS_365 = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Help:
    """What this decision is about, where the board says so; and how a turn goes."""

    now: tuple[str, ...]
    turn: CribText


def help_of(request: HttpRequest, shown: Shown, board: Drawn | None) -> Help | None:
    """Help for whoever sits at their first match of this game; None for everybody else."""
    if shown.mine is None or shown.state != PlayState.RUNNING or shown.game in _known(request):
        return None
    if experience.has_played(viewer=guest.player_of(request), game=shown.game):
        return None
    package = catalogue.get(shown.game)
    crib = crib_text(package, shown.size, package.sheet.options_from_json(shown.options))
    return Help(board.advice if board else (), crib[0]) if crib else None


def close(request: HttpRequest, response: HttpResponse, game: str) -> None:
    """Remembers that whoever sits at this browser knows the game."""
    response.set_cookie(
        COOKIE,
        ".".join(sorted({*_known(request), game})),
        max_age=DAYS_365,
        path="/play/",
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> set[str]:
    games = {package.key for package in catalogue.all_games()}
    return games & set(request.COOKIES.get(COOKIE, "").split("."))
