"""What opens something for whoever has its address stands in no line of a log."""

from __future__ import annotations

import logging
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, include, path

from league.config import logs
from tests.installation import Installation

SECRET = "Qw7-hush-hush-Zx9"
# Parts of addresses that everybody may know.
PLAIN = {"slug", "season_slug", "kind", "name", "topic", "colour", "size"}


def ask(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def routes(patterns: list[Any], before: str = "/") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern).lstrip("^").rstrip("$")
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


def filled(route: str) -> str:
    """An address of the route with the secret wherever a part of it is one."""
    parts = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>[^()]*\)")

    def part(found: re.Match[str]) -> str:
        kind, name = found[1], found[2] or found[3]
        if kind in {"int", "id"}:
            return "7"
        return SECRET if name not in PLAIN else "tin-owl"

    return parts.sub(part, route)


def test_no_address_tells_its_secret_to_a_log() -> None:
    games = "/games/"  # the key of a game is its name
    found = {route: filled(route) for route in routes(get_resolver().url_patterns)}
    secret = [one for route, one in found.items() if SECRET in one and not route.startswith(games)]

    lines = [logs.cut(f"Not Found: {one}") for one in secret]

    assert len(secret) > 8
    assert [line for line in lines if "hush" in line] == []
    assert {name for route in found for name in re.findall(r"<(?:\w+:)?(\w+)>", route)} - {
        name for route in found for name in re.findall(r"<(?:int|id):(\w+)>", route)
    } <= logs.SECRET_PARTS | PLAIN


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (f"Not Found: /t/{SECRET}/nowhere/", "Not Found: /t/…/nowhere/"),
        (f"Forbidden: /account/login/?next=%2Fi%2F{SECRET}%2F", "/account/login/?next=%2Fi%2F…%2F"),
        (f"Not Found: /{'x' * 300}", f"Not Found: /{'x' * 200}…"),
        ("Not Found: /c/tin-owl/s/2026/", "Not Found: /c/tin-owl/s/2026/"),
    ],
)
def test_a_line_keeps_what_is_no_secret(said: str, written: str) -> None:
    assert logs.cut(said).endswith(written)


def stumble(request: HttpRequest, code: str) -> HttpResponse:
    raise RuntimeError(f"no chair at {code}")


urlpatterns = [path("t/<str:code>/stumble/", stumble), path("", include("league.config.urls"))]
handler500 = "league.web.errors.server_error"


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_traceback_tells_no_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring: Any = settings.LOGGING["formatters"]["line"]  # type: ignore[index]
    caplog.handler.addFilter(logs.Reference())
    caplog.handler.setFormatter(logs.Line(wiring["format"]))
    logger = logging.getLogger("django.request")
    monkeypatch.setattr(logger, "handlers", [caplog.handler])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "disabled", False)

    Client(raise_request_exception=False).get(f"/t/{SECRET}/stumble/")

    assert wiring["()"] == "league.config.logs.Line"
    assert "RuntimeError: no chair at …" in caplog.text
    assert "/t/…/stumble/" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.gates
@pytest.mark.parametrize(
    ("server", "line"),
    # The second has no tables: what it writes is reports of errors, with tracebacks.
    [("serve", "Not Found: /t/…/"), ("web", "Internal Server Error: /t/…/")],
)
def test_neither_server_writes_what_was_asked_for(
    request: pytest.FixtureRequest, server: str, line: str
) -> None:
    installation: Installation = request.getfixturevalue(
        "prepared" if server == "serve" else "embedded"
    )
    installation.variables |= {"LEAGUE_SECRET_KEY": "k" * 60, "LEAGUE_HOSTS": "127.0.0.1"}
    running = installation.serve("--empty") if server == "serve" else installation.web()

    for address in (f"/i/{SECRET}/", f"/t/{SECRET}/", f"/e/x/here/{SECRET}/", f"/{'y' * 400}/"):
        ask(running.url + address)

    running.wait_for_line(line)
    running.wait_for_line(f"{'y' * 150}")
    assert SECRET not in running.output()
    assert "y" * 210 not in running.output()
