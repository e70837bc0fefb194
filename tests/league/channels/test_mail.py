"""What the answers of a mail server mean for an address and for a message."""

from __future__ import annotations

import smtplib
from typing import NoReturn

import pytest
from django.core.mail import EmailMultiAlternatives

from league.channels import mail
from league.channels.messages import Fate, Message

MESSAGE = Message("1.2", "Table 3", "You sit at table 3.", "en", "https://owl.example/", "")


def recipient(code: int, said: bytes) -> smtplib.SMTPException:
    return smtplib.SMTPRecipientsRefused({"ada@owl.example": (code, said)})


@pytest.mark.parametrize(
    ("refusal", "fate"),
    [
        (recipient(550, b"5.1.1 nobody of this name"), Fate.GONE),
        (recipient(550, b"no such user"), Fate.GONE),
        (recipient(550, b"5.7.1 blocked: your network sends spam"), Fate.REFUSED),
        (recipient(451, b"4.7.1 greylisted"), Fate.LATER),
        (smtplib.SMTPDataError(554, b"5.7.1 looks like spam"), Fate.REFUSED),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 wrong password"), Fate.LATER),
        (smtplib.SMTPServerDisconnected("gone in the middle"), Fate.LATER),
        (ConnectionRefusedError(111, "refused"), Fate.LATER),
    ],
)
def test_only_an_address_that_nobody_has_is_given_up_for_good(
    refusal: Exception, fate: Fate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: EmailMultiAlternatives) -> NoReturn:
        raise refusal

    monkeypatch.setattr(EmailMultiAlternatives, "send", refuse)

    assert mail.send("ada@owl.example", MESSAGE).fate == fate
