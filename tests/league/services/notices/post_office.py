"""A mail server of our own: what it takes, what it refuses, and how it breaks."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class PostOffice:
    """``answers`` are what it says to the next mails instead of taking them."""

    port: int
    mails: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    # The library calls it by this name.
    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        mail = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    # The library calls it by this name, with its own arguments.
    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if address.startswith("gone"):
            return "550 5.1.1 nobody of this name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    def told(self) -> list[tuple[str, str]]:
        """To whom, and the subject of each mail, sorted: nobody promises an order."""
        return sorted((str(mail["To"]), str(mail["Subject"])) for mail in self.mails)


@contextmanager
def opened() -> Iterator[PostOffice]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    office = PostOffice(port)
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
