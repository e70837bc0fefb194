"""Pages of the own account that a library would bring along."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from league.core.enums import Role
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


def sign_in(browser: Client, password: str, address: str = "203.0.113.1") -> int:
    """Tries a password from a network address; 302 is a sign-in."""
    form = {"login": "ann@club.example", "password": password}
    return browser.post("/account/login/", form, REMOTE_ADDR=address).status_code


@pytest.fixture
def _counts_from_zero() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.usefixtures("_counts_from_zero")
def test_wrong_guesses_lock_out_their_own_address_and_no_known_browser() -> None:
    factories.account("ann@club.example", password=PASSWORD)
    stranger, elsewhere, laptop = Client(), Client(), Client()
    known = sign_in(laptop, PASSWORD)
    laptop.post("/account/logout/")

    for n in range(10):
        sign_in(stranger, f"guess {n}")

    assert known == 302
    # One network has one address: the right password of the next guess there is not even tried.
    assert (sign_in(stranger, PASSWORD), sign_in(Client(), PASSWORD)) == (200, 200)
    assert sign_in(elsewhere, PASSWORD, "198.51.100.7") == 302
    assert sign_in(laptop, PASSWORD) == 302


@pytest.mark.usefixtures("_counts_from_zero")
def test_guesses_from_many_addresses_end_and_a_known_browser_still_gets_in() -> None:
    factories.account("ann@club.example", password=PASSWORD)
    laptop = Client()
    sign_in(laptop, PASSWORD)
    laptop.post("/account/logout/")

    with override_settings(ACCOUNT_RATE_LIMITS={"login_failed_anywhere": "12/h/key"}):
        for n in range(12):
            sign_in(Client(), f"guess {n}", f"198.51.100.{n}")

        assert sign_in(Client(), PASSWORD, "198.51.100.99") == 200
        assert sign_in(laptop, PASSWORD) == 302


@pytest.mark.usefixtures("_counts_from_zero")
def test_a_known_browser_has_ten_guesses_as_well_and_a_forged_one_is_not_known() -> None:
    factories.account("ann@club.example", password=PASSWORD)
    factories.account("bob@club.example", password=PASSWORD)
    laptop, bobs = Client(), Client()
    sign_in(laptop, PASSWORD)
    laptop.post("/account/logout/")
    bobs.post("/account/login/", {"login": "bob@club.example", "password": PASSWORD})
    bobs.post("/account/logout/")

    for n in range(10):
        sign_in(laptop, f"guess {n}")
        sign_in(bobs, f"guess {n}")

    assert (sign_in(laptop, PASSWORD), sign_in(bobs, PASSWORD)) == (200, 200)
    bobs.cookies["known_device"] = laptop.cookies["known_device"].value + "x"
    assert sign_in(bobs, PASSWORD) == 200


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
    assert [f'You told us you are <a href="/p/{ada.pk}/">' in page for page in asked] == [
        True,
        True,
    ]
    assert [decide in page for page in asked] == [True, False]


def test_an_account_with_a_player_is_asked_nothing() -> None:
    club = factories.club()
    account = factories.account(player=factories.member(club, "Ada Quill"))
    factories.grant(account, Role.ORGANIZER, club)
    client = Client()
    client.force_login(account)

    page = own(client)

    assert "Ada Quill" in page
    assert ("isn't linked" in page, "/search/" in page, "/people/" in page) == (False, False, False)
