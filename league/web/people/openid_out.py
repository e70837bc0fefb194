"""Signing out where one was signed in by a server of others: here first, then there.

The server is asked for its address of signing out only after the session here has ended; a server
that does not answer keeps nobody signed in.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.contrib import messages
from django.utils.translation import gettext as _
from requests import RequestException

from league.web.people import openid
from league.web.rendering import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SignedOutPage:
    """Signed out here; the browser goes on to ``address``, where the server does its part."""

    server: str
    address: str


def token_of(request: HttpRequest) -> str:
    """The server's word by which this session began; empty where it began otherwise."""
    return str(request.session.get(openid.ID_TOKEN, ""))


def there_too(request: HttpRequest, token: str, response: HttpResponse) -> HttpResponse:
    """Where a browser goes that has just been signed out here: ``response``, or the server."""
    if not token or not openid.label():
        return response
    try:
        address = _address(request, token)
    except (RequestException, OAuth2Error) as fault:
        logger.warning("signing out at %s: %r", openid.label(), fault)
        messages.warning(
            request,
            _(
                "%(server)s doesn't answer: you are signed out here, but may still be signed in "
                "there."
            )
            % {"server": openid.label()},
        )
        return response
    if not address:
        return response
    # Not sent on by this answer itself: a form of ours leads to no other site (form-action).
    shown = page(request, "account/signed_out.html", SignedOutPage(openid.label(), address))
    shown.headers["Refresh"] = f"0; url={address}"
    return shown


def _address(request: HttpRequest, token: str) -> str:
    """The server's page of signing out, told who signs out and where to come back to.

    Empty where it names none.
    """
    named = openid.this_server(request).openid_config.get("end_session_endpoint")
    if not isinstance(named, str) or not _is_address(named):
        return ""
    told = {
        "id_token_hint": token,
        "client_id": openid.configured().client_id,
        "post_logout_redirect_uri": request.build_absolute_uri("/"),
    }
    return f"{named}{'&' if '?' in named else '?'}{urlencode(told)}"


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_whole = parts.scheme in {"http", "https"} and bool(parts.netloc)
    return is_whole and text.isprintable() and " " not in text
