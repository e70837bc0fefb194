"""E-mail, by the server that ``EMAIL_URL`` names."""

from __future__ import annotations

import smtplib
from email.utils import parseaddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.utils import translation
from django.utils.translation import gettext

from league.channels.messages import Fate, Message, Outcome

# Answers that mean: there is nobody of this name here, and there will not be (RFC 3463, 5.1.x).
_GONE = frozenset({550, 551, 553})


def is_offered() -> bool:
    """Whether the installation has a mail server."""
    return not str(settings.EMAIL_BACKEND).endswith("dummy.EmailBackend")


def is_address(address: str) -> bool:
    try:
        validate_email(address)
    except ValidationError:
        return False
    return True


def send(address: str, message: Message) -> Outcome:
    """One try with one mail; the identifier stays the same at every try."""
    mail = EmailMultiAlternatives(
        subject=" ".join(message.title.split()),
        body=_text(message),
        to=[address],
        headers={
            "Message-ID": f"<{message.id}@{_domain()}>",
            "Auto-Submitted": "auto-generated",
            "Content-Language": message.language,
            **_stop(message.stop_url),
        },
    )
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as refused:
        code, said = next(iter(refused.recipients.values()))
        return _refused(code, said, gone=code in _GONE)
    except smtplib.SMTPResponseException as refused:
        return _refused(refused.smtp_code, refused.smtp_error)
    except (OSError, smtplib.SMTPException) as error:
        return Outcome(Fate.LATER, f"{type(error).__name__}: {error}"[:200])
    return Outcome(Fate.SENT)


def _text(message: Message) -> str:
    parts = [message.body, message.url]
    if message.stop_url:
        with translation.override(message.language):
            how = gettext("Stop messages like this")
        parts.append(f"-- \n{how}\n{message.stop_url}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _stop(url: str) -> dict[str, str]:
    """The two headers by which a mail program stops such messages by one press (RFC 8058)."""
    if not url:
        return {}
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _refused(code: int, said: bytes | str, *, gone: bool = False) -> Outcome:
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    reason = f"{code} {text}"[:200]
    # 5.7.x is about us or this message (RFC 3463): the address may be right.
    if gone and not text.lstrip().startswith("5.7."):
        return Outcome(Fate.GONE, reason)
    # 535 is about our own sign-in to the server: somebody mends it.
    is_final = code >= 500 and code not in {530, 534, 535, 538}
    return Outcome(Fate.REFUSED if is_final else Fate.LATER, reason)


def _domain() -> str:
    _, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return sender.rpartition("@")[2] or "localhost"
