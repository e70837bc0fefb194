"""The demo organizer's sign-in: kept in the data folder, shown at every start until changed."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model

FILE = "demo-sign-in.json"


@dataclass(frozen=True, slots=True)
class Link:
    """A page of the demo club that is worth opening."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """An address and password that the demo made, and where to look first."""

    email: str
    password: str
    links: tuple[Link, ...] = ()


def path() -> Path:
    return Path(settings.DATA_DIR) / FILE


def keep(*, email: str, password: str, links: Sequence[Link] = ()) -> None:
    """Writes the sign-in where only this user can read it. Called by ``seed_demo``."""
    path().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(SignIn(email, password, tuple(links))), file, indent=2)
    path().chmod(0o600)


def kept() -> SignIn | None:
    """The sign-in as it was made, while it still opens the account; else nothing."""
    try:
        stored = json.loads(path().read_text(encoding="utf-8"))
        found = SignIn(
            email=stored["email"],
            password=stored["password"],
            links=tuple(Link(link["label"], link["path"]) for link in stored["links"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    account = get_user_model().objects.filter(email__iexact=found.email, is_active=True).first()
    if account is None or not account.check_password(found.password):
        return None
    return found


def forget() -> None:
    """Removes the kept sign-in. Called by ``remove_demo``."""
    path().unlink(missing_ok=True)
