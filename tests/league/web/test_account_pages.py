"""Pages of the own account that a library would bring along."""

from __future__ import annotations

import pytest
from django.test import Client

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
