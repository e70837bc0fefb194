"""What a browser keeps for the moment without a connection."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests import factories

MANIFEST = "/static/league/manifest.json"


def test_the_worker_serves_the_whole_site_and_asks_this_server_alone() -> None:
    answer = Client().get("/sw.js")

    shown = {name: answer.headers[name] for name in ("Content-Type", "Cache-Control")}
    assert shown == {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": "private, no-cache",
    }
    policy = answer.headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    again = Client().get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (answer.status_code, again.status_code) == (200, 304)


@pytest.mark.django_db
def test_the_page_for_no_connection_is_the_same_for_whoever_asks() -> None:
    person = Client()
    person.force_login(factories.account())

    visitors, persons = Client().get("/offline/"), person.get("/offline/")

    assert visitors.content.split(b"data-now")[0] == persons.content.split(b"data-now")[0]
    assert visitors.content.split(b"data-word")[1:] == persons.content.split(b"data-word")[1:]
    assert b"data-viewer" not in persons.content


@pytest.mark.django_db
def test_a_page_tells_a_browser_apart_who_looks_and_says_nothing_of_them() -> None:
    one, other = factories.account(), factories.account()
    marks = []
    for account in (None, one, other, one):
        client = Client()
        if account is not None:
            client.force_login(account)
        body = client.get("/games/").content.decode()
        marks.append(body.partition('data-viewer="')[2].partition('"')[0])

    assert marks[0] == ""
    assert marks[1] == marks[3] != marks[2]
    assert all(len(mark) == 16 for mark in marks[1:])


def test_every_icon_of_the_app_is_there() -> None:
    found = finders.find("league/manifest.json")
    assert isinstance(found, str)
    told = json.loads(Path(found).read_text())

    icons = [urljoin(MANIFEST, icon["src"]).removeprefix("/static/") for icon in told["icons"]]
    assert all(finders.find(icon) for icon in icons)
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
