"""Where a form may lead: here, never to another site."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories as make

pytestmark = pytest.mark.django_db

FOREIGN = [
    "https://evil.example",
    "//evil.example",
    "////evil.example",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "\thttps://evil.example",
]
OWN = ["/me/", "http://testserver/me/"]
PASSWORD = "a table by the window"


def led_to(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]  # the test client's answer
    return answer.status_code, answer.headers["Location"]


@pytest.mark.parametrize("url", FOREIGN)
def test_the_language_switch_leads_to_no_other_site(url: str) -> None:
    answer = Client().post("/i18n/setlang/", {"language": "de", "next": url})

    assert led_to(answer) == (302, "/")


@pytest.mark.parametrize("url", OWN)
def test_the_language_switch_leads_back(url: str) -> None:
    answer = Client().post("/i18n/setlang/", {"language": "de", "next": url})

    assert led_to(answer) == (302, url)
    assert answer.cookies["django_language"].value == "de"


def test_the_language_is_kept_in_the_account() -> None:
    account = make.account()
    client = Client()
    client.force_login(account)

    client.post("/i18n/setlang/", {"language": "fr"})
    client.post("/i18n/setlang/", {"language": "xx"})
    account.refresh_from_db()

    assert account.language == "fr"


@pytest.mark.parametrize("url", FOREIGN)
@pytest.mark.parametrize("how", ["form", "address"])
def test_signing_in_leads_to_no_other_site(url: str, how: str) -> None:
    account = make.account(password=PASSWORD)
    client = Client()
    sent = {"login": account.email, "password": PASSWORD}
    path = "/account/login/"

    if how == "form":
        answer = client.post(path, {**sent, "next": url})
    else:
        answer = client.post(path, sent, query_params={"next": url})

    assert led_to(answer) == (302, "/")


@pytest.mark.parametrize("url", OWN)
def test_signing_in_leads_back(url: str) -> None:
    account = make.account(password=PASSWORD)

    answer = Client().post(
        "/account/login/", {"login": account.email, "password": PASSWORD, "next": url}
    )

    assert led_to(answer) == (302, url)


@pytest.mark.parametrize("url", FOREIGN)
def test_signing_out_leads_to_no_other_site(url: str) -> None:
    client = Client()
    client.force_login(make.account())

    answer = client.post("/account/logout/", {"next": url})

    assert led_to(answer) == (302, "/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("url", FOREIGN)
def test_ending_a_token_leads_to_no_other_site(url: str) -> None:
    account = make.account()
    client = Client()
    client.force_login(account)
    client.post("/me/", {"name": "mine", "scopes": ["read"], "days": ""})
    row = account.tokens.get()

    answer = client.post(f"/me/tokens/{row.pk}/end/", {"next": url})

    assert led_to(answer) == (302, "/me/")


@pytest.mark.parametrize(
    "path", ["/account/login/", "/account/signup/", "/account/password/reset/"]
)
def test_the_pages_of_signing_in_have_the_look_of_the_site(path: str) -> None:
    answer = Client().get(path)

    assert answer.status_code == 200
    assert answer.content.decode().count('<main id="content"') == 1


@pytest.mark.parametrize(
    "path", ["/me/", "/account/password/change/", "/account/2fa/", "/account/reauthenticate/"]
)
def test_the_pages_of_the_own_account_have_the_look_of_the_site(path: str) -> None:
    account = make.account(password=PASSWORD)
    client = Client()
    client.post("/account/login/", {"login": account.email, "password": PASSWORD})

    answer = client.get(path)

    assert answer.status_code == 200
    assert answer.content.decode().count('<main id="content"') == 1
