"""What a log line knows of the request it was written in, and what it never says of it."""

from __future__ import annotations

import logging
import re
from contextvars import ContextVar

# The short reference that error pages show; a dash outside of requests.
reference: ContextVar[str] = ContextVar("reference", default="-")

# Parts of addresses that open something for whoever has them.
SECRET_PARTS = frozenset({"code", "key", "picture", "secret", "uidb36"})
# What such a part follows in an address.
BEFORE_SECRETS = (
    "/account/confirm-email/",
    "/account/password/reset/key/",
    "/api/v1/plays/",
    "/calendar/",
    "/door/",
    "/here/",
    "/i/",
    "/live/",
    "/mail/",
    "/n/choose/",
    "/n/confirm/",
    "/n/stop/",
    "/pictures/",
    "/place/",
    "/play/",
    "/t/",
)
LONGEST_PATH = 200
SHORTEST = 6  # a shorter one is looked for in addresses alone
CUT = "…"
_SECRET = re.compile(
    "("
    + "|".join(re.escape(part).replace("/", "(?:/|%2F)") for part in BEFORE_SECRETS)
    + r")(?!%2F)[^\s/%?'\"]+"
)
_LONG = re.compile(rf"((?<!\S)/\S{{{LONGEST_PATH}}})\S+")


class Reference(logging.Filter):
    """Gives every line the reference of its request, by which a person's report is found."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.reference = reference.get()
        return True


class Line(logging.Formatter):
    """A line, traceback included, without secrets of links and without endless paths."""

    def format(self, record: logging.LogRecord) -> str:
        text = cut(super().format(record))
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        for name, value in match.kwargs.items() if match else ():
            if name in SECRET_PARTS and len(str(value)) >= SHORTEST:
                text = text.replace(str(value), CUT)
        return text


def cut(text: str) -> str:
    """``text`` with an ellipsis for every secret part of an address in it, and for long ends."""
    return _LONG.sub(rf"\1{CUT}", _SECRET.sub(rf"\1{CUT}", text))
