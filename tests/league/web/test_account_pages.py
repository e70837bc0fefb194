"""Pages of the own account that a library would bring along."""

from __future__ import annotations

import pytest
from django.test import Client

from league.enums import Role
from league.models import Account
from tests import factories

pytestmark = pytest.mark.django_db

PASSWORD = "a lantern in the harbour"


def test_nobody_takes_another_address_behind_the_journals_back() -> None:
    factories.account("ann@club.example", password=PASSWORD)
    factories.account("bob@club.example", password=PASSWORD)
    browser = Client()
    signed_in = browser.post("/account/login/", {"login": "ann@club.example", "password": PASSWORD})

    answers = [
        browser.get("/account/email/"),
        browser.post("/account/email/", {"action_add": "", "email": "bob@club.example"}),
        browser.post("/account/email/", {"action_primary": "", "email": "bob@club.example"}),
    ]

    assert signed_in.status_code == 302
    assert [answer.status_code for answer in answers] == [404] * 3
    emails = Account.objects.order_by("email").values_list("email", flat=True)
    assert list(emails) == ["ann@club.example", "bob@club.example"]


def own(client: Client) -> str:
    """The first section of the own account: who one is."""
    page = client.get("/me/").content.decode()
    return page.split("<section>")[1].split("</section>")[0]


def test_an_account_without_a_player_is_led_to_where_it_is_linked() -> None:
    club = factories.club("Tin Owl")
    ada = factories.member(club, "Ada Quill")
    organizer, visitor = factories.account(), factories.account()
    factories.grant(organizer, Role.ORGANIZER, club)
    boss, guest = Client(), Client()
    boss.force_login(organizer)
    guest.force_login(visitor)
    people = f'href="/c/{club.slug}/office/people/"'

    before = [(people in page, 'action="/search/"' in page) for page in (own(boss), own(guest))]
    found = boss.get("/search/", {"q": "Ada Quill"}).content.decode()
    boss.post(f"/p/{ada.pk}/claim/", {"club": club.slug, "note": ""})
    guest.post(f"/p/{ada.pk}/claim/", {"club": club.slug, "note": ""})
    asked = [own(boss), own(guest)]
    decide = f'href="/c/{club.slug}/office/same-person/"'

    assert before == [(True, True), (False, True)]
    assert f"/p/{ada.pk}/" in found
    assert [f'You said to be <a href="/p/{ada.pk}/">' in page for page in asked] == [True, True]
    assert [decide in page for page in asked] == [True, False]


def test_an_account_with_a_player_is_asked_nothing() -> None:
    club = factories.club()
    account = factories.account(player=factories.member(club, "Ada Quill"))
    factories.grant(account, Role.ORGANIZER, club)
    client = Client()
    client.force_login(account)

    page = own(client)

    assert "Ada Quill" in page
    assert ("not linked" in page, "/search/" in page, "/people/" in page) == (False, False, False)
