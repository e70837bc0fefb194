"""Secrets in links and tokens: made here, and stored only as a hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets

# No vowels, no look-alikes: a code can be read aloud, and never spells a word.
ALPHABET = "bcdfghjkmnpqrstvwxz23456789"
CODE_LENGTH = 12


def new() -> str:
    """A secret nobody guesses, fit for an address."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A fresh unguessable code for an address that people may type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def code_for(text: str, *, key: str) -> str:
    """The code that ``key`` gives to ``text``: always the same, so that it need not be stored."""
    signed = hmac.digest(key.encode(), text.encode(), "sha256")
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in signed[:CODE_LENGTH])


def digest(secret: str) -> str:
    """What is stored of ``secret``. A long random secret needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
