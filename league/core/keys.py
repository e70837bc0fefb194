"""Secrets in links and tokens: made here, and stored only as a hash."""

from __future__ import annotations

import hashlib
import secrets


def new() -> str:
    """A secret nobody guesses, fit for an address."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is stored of ``secret``. A long random secret needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
