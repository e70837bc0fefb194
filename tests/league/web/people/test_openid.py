"""Signing in by a server of others: whom it lets in, whom not, and what its groups may do."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.test import Client

from league.core.actors import system
from league.core.enums import InvitationKind, Role
from league.core.errors import Refused
from league.core.openid import GroupRole, Server
from league.models import Account, Club, Grant, JournalLine
from league.queries.people import account_actors
from league.services.people import access
from tests import factories as make
from tests.openid_server import CLIENT, SECRET, OpenIdServer

pytestmark = pytest.mark.django_db

BEGIN = "/account/oidc/login/"
ADA = {"sub": "ada-1", "email": "Ada@club.example", "email_verified": True}


@pytest.fixture(scope="module")
def running() -> Iterator[OpenIdServer]:
    server = OpenIdServer()
    yield server
    server.stop()


@pytest.fixture
def server(running: OpenIdServer, settings: object) -> OpenIdServer:
    cache.clear()
    running.person, running.told, running.faults = dict(ADA), {}, {}
    running.key = running._key
    running.asked.clear()
    running.left.clear()
    running.ends_sessions = True
    use(settings, running)
    return running


def use(settings: object, server: OpenIdServer, **more: object) -> None:
    """The installation's own settings for this server."""
    fields = {"label": "Harbour ID", "opens_accounts": True, **more}
    described = Server(address=server.address, client_id=CLIENT, secret=SECRET, **fields)  # type: ignore[arg-type]
    settings.LEAGUE_OPENID = described  # type: ignore[attr-defined]


def sign_in(browser: Client, begin: str = BEGIN) -> tuple[int, str]:
    """Goes to the server and back; the status and where one lands, or what the page says."""
    sent = browser.get(begin)
    if sent.status_code != 302:
        return sent.status_code, said(sent.content)
    gone = requests.get(sent["Location"], allow_redirects=False, timeout=10)
    return come_back(browser, gone.headers["Location"])


def come_back(browser: Client, address: str) -> tuple[int, str]:
    parts = urlsplit(address)
    back = browser.get(f"{parts.path}?{parts.query}")
    return back.status_code, back["Location"] if back.status_code == 302 else said(back.content)


def said(page: bytes) -> str:
    """What the page says in its box."""
    box = re.search(r'class="notice.*?</svg>\s*<div>(.*?)</div>', page.decode(), re.DOTALL)
    return unescape(box[1]).strip() if box else page.decode()


def who(browser: Client) -> int | None:
    return int(browser.session["_auth_user_id"]) if "_auth_user_id" in browser.session else None


def confirmed(email: str = "ada@club.example", **fields: object) -> Account:
    account = make.account(email, **fields)  # type: ignore[arg-type]
    EmailAddress.objects.create(user=account, email=email, verified=True, primary=True)
    return account


def facts() -> list[tuple[str, str, object]]:
    lines = JournalLine.objects.order_by("pk")
    return [(line.kind, line.actor_key, line.payload.get("role")) for line in lines]


def test_a_first_sign_in_opens_an_account_and_the_next_one_finds_it(server: OpenIdServer) -> None:
    first, again = Client(), Client()

    assert sign_in(first, f"{BEGIN}?next=/me/") == (302, "/me/")
    server.person |= {"email": "elsewhere@club.example"}  # the person is known by more than that
    assert sign_in(again) == (302, "/")

    account = Account.objects.get()
    assert account.email == "ada@club.example"
    assert (who(first), who(again)) == (account.pk, account.pk)
    assert not account.has_usable_password()
    row = SocialAccount.objects.get()
    assert (row.provider, row.uid, row.extra_data) == (server.address, "ada-1", {})
    assert facts() == [
        ("account_made", "system:openid", None),
        ("account_changed", "system:openid", None),
    ]
    assert {asked["code_challenge_method"] for asked in server.asked} == {"S256"}
    assert {asked["scope"] for asked in server.asked} <= {"openid email", "email openid"}


def test_the_button_stands_on_the_page_only_where_there_is_a_server(
    server: OpenIdServer, settings: object
) -> None:
    shown = Client().get("/account/login/?next=/me/").content.decode()
    settings.LEAGUE_OPENID = None  # type: ignore[attr-defined]
    bare = Client().get("/account/login/?next=/me/").content.decode()

    assert "Sign in with Harbour ID" in shown
    assert f'href="{BEGIN}?next=%2Fme%2F"' in shown
    assert "oidc" not in bare
    assert Client().get(BEGIN).status_code == 404
    assert Client().get("/account/3rdparty/signup/").status_code == 404


def test_a_confirmed_address_joins_and_an_unconfirmed_one_takes_over_nothing(
    server: OpenIdServer,
) -> None:
    ada = confirmed()
    make.account("bo@club.example")
    stranger, owner = Client(), Client()

    assert sign_in(owner) == (302, "/")
    server.person = {"sub": "bo-1", "email": "bo@club.example", "email_verified": True}
    assert sign_in(stranger) == (
        409,
        "There is an account for bo@club.example, but the address was never confirmed here. Sign "
        "in to it the way you did so far, then connect it on the page “Your account”.",
    )

    assert (who(owner), who(stranger)) == (ada.pk, None)
    assert SocialAccount.objects.count() == 1


@pytest.mark.parametrize("email_verified", [False, "false", None, 1, "yes"])
def test_an_address_that_the_server_has_not_verified_opens_nothing(
    server: OpenIdServer, email_verified: object
) -> None:
    confirmed()
    browser = Client()
    server.person["email_verified"] = email_verified

    assert sign_in(browser) == (
        409,
        "You have no confirmed e-mail address there. Confirm it there, then sign in again.",
    )
    assert who(browser) is None
    assert not SocialAccount.objects.exists()


def test_an_address_that_the_server_gave_to_somebody_else_opens_nothing(
    server: OpenIdServer,
) -> None:
    assert sign_in(Client())[0] == 302
    server.person["sub"] = "another-2"
    browser = Client()

    status, reason = sign_in(browser)

    assert (status, who(browser)) == (409, None)
    assert "connected with someone else's sign-in" in reason


def test_whoever_is_signed_in_connects_the_own_address_and_no_other(server: OpenIdServer) -> None:
    account = make.account("ada@club.example", password="seven lanterns at dusk")
    browser = Client()
    browser.force_login(account)
    connect = f"{BEGIN}?process=connect"

    server.person["email"] = "bo@club.example"
    assert "The addresses differ" in sign_in(browser, connect)[1]
    server.person["email"] = "ada@club.example"
    assert sign_in(browser, connect) == (302, "/me/")

    assert server.asked[-1]["prompt"] == "login"
    assert sign_in(Client()) == (302, "/")
    assert "Disconnect from Harbour ID" in browser.get("/me/").content.decode()
    browser.post("/me/sign-in/disconnect/")
    assert not SocialAccount.objects.exists()


def test_the_only_way_in_is_not_taken_away(server: OpenIdServer) -> None:
    browser = Client()
    sign_in(browser)

    page = browser.post("/me/sign-in/disconnect/", follow=True).content.decode()

    assert "Add a passkey first" in unescape(page)
    assert SocialAccount.objects.exists()


def test_no_account_is_opened_where_the_installation_opens_none_but_by_invitation(
    server: OpenIdServer, settings: object
) -> None:
    use(settings, server, opens_accounts=False)
    club = make.club()
    boss = make.actor(Role.CLUB_ADMIN, club)
    _row, secret = access.invite(by=boss, role=Role.ORGANIZER, scope=club)
    link, browser = f"/i/{secret}/", Client()

    refused = sign_in(browser)
    assert refused[0] == 409
    assert "There is no account for ada@club.example here" in refused[1]
    assert "Sign in with Harbour ID" in browser.get(link).content.decode()
    assert sign_in(browser, f"{BEGIN}?next={link}") == (302, link)
    browser.post(link)

    grant = Grant.objects.get(account__email="ada@club.example")
    assert (grant.role, grant.club, grant.by_group) == (Role.ORGANIZER, club, False)


# --- what is forged or stale ------------------------------------------------------------


FORGED = {
    "another nonce": {"nonce": "of somebody else"},
    "no nonce": {"nonce": None},
    "expired": {"exp": int(time.time()) - 3600},
    "for somebody else": {"aud": "another client"},
    "for several, and somebody else": {"aud": [CLIENT, "another"], "azp": "another"},
    "of another server": {"iss": "https://elsewhere.example"},
}


@pytest.mark.parametrize("faults", FORGED.values(), ids=FORGED)
def test_a_token_that_is_not_of_now_for_us_and_for_this_browser_opens_nothing(
    server: OpenIdServer, faults: dict[str, object]
) -> None:
    browser = Client()
    server.faults = faults

    assert sign_in(browser) == (
        409,
        "What Harbour ID answered could not be checked. Start again from the sign-in page.",
    )
    assert (who(browser), Account.objects.count()) == (None, 0)


def test_a_token_signed_by_another_key_opens_nothing(server: OpenIdServer) -> None:
    server.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    browser = Client()

    assert sign_in(browser)[0] == 409
    assert (who(browser), Account.objects.count()) == (None, 0)


def test_further_answers_about_somebody_else_open_nothing(server: OpenIdServer) -> None:
    server.told = {"sub": "bo-1", "email": "bo@club.example", "email_verified": True}

    assert sign_in(Client())[0] == 409


def test_what_comes_back_counts_once_and_in_the_browser_that_asked(server: OpenIdServer) -> None:
    mine, other = Client(), Client()
    sent = mine.get(BEGIN)
    back = requests.get(sent["Location"], allow_redirects=False, timeout=10).headers["Location"]

    assert come_back(other, back)[0] == 409
    assert come_back(mine, back) == (302, "/")
    mine.post("/account/logout/")
    assert come_back(mine, back)[0] == 409
    assert (who(mine), who(other)) == (None, None)


def test_whoever_says_no_at_the_server_is_back_at_the_sign_in_page(server: OpenIdServer) -> None:
    browser = Client()
    sent = browser.get(BEGIN)
    state = re.search(r"state=([^&]+)", sent["Location"])
    assert state

    answer = browser.get(f"{BEGIN}callback/?error=access_denied&state={state[1]}", follow=True)

    assert answer.redirect_chain == [("/account/login/", 302)]
    assert "You did not sign in." in answer.content.decode()


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "\\\\evil.example"])
def test_no_address_of_another_site_is_gone_to_afterwards(
    server: OpenIdServer, target: str
) -> None:
    assert sign_in(Client(), f"{BEGIN}?next={target}") == (302, "/")


def test_a_server_that_is_away_is_told_of(server: OpenIdServer, settings: object) -> None:
    gone = OpenIdServer()
    gone.stop()
    use(settings, gone)

    assert sign_in(Client()) == (
        502,
        "Harbour ID does not answer. Try again in a few minutes, or sign in another way.",
    )


def test_a_server_that_calls_itself_otherwise_is_not_the_one(
    server: OpenIdServer, settings: object
) -> None:
    use(settings, server)
    settings.LEAGUE_OPENID = Server(  # type: ignore[attr-defined]
        address=server.address.replace("127.0.0.1", "localhost"), client_id=CLIENT, secret=SECRET
    )

    assert sign_in(Client())[0] == 409


# --- groups, codes, passwords ------------------------------------------------------------


def test_roles_follow_the_groups_and_those_given_by_hand_stay(
    server: OpenIdServer, settings: object
) -> None:
    club, other = make.club(slug="harbour"), make.club(slug="dawn")
    ada = confirmed()
    make.grant(ada, Role.ORGANIZER, other)
    roles = (
        GroupRole("/boards/admins", "harbour", Role.CLUB_ADMIN),
        GroupRole("hosts", "dawn", Role.ORGANIZER),
        GroupRole("hosts", "no-such-club", Role.ORGANIZER),
        GroupRole("root", "", Role.SITE_ADMIN),
    )
    use(settings, server, roles=roles)

    def held() -> set[tuple[str, Club | None, bool]]:
        return {(one.role, one.club, one.by_group) for one in ada.grants.all()}

    by_hand = (Role.ORGANIZER, other, False)
    server.person["groups"] = ["/boards/admins", "hosts", "chess"]
    browser = Client()
    sign_in(browser)
    assert held() == {by_hand, (Role.CLUB_ADMIN, club, True)}
    assert "from a group" in browser.get("/c/harbour/office/roles/").content.decode()
    server.told = {"groups": "root"}
    sign_in(Client())
    assert held() == {by_hand, (Role.SITE_ADMIN, None, True)}
    server.told = {}
    server.person["groups"] = ["/boards/admins"]
    make.grant(make.account(), Role.SITE_ADMIN)
    sign_in(Client())
    boss = make.actor(Role.SITE_ADMIN)
    access.grant(by=boss, account=ada, role=Role.CLUB_ADMIN, scope=club)
    del server.person["groups"]
    sign_in(Client())

    assert held() == {by_hand, (Role.CLUB_ADMIN, club, False)}
    assert facts()[1:] == [
        ("grant_given", "system:openid", "club_admin"),
        ("grant_revoked", "system:openid", "club_admin"),
        ("grant_given", "system:openid", "site_admin"),
        ("grant_revoked", "system:openid", "site_admin"),
        ("grant_given", "system:openid", "club_admin"),
        ("grant_given", boss.key, "club_admin"),
    ]


def test_the_last_who_looks_after_the_installation_stays(
    server: OpenIdServer, settings: object
) -> None:
    use(settings, server, roles=(GroupRole("root", "", Role.SITE_ADMIN),))
    server.person["groups"] = ["root"]
    sign_in(Client())
    server.person["groups"] = []

    sign_in(Client())

    assert Grant.objects.get().role == Role.SITE_ADMIN


def test_whoever_has_codes_here_is_asked_for_one_all_the_same(server: OpenIdServer) -> None:
    ada = confirmed()
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    browser = Client()

    assert sign_in(browser, f"{BEGIN}?next=/me/") == (302, "/account/2fa/authenticate/")
    assert who(browser) is None
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    browser.post("/account/2fa/authenticate/", {"code": code})
    assert who(browser) == ada.pk
    assert browser.session["openid_id_token"]


def test_a_closed_account_stays_closed(server: OpenIdServer) -> None:
    ada = confirmed()
    sign_in(Client())
    Account.objects.filter(pk=ada.pk).update(is_active=False)
    browser = Client()

    sign_in(browser)

    assert who(browser) is None


def test_somebody_without_a_password_adds_a_passkey_soon_after_signing_in(
    server: OpenIdServer,
) -> None:
    browser = Client()
    sign_in(browser)

    assert browser.get("/account/2fa/webauthn/add/").status_code == 200
    session = browser.session
    session["account_authentication_methods"][-1]["at"] -= 3600
    session.save()
    assert browser.get("/account/2fa/webauthn/add/")["Location"].startswith(BEGIN)


def test_where_passwords_are_off_nobody_gets_in_by_one_but_by_a_link_of_the_terminal(
    server: OpenIdServer, settings: object
) -> None:
    settings.LEAGUE_PASSWORD_SIGN_IN = False  # type: ignore[attr-defined]
    word = "seven lanterns at dusk"
    ada = confirmed(password=word)
    club = make.club()
    boss = account_actors.person(ada)
    make.grant(ada, Role.SITE_ADMIN)
    browser = Client()

    page = browser.get("/account/login/").content.decode()
    browser.post("/account/login/", {"login": ada.email, "password": word})

    assert 'type="password"' not in page
    assert who(browser) is None
    for address in ("/account/password/reset/", "/account/password/change/"):
        assert Client().get(address).status_code == 404
    with pytest.raises(Refused, match="passwords_off"):
        access.reset_link(by=account_actors.person(ada), account=make.account())
    boss = account_actors.person(ada)
    _row, secret = access.invite(by=boss, role=Role.ORGANIZER, scope=club)
    assert 'type="password"' not in browser.get(f"/i/{secret}/").content.decode()
    new = {"email": "new@club.example", "password": word}
    assert browser.post(f"/i/{secret}/", new).status_code == 409
    own, secret = access.invite(by=system("setup_link"), role=Role.SITE_ADMIN)
    assert own.kind == InvitationKind.ROLE
    assert browser.post(f"/i/{secret}/", new).status_code == 302
    assert who(browser) == Account.objects.get(email="new@club.example").pk


def test_signing_out_here_signs_out_at_the_server_too_where_it_names_a_page_for_that(
    server: OpenIdServer,
) -> None:
    browser = Client()
    sign_in(browser)
    token = browser.session["openid_id_token"]

    out = browser.post("/account/logout/")

    assert (out.status_code, who(browser)) == (200, None)
    assert token not in str(dict(browser.session))
    page = out.content.decode()
    assert "Harbour ID is asked to sign you out there too." in page
    address = out.headers["Refresh"].removeprefix("0; url=")
    assert address in unescape(page)
    gone = requests.get(address, allow_redirects=False, timeout=10)
    assert gone.headers["Location"] == "http://testserver/"
    assert server.left == [
        {
            "id_token_hint": token,
            "client_id": CLIENT,
            "post_logout_redirect_uri": "http://testserver/",
        }
    ]


def test_whoever_signs_in_after_somebody_else_in_one_browser_signs_out_at_the_server_too(
    server: OpenIdServer,
) -> None:
    browser = Client()
    sign_in(browser)
    ada = who(browser)
    server.person = {"sub": "bo-1", "email": "bo@club.example", "email_verified": True}
    sign_in(browser)
    bo, token = who(browser), browser.session.get("openid_id_token")

    out = browser.post("/account/logout/")

    assert ada != bo
    assert "Refresh" in out.headers
    requests.get(out.headers["Refresh"].removeprefix("0; url="), allow_redirects=False, timeout=10)
    assert [left["id_token_hint"] for left in server.left] == [token]


def test_signing_out_stays_here_where_the_server_has_no_part_in_it_and_says_if_it_is_silent(
    server: OpenIdServer, settings: object
) -> None:
    word = "seven lanterns at dusk"
    confirmed("bo@club.example", password=word)
    by_password, by_server, alone = Client(), Client(), Client()
    by_password.post("/account/login/", {"login": "bo@club.example", "password": word})
    assert who(by_password) is not None
    for browser in (by_server, alone):
        sign_in(browser)

    assert by_password.post("/account/logout/")["Location"] == "/"
    server.ends_sessions = False
    assert by_server.post("/account/logout/")["Location"] == "/"
    silent = Server(address="http://127.0.0.1:9", client_id=CLIENT, secret=SECRET, label="Dusk ID")
    settings.LEAGUE_OPENID = silent  # type: ignore[attr-defined]
    out = alone.post("/account/logout/", follow=True)

    assert (out.status_code, who(alone), server.left) == (200, None, [])
    told = unescape(out.content.decode())
    assert (
        "Dusk ID doesn't answer: you are signed out here, but may still be signed in there." in told
    )
