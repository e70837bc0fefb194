"""Small request-wide rules: a reference per request, private hosts, headers, language."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.template.loader import render_to_string
from django.utils import translation

from league.config.logs import reference

Handler = Callable[[HttpRequest], HttpResponse]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

# Addresses of what is one person's alone: codes, keys, tokens. No browser keeps them.
OWN = ("/account/", "/me/", "/api/v1/me/", "/api/v1/tokens/")


class _Moved(HttpResponsePermanentRedirect):
    """To be asked again there as it was asked here, with its body (308)."""

    def __init__(self, to: str) -> None:
        super().__init__(to, preserve_request=True)


class WholeAddresses(CommonMiddleware):
    """Sends whoever forgot the slash at the end to the address with it."""

    response_redirect_class = _Moved


def request_id(handle: Handler) -> Handler:
    """Gives each request a short reference, shown on error pages and kept in the log."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.request_id = secrets.token_hex(4)  # type: ignore[attr-defined]
        mark = reference.set(request.request_id)  # type: ignore[attr-defined]
        try:
            response = handle(request)
        finally:
            reference.reset(mark)
        response.headers.setdefault("X-Request-ID", request.request_id)  # type: ignore[attr-defined]
        return response

    return middleware


def private_hosts(handle: Handler) -> Handler:
    """In the room (``serve --lan``) any private address or local name is a host, no public one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.LEAGUE_LAN and not is_private(request.META.get("HTTP_HOST", "")):
            return HttpResponse("This host name is not served here.\n", status=400)
        return handle(request)

    return middleware


def is_private(host: str) -> bool:
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.strip("[]").casefold()
    if name == "localhost" or name.endswith((".local", ".lan", ".home.arpa")):
        return True
    if "." not in name and name.replace("-", "").isalnum() and not name.isdigit():
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback


def plain_addresses(handle: Handler) -> Handler:
    """No address holds a NUL character; databases differ in what they make of one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            return HttpResponse("There is no such address.\n", "text/plain", status=404)
        return handle(request)

    return middleware


def security_headers(handle: Handler) -> Handler:
    """A strict content policy everywhere, and no shared cache for what a session may colour."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
        if not response.has_header("Cache-Control"):
            kept = "no-store" if request.path_info.startswith(OWN) else "no-cache"
            response.headers["Cache-Control"] = f"private, {kept}"
        return response

    return middleware


def account_language(handle: Handler) -> Handler:
    """The language chosen in this browser first, then the account's own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return handle(request)

    return middleware


def wrong_method(handle: Handler) -> Handler:
    """Who opens the address of a button gets a page that offers a way on, not an empty one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        if response.status_code == 405 and not response.content:
            response.content = render_to_string("errors/405.html", request=request).encode()
        return response

    return middleware
