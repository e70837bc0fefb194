"""A club's own face: its form, its accent, the texts at the foot of its pages."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import Role
from league.models import Club
from tests import factories

pytestmark = pytest.mark.django_db


def admin_of(club: Club) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client = Client()
    client.force_login(account)
    return client


def test_what_a_club_says_of_itself_stands_on_its_pages_and_at_their_foot() -> None:
    club = factories.club()
    event = factories.event(club)
    client = admin_of(club)
    page = f"/c/{club.slug}/office/face/"
    said = {
        "accent": "#1D6F5C",
        "address": "3 Harbour Road & Quay, Kiel",
        "contact": "https://tin-owl.example",
        "joining": "Come along.\n<b>Twice.</b>",
        "imprint": "Ada Quill answers.",
        "privacy": "",
    }

    saved = client.post(page, {**said, "version": club.version})
    stale = client.post(page, {**said, "address": "Elsewhere", "version": club.version})
    shown = Client().get(f"/c/{club.slug}/").content.decode()
    night = Client().get(f"/e/{event.slug}/").content.decode()
    texts = [Client().get(f"/c/{club.slug}/{name}/") for name in ("imprint", "privacy")]

    assert (saved.status_code, stale.status_code) == (302, 409)
    assert "search?query=3%20Harbour%20Road%20%26%20Quay%2C%20Kiel" in shown
    assert "Come along.<br>&lt;b&gt;Twice.&lt;/b&gt;" in shown
    assert '<a href="https://tin-owl.example" rel="nofollow">' in shown
    for text in (shown, night):
        assert "/accent/1d6f5c.css" in text
        assert f'<a href="/c/{club.slug}/imprint/">Imprint</a>' in text
        assert f"/c/{club.slug}/privacy/" not in text
    assert [answer.status_code for answer in texts] == [200, 404]


@pytest.mark.parametrize(
    ("accent", "said"),
    [
        ("green", "“green” is not a colour. Enter one such as #1d6f5c."),
        (
            "#ff7f50",
            "Text in #ff7f50 would be too pale to read on a light page. #a65334 would work.",
        ),
    ],
)
def test_a_colour_that_cannot_be_read_is_refused_with_what_would_work(
    accent: str, said: str
) -> None:
    club = factories.club()

    answer = admin_of(club).post(
        f"/c/{club.slug}/office/face/", {"accent": accent, "version": club.version}
    )

    assert (answer.status_code, said in answer.content.decode()) == (400, True)
    assert Club.objects.get(pk=club.pk).accent == ""


def test_an_accent_is_a_style_sheet_of_both_themes_and_nothing_else_is() -> None:
    sheet = Client().get("/accent/1d6f5c.css")
    others = [
        Client().get(f"/accent/{word}.css").status_code for word in ("ffd700", "red", "1d6f5")
    ]

    assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
    assert sheet.content.decode().count("--ember: #1d6f5c;") == 1
    assert sheet.content.decode().count("--on-ember: #1f120a;") == 2
    assert others == [404, 404, 404]
