"""What a page answers when the league says no."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.core.errors import LeagueError, NotAllowed, NotFound
from league.words.sentences import sentence

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]

PAGES = frozenset({400, 403, 404, 409, 410, 429})


def shown(request: HttpRequest, error: LeagueError) -> HttpResponse:
    """The page for an error that no form on the page can show.

    Who is not signed in is asked to, because then it may be allowed.
    """
    if isinstance(error, NotAllowed) and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method == "GET" else "/")
    detail = "" if isinstance(error, NotFound) else sentence(error)
    template = error.status if error.status in PAGES else 400
    return render(
        request,
        f"errors/{template}.html",
        {"detail": detail, "message": detail},
        status=error.status,
    )


def guarded(page: Page[P]) -> Page[P]:
    """The page, with an answer for every refusal it does not handle itself."""

    @wraps(page)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except LeagueError as error:
            return shown(request, error)

    return answer
