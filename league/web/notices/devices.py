"""Messages on the device in somebody's hand: what a page needs to offer them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.channels import push

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

    from league.models import NoticeAddress

# The first that is found: most browsers name their forebears too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = re.compile(r"Android|iPhone|iPad|Windows|Macintosh|CrOS|Linux")
_NAMES = {"Macintosh": "Mac", "CrOS": "ChromeOS"}


@dataclass(frozen=True, slots=True)
class DevicePart:
    """``key`` is the installation's, ``known`` the marks of devices that are told already, ``to``
    where a press goes."""

    key: str
    known: str
    to: str


def part_of(rows: Iterable[NoticeAddress], to: str) -> DevicePart:
    known = [row.fingerprint for row in rows if row.way == "push" and row.gone_at is None]
    return DevicePart(key=push.public_key(), known=" ".join(known), to=to)


def name_of(request: HttpRequest) -> str:
    """What its owner knows the device by, of what it says of itself."""
    told = request.headers.get("User-Agent", "")[:400]
    browser = next((name for mark, name in _BROWSERS if mark in told), "")
    system = _SYSTEMS.search(told)
    where = _NAMES.get(system[0], system[0]) if system else ""
    return ", ".join(part for part in (browser, where) if part)
