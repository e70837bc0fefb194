"""Mails about an account, as they arrive."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from tests.factories.people import account
from tests.services import free_port

pytestmark = pytest.mark.django_db


def sent_for(address: str, client: Client) -> tuple[str, str]:
    """Subject and text of the mail that comes for a forgotten password, its link cut off."""
    client.post(reverse("account_reset_password"), {"email": address})
    (arrived,) = mail.outbox
    assert arrived.to == [address]
    return str(arrived.subject), re.sub(r"(?m)^http\S+$", "LINK", str(arrived.body))


def test_a_forgotten_password_is_answered_with_a_link(client: Client) -> None:
    account(email="ada@example.org")

    assert sent_for("ada@example.org", client) == (
        "[testserver] New password",
        "You asked for a new password. Choose it here:\n\n"
        "LINK\n\n"
        "You did not ask for it? Ignore this mail: nothing changes.\n\n"
        "-- \ntestserver",
    )


def test_an_address_that_no_account_uses_is_told_so_in_its_own_mailbox(client: Client) -> None:
    assert sent_for("nobody@example.org", client) == (
        "[testserver] No account with this address",
        "Someone asked for a new password for nobody@example.org, but no account uses this "
        "address.\n\n"
        "Was it you? Try another of your addresses, or ask an organizer of your club for a link."
        "\n\n"
        "You did not ask for it? Ignore this mail: nothing changes.\n\n"
        "-- \ntestserver",
    )


@pytest.mark.parametrize("address", ["ada@example.org", "nobody@example.org"])
def test_a_mail_server_that_does_not_answer_is_said_on_the_page_alike_for_every_address(
    client: Client, settings: LazySettings, address: str
) -> None:
    account(email="ada@example.org")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()

    answer = client.post(reverse("account_reset_password"), {"email": address}, follow=True)

    assert answer.status_code == 200
    assertContains(answer, "The mail server doesn&#x27;t answer, so no e-mail was sent.")
