"""From an error of the league to a page with the right status."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from league import phrases
from league.errors import LeagueError, NotAllowed
from league.web.errors import page

P = ParamSpec("P")
PAGES = frozenset({400, 403, 404, 409, 410, 429})


def with_error_pages(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answers an error that ``view`` lets through with its page; a visitor may sign in first."""

    @wraps(view)
    def answered(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except LeagueError as error:
            may_help = isinstance(error, NotAllowed) and not request.user.is_authenticated
            if may_help and request.method == "GET":
                return redirect_to_login(request.get_full_path(), reverse("account_login"))
            return refusal(request, error)

    return answered


def refusal(request: HttpRequest, error: LeagueError) -> HttpResponse:
    """The page of an error, with its sentence."""
    status = error.status if error.status in PAGES else 400
    response = page(request, status, phrases.sentence(error))
    response.status_code = error.status
    return response
