"""The lobby: tables in the browser that wait for players, one's own, and a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.catalogue import playable
from games.core.levels import SMART
from league.after_commit import live
from league.core.enums import PlayAccess, PlayPace
from league.core.errors import BadInput, Refused, TooMany
from league.forms.faults import attach
from league.forms.play.open_table import OpenTableForm
from league.queries.play import lists
from league.queries.play import plays as reading
from league.services.play import plays
from league.web import sent_once
from league.web.device import address_of, private
from league.web.play import guest
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Ruleset
    from league.queries.play.lists import Listed

OTHERS = 3  # the bots at a table that is opened by one press
LISTENED = 10  # own tables that the lobby listens to


@dataclass(frozen=True, slots=True)
class GameOffered:
    """A game that can be played at once."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The lists of the lobby, which change by themselves."""

    mine: tuple[Listed, ...]
    waiting: tuple[Listed, ...]
    my_turn: int
    stream: str


@dataclass(frozen=True, slots=True)
class LobbyPage(Tables):
    """Who waits for whom, and the form of a new table."""

    games: tuple[GameOffered, ...]
    form: OpenTableForm
    key: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table as somebody asked for it."""

    game: str
    size: int
    bots: int
    access: PlayAccess
    name: str
    options: JSON = None
    ruleset: Ruleset | None = None
    club: Club | None = None
    pace: PlayPace = PlayPace.TOGETHER
    days: int | None = None
    reserve: int | None = None
    increment: int | None = None
    by_hand: bool = False
    takes_back: bool = True


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def lobby(request: HttpRequest) -> HttpResponse:
    """All tables that wait for players; a form opens another one."""
    if request.method == "POST":
        return private(_opened(request))
    if request.headers.get("HX-Request"):
        return private(page(request, "league/play/_tables.html", _tables(guest.player_of(request))))
    return private(_page(request, _form(request)))


def _page(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    tables = _tables(guest.player_of(request))
    context = LobbyPage(
        mine=tables.mine,
        waiting=tables.waiting,
        my_turn=tables.my_turn,
        stream=tables.stream,
        games=tuple(GameOffered(package.key, _(package.title)) for package in playable()),
        form=form,
        key=sent_once.key_of(request) or sent_once.fresh_key(),
    )
    return page(request, "league/play/lobby.html", context, status=status)


def _tables(viewer: Actor) -> Tables:
    mine = lists.mine(viewer=viewer)
    own = {row.code for row in mine}
    return Tables(
        mine=mine,
        waiting=tuple(row for row in lists.lobby(viewer=viewer) if row.code not in own),
        my_turn=sum(row.owes for row in mine),
        stream=live.address(live.of_lobby(), *(live.of_play(row.code) for row in mine[:LISTENED])),
    )


def _form(request: HttpRequest) -> OpenTableForm:
    usual = reading.usual_name(guest.player_of(request))
    data = request.POST if request.method == "POST" else None
    return OpenTableForm(data, asks_name=not usual)


def _opened(request: HttpRequest) -> HttpResponse:
    """A new table, and whoever opened it on its first seat."""
    if "quick" in request.POST:
        return _begun(request, request.POST["quick"])
    form = _form(request)
    if not form.is_valid():
        return _page(request, form, 422)
    told = form.cleaned_data
    try:
        return open_table(
            request,
            Wanted(
                game=told["game"],
                size=told["size"],
                bots=told["bots"],
                access=PlayAccess(told["access"]),
                name=told["name"],
            ),
        )
    except (BadInput, Refused, TooMany) as error:
        attach(form, error)
        return _page(request, form, error.status)


def _begun(request: HttpRequest, game: str) -> HttpResponse:
    """One press: a table with bots that begins at once."""
    wanted = Wanted(
        game=game,
        size=OTHERS + 1,
        bots=OTHERS,
        access=PlayAccess.LINK,
        name=reading.usual_name(guest.player_of(request)) or _("Guest"),
    )
    return open_table(request, wanted, begins=True)


def open_table(request: HttpRequest, wanted: Wanted, *, begins: bool = False) -> HttpResponse:
    """Opens a table, once for each form that is sent, and goes there."""
    by, key = guest.sitting_down(request)
    contribution = request.POST.get("contribution", "")

    def do() -> dict[str, str]:
        opened = plays.open_table(
            by=by,
            game=wanted.game,
            size=wanted.size,
            options=wanted.options,
            ruleset=wanted.ruleset,
            bots=[SMART] * wanted.bots,
            access=wanted.access,
            club=wanted.club,
            pace=wanted.pace,
            days=wanted.days,
            reserve=wanted.reserve,
            increment=wanted.increment,
            by_hand=wanted.by_hand,
            takes_back=wanted.takes_back,
            name=wanted.name,
            contribution=contribution,
            address=address_of(request),
        )
        if begins:
            opened = plays.begin(by=by, play=opened)
        return {"code": opened.code}

    about = ("play", repr(wanted), begins)
    answer = sent_once.once(request, by=by, about=about, do=do)
    response = HttpResponseRedirect(reverse("play_table", args=[answer["code"]]))
    guest.remember(response, key)
    return response
