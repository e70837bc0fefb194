"""Typed reading of the environment: the only place that touches ``os.environ``."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from league.core.enums import Role
from league.core.openid import GroupRole, Server

ROOT = Path(__file__).resolve().parents[2]


class BadVariable(ValueError):
    """A variable is set but cannot be understood; the message names it and the fix."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    value = text(name).casefold()
    if value in {"", "default"}:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadVariable(f"{name}={value!r}: write 1 or 0")


def number(name: str, default: int) -> int:
    value = text(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise BadVariable(f"{name}={value!r}: write a whole number") from None


def live_streams(most: int) -> int:
    """How many may watch at once; further pages keep asking by themselves."""
    return number("LEAGUE_LIVE_STREAMS", most)


def words(name: str) -> list[str]:
    return [word for word in text(name).replace(",", " ").split() if word]


def folders(name: str, default: Sequence[str]) -> list[str]:
    """Folders as ``PATH`` lists them; set to nothing: none."""
    told = os.environ.get(name)
    if told is None:
        return list(default)
    return [folder.strip() for folder in told.split(os.pathsep) if folder.strip()]


def host_of(url: str) -> list[str]:
    """The host name of an address, or nothing for an empty one."""
    if not url:
        return []
    name = urlsplit(url).hostname
    if not name:
        raise BadVariable(f"LEAGUE_URL={url!r}: write the whole address, with https and host")
    return [name]


def data_folder() -> Path:
    """Where the secret key, the embedded database and the backups live."""
    return Path(text("LEAGUE_DATA") or ROOT / ".data").expanduser().resolve()


def pictures() -> dict[str, Any]:  # as Django has it
    """Where uploaded pictures are stored: with the tables, in a folder, or in a bucket."""
    place = text("LEAGUE_PICTURES")
    if not place:
        return {"BACKEND": "league.services.office.picture_files.InTables"}
    if place.startswith("s3:"):
        return {
            "BACKEND": "league.services.office.picture_bucket.InBucket",
            "OPTIONS": bucket(place),
        }
    options = {"location": str(Path(place).expanduser().resolve())}
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}


def bucket(address: str) -> dict[str, str]:
    """What ``s3://bucket/folder?endpoint=https://…&region=…`` says, in the words of the storage."""
    parts = urlsplit(address)
    told = dict(parse_qsl(parts.query))
    unknown = set(told) - {"endpoint", "region"}
    if find_spec("storages") is None:
        raise BadVariable("LEAGUE_PICTURES: install requirements-s3.lock, too, for a bucket")
    if not parts.netloc or unknown:
        raise BadVariable(
            f"LEAGUE_PICTURES={address!r}: write s3://bucket/folder?endpoint=https://host&region=name"
        )
    options = {
        "bucket_name": parts.netloc,
        "location": parts.path.strip("/"),
        "endpoint_url": told.get("endpoint", ""),
        "region_name": told.get("region", ""),
        "access_key": text("LEAGUE_PICTURES_KEY"),
        "secret_key": text("LEAGUE_PICTURES_SECRET"),
    }
    for option, name in (("access_key", "KEY"), ("secret_key", "SECRET")):
        if not options[option]:
            raise BadVariable(f"LEAGUE_PICTURES_{name}: write the {name.lower()} of the bucket")
    return {name: value for name, value in options.items() if value}


def secret_key() -> tuple[str, bool]:
    """The signing key and whether it will outlive this process.

    ``serve`` writes ``secret-key`` in the data folder; larger installations set
    ``LEAGUE_SECRET_KEY``. Commands that need neither run on a key of their own.
    """
    if key := text("LEAGUE_SECRET_KEY"):
        return key, True
    try:
        if key := (data_folder() / "secret-key").read_text(encoding="ascii").strip():
            return key, True
    except (OSError, UnicodeDecodeError):
        pass
    return new_key(), False


def new_key() -> str:
    return secrets.token_urlsafe(48)


def announce_one_process(*, in_room: bool) -> None:
    """Tells the settings, before they are read, that ``serve`` is starting and for whom."""
    os.environ["LEAGUE_EMBEDDED"] = "1"
    if in_room:
        os.environ["LEAGUE_LAN"] = "1"


# Django types a database's settings as a free dict.
def database() -> dict[str, Any]:
    """Django's settings for ``DATABASE_URL``; unset means SQLite in the data folder."""
    url = text("DATABASE_URL")
    if not url:
        return sqlite(data_folder() / "league.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise BadVariable("DATABASE_URL: write postgresql, sqlite, or leave it empty")
    # As libpq reads such an address: the query may say everything, and has the last word.
    ours = {"application_name": "stammtisch", "connect_timeout": "5"}
    query = {**ours, **dict(parse_qsl(parts.query))}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": query.pop("dbname", "") or unquote(parts.path.lstrip("/")),
        "USER": query.pop("user", "") or unquote(parts.username or ""),
        "PASSWORD": query.pop("password", "") or unquote(parts.password or ""),
        "HOST": query.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": query.pop("port", "") or str(parts.port or ""),
        "OPTIONS": query,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite that neither loses a commit nor answers "locked" to a busy room."""
    return {
        "ENGINE": "league.config.sqlite",
        "NAME": str(path),
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;"
            ),
        },
        "TEST": {"NAME": str(path.with_name("test-" + path.name))},
    }


# Keyword arguments for Django's e-mail settings are of mixed types.
def email() -> dict[str, Any]:
    """E-mail settings for ``EMAIL_URL`` (``smtp`` or ``smtps`` with user and password)."""
    url = text("EMAIL_URL")
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps", "smtp+tls"}:
        raise BadVariable("EMAIL_URL: write smtp, smtp+tls or smtps")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or {"smtps": 465, "smtp+tls": 587}.get(parts.scheme, 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_TIMEOUT": 10,
    }


def openid() -> Server | None:
    """The server that people sign in by (OpenID Connect); none unless an address is set."""
    address = text("LEAGUE_OIDC_SERVER")
    if not address:
        return None
    if urlsplit(address).scheme not in {"http", "https"} or not urlsplit(address).hostname:
        raise BadVariable(f"LEAGUE_OIDC_SERVER={address!r}: write the whole address, with https")
    if not text("LEAGUE_OIDC_ID"):
        raise BadVariable("LEAGUE_OIDC_ID: write the id that the server knows Stammtisch by")
    return Server(
        address=address.rstrip("/"),
        client_id=text("LEAGUE_OIDC_ID"),
        secret=text("LEAGUE_OIDC_SECRET"),
        label=text("LEAGUE_OIDC_LABEL") or str(urlsplit(address).hostname),
        scopes=tuple(dict.fromkeys(["openid", *(words("LEAGUE_OIDC_SCOPES") or ["email"])])),
        groups_claim=text("LEAGUE_OIDC_GROUPS", "groups"),
        roles=group_roles("LEAGUE_OIDC_ROLES"),
        opens_accounts=flag("LEAGUE_OIDC_SIGN_UP"),
    )


def group_roles(name: str) -> tuple[GroupRole, ...]:
    """``group:club:role`` with commas between; ``*`` as the club of a ``site_admin``."""
    found = []
    for line in filter(None, (part.strip() for part in text(name).split(","))):
        parts = [part.strip() for part in line.rsplit(":", 2)]
        if len(parts) != 3 or not all(parts):
            raise BadVariable(f"{name}: {line!r}: write group:club:role")
        found.append(_group_role(name, *parts))
    return tuple(found)


def _group_role(name: str, group: str, club: str, role: str) -> GroupRole:
    if role == Role.SITE_ADMIN and club == "*":
        return GroupRole(group, "", Role.SITE_ADMIN)
    if role in {Role.CLUB_ADMIN, Role.ORGANIZER} and club != "*":
        return GroupRole(group, club, Role(role))
    raise BadVariable(
        f"{name}: {group}:{club}:{role}: write club_admin or organizer with the short name of a "
        "club, or site_admin with * in its place"
    )
