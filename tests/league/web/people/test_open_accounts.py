"""Making an account oneself, where the installation allows it: an address, and no right."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.core.actors import system
from league.forms import robots
from league.forms.people.sign_in import NEW_ACCOUNT
from league.models import Account, JournalLine
from league.services.people import accounts
from tests import factories

pytestmark = pytest.mark.django_db
PAGE = "/account/signup/"
PASSWORD = "seven brass kettles sing"
SWEEP = system("test")


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    cache.clear()
    settings.LEAGUE_OPEN_ACCOUNTS = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def typed(**fields: str) -> dict[str, str]:
    """What somebody sends who has looked at the form for a while."""
    return {"password1": PASSWORD, "shown": robots.at(NEW_ACCOUNT, time.time() - 3), **fields}


def makes(email: str = "Sam@mail.example", client: Client | None = None) -> Client:
    client = client or Client()
    answer = client.post(PAGE, typed(email=email))
    assert answer.status_code == 302, answer.content.decode()
    return client


def signs_in(client: Client, email: str = "sam@mail.example") -> bool:
    client.post("/account/login/", {"login": email, "password": PASSWORD})
    return "_auth_user_id" in client.session


def test_an_account_counts_once_the_link_in_the_mail_is_confirmed() -> None:
    assert PAGE in Client().get("/account/login/").content.decode()
    client = makes()
    assert not signs_in(client)
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", str(mail.outbox[0].body))
    assert link is not None

    assert "Is sam@mail.example your address?" in client.get(link[1]).content.decode()
    assert not signs_in(Client())  # looked at, as mail scanners do
    client.post(link[1])

    account = Account.objects.get()
    assert (account.email, account.player, account.grants.count()) == ("sam@mail.example", None, 0)
    assert signs_in(client)
    line = JournalLine.objects.get(kind="account_made")
    assert (line.actor_key, line.payload) == (
        "system:page for new accounts",
        {"account": account.pk},
    )


def test_nobody_learns_from_the_page_which_addresses_have_an_account() -> None:
    factories.account("ada@club.example", password=PASSWORD)

    answers = [
        Client().post(PAGE, typed(email=email))
        for email in ("ada@club.example", "new@club.example")
    ]

    assert len({(row.status_code, row.headers["Location"]) for row in answers}) == 1
    assert Account.objects.filter(email="ada@club.example").count() == 1
    told, _ = mail.outbox
    assert told.to == ["ada@club.example"]
    assert "you have one already" in told.body


def test_an_address_that_nobody_confirms_is_free_again_after_some_days() -> None:
    makes()
    invited = factories.account("ada@club.example")

    for days, left in ((2, 2), (4, 1)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            accounts.forget_unconfirmed(by=SWEEP)
        assert Account.objects.count() == left

    assert Account.objects.get() == invited


@pytest.mark.parametrize("fields", [{"password1": "short"}, {"email": "sam"}, {"email": ""}])
def test_what_is_wrong_is_said_at_its_field(fields: dict[str, str]) -> None:
    answer = Client().post(PAGE, typed(**{"email": "sam@mail.example", **fields}))

    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Account.objects.exists()


def test_where_it_is_not_allowed_there_is_no_form_and_no_account(settings: Any) -> None:
    settings.LEAGUE_OPEN_ACCOUNTS = False

    page = Client().post(PAGE, typed(email="sam@mail.example"))

    assert "Accounts are by invitation" in page.content.decode()
    assert not Account.objects.exists()
    assert PAGE not in Client().get("/account/login/").content.decode()


def test_a_program_that_sends_the_form_at_once_or_fills_every_box_makes_no_account() -> None:
    quick = robots.at(NEW_ACCOUNT, time.time())

    answers = [
        Client().post(PAGE, typed(email="sam@mail.example", **fields))
        for fields in ({"shown": quick}, {"shown": ""}, {"remarks": "Cheap watches"})
    ]

    assert [row.status_code for row in answers] == [200] * 3
    assert "Send it once more." in answers[0].content.decode()
    assert "One box must stay empty" in answers[2].content.decode()
    assert not Account.objects.exists()
    assert mail.outbox == []


def test_a_form_shown_by_a_clock_that_was_ahead_is_taken() -> None:
    ahead = robots.at(NEW_ACCOUNT, time.time() + 600)

    Client().post(PAGE, typed(email="sam@mail.example", shown=ahead))

    assert Account.objects.filter(email="sam@mail.example").exists()
