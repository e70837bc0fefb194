"""What every page knows."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.queries.people import viewer
from league.web import paths
from league.web.actor import SPEAKS_FOR, actor_of


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of the navigation; ``current``: ``page``, ``true`` for what lies below, or empty."""

    label: str
    href: str
    current: str


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody for whom an account acts."""

    player_id: int
    name: str
    current: bool


@dataclass(frozen=True, slots=True)
class WaysIn:
    """How one signs in: by which server, if there is one, and whether by password.

    ``is_open``: whoever the server knows gets an account; ``by_mail``: whoever has an address.
    """

    server: str
    is_open: bool
    by_password: bool
    by_mail: bool


def ways_in() -> WaysIn:
    server = settings.LEAGUE_OPENID
    return WaysIn(
        server=server.label if server else "",
        is_open=server is not None and server.opens_accounts,
        by_password=settings.LEAGUE_PASSWORD_SIGN_IN,
        by_mail=settings.LEAGUE_OPEN_ACCOUNTS,
    )


def site(request: HttpRequest) -> dict[str, object]:
    # A function: pages without a navigation (projector, fragments) never ask for it.
    return {
        "request_id": getattr(request, "request_id", ""),
        "nav": lambda: navigation(request),
        "family": lambda: family(request),
        "viewer_mark": lambda: viewer_mark(request),
        "sign_in": ways_in,
    }


def viewer_mark(request: HttpRequest) -> str:
    """Tells a browser whether the same person looks as before, without saying who."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    who = f"{user.pk} {request.session.get(SPEAKS_FOR)}"
    return salted_hmac("league.viewer", who).hexdigest()[:16]


def family(request: HttpRequest) -> list[Relative]:
    """The players between whom whoever acts for several chooses, by name; else nobody."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    actor = actor_of(request)
    return [
        Relative(row.pk, row.name, current=row.pk == actor.player_id)
        for row in viewer.family(actor)
    ]


def navigation(request: HttpRequest) -> list[NavLink]:
    """The main places: for everybody the first page, for the signed-in their own ones.

    Asks the database nothing for visitors, and nothing twice.
    """
    kept: list[NavLink] | None = getattr(request, "_navigation", None)
    if kept is None:
        kept = _navigation(request)
        request._navigation = kept  # type: ignore[attr-defined]
    return kept


def _navigation(request: HttpRequest) -> list[NavLink]:
    places = [(_("Home"), paths.at("home") or "/")]
    lobby = (pgettext("navigation", "Play"), paths.at("play_lobby"))
    user = getattr(request, "user", None)  # an error may come before anybody is known
    if user is not None and user.is_authenticated:
        actor = actor_of(request)
        places += [(club.name, paths.at("club", club.slug)) for club in viewer.clubs(actor)]
        if actor.player_id is not None:
            places.append((_("My page"), reverse("player", args=[actor.player_id])))
        places += [lobby, (_("Account"), paths.at("own_account"))]
    else:
        places.append(lobby)
    places.append((_("Games"), paths.at("games")))
    return [NavLink(label, href, current(request.path, href)) for label, href in places if href]


def current(path: str, href: str) -> str:
    """``page`` for the page itself, ``true`` for one that lies below."""
    if path == href:
        return "page"
    return "true" if href != "/" and path.startswith(href) else ""
