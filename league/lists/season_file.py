"""A season as one signed file: its one spelling, its seal, and what keeps one from being read.

What is in it says ``api/season-file-1.schema.json``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from league.core.errors import BadInput

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from games.core.types import JSON

FORMAT: Final = "stammtisch-season"
VERSION: Final = 1
MEDIA: Final = "application/json"
MOST_BYTES: Final = 30_000_000
# What a file says of a season: fields of many types, each asked for its own.
Told = Mapping[str, Any]
_NAMES = frozenset({"format", "version", "key", "signature", "season"})


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A file whose seal is whole. ``season`` is as it was signed, ``digest`` that of its bytes."""

    key: str
    digest: str
    # A season has a hundred fields of many types; whoever imports it asks each for its own.
    season: Mapping[str, JSON]

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)


def canonical(value: JSON) -> bytes:
    """The one spelling: UTF-8, sorted keys, no spaces, no NaN."""
    text = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


def sent(value: JSON) -> bytes:
    """A file that came inside something else, as it would come alone.

    Raises:
        BadInput: at ``file``, where it holds what no file can.
    """
    try:
        return canonical(value)
    except (ValueError, RecursionError):
        _refuse("season_file_unreadable")


def public_text(key: Ed25519PublicKey) -> str:
    """A public key as files and the well-known address spell it: base64 of its 32 bytes."""
    return base64.b64encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw)).decode("ascii")


def fingerprint(key: str) -> str:
    """A public key as people compare it: eight groups of its SHA-256."""
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def seal(season: Mapping[str, JSON], private: Ed25519PrivateKey) -> bytes:
    """The whole file: the season and the signature over its canonical bytes."""
    signature = private.sign(canonical(season))
    return canonical(
        {
            "format": FORMAT,
            "version": VERSION,
            "key": public_text(private.public_key()),
            "signature": base64.b64encode(signature).decode("ascii"),
            "season": season,
        }
    )


def read(data: bytes) -> SeasonFile:
    """Reads a file and makes sure that nobody changed it since it was signed.

    Raises:
        BadInput: at ``file``, with what is wrong about it.
    """
    if len(data) > MOST_BYTES:
        _refuse("season_file_too_large", megabytes=MOST_BYTES // 1_000_000)
    # Whoever has two megabytes of brackets need not be read to find out.
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or b'"season"' not in data:
        _refuse("season_file_unreadable")
    try:
        found = json.loads(
            data.decode("utf-8-sig"), parse_constant=_no_constant, object_pairs_hook=_once
        )
    except (ValueError, RecursionError):
        _refuse("season_file_unreadable")
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        _refuse("season_file_unreadable")
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        _refuse("season_file_unreadable")
    if version > VERSION:
        _refuse("season_file_newer", version=version, known=VERSION)
    if set(found) != _NAMES or not isinstance(found["season"], dict):
        _refuse("season_file_unreadable")
    body = _checked(found)
    season = cast("Mapping[str, JSON]", found["season"])
    return SeasonFile(cast("str", found["key"]), hashlib.sha256(body).hexdigest(), season)


def packed(data: bytes) -> bytes:
    """A file as it travels in a form: a season of ten thousand matches is a twentieth so."""
    return zlib.compress(data, level=6)


def unpacked(data: bytes) -> bytes:
    """What was packed; no more of it than a file may have."""
    try:
        return zlib.decompressobj().decompress(data, MOST_BYTES + 1)
    except zlib.error:
        _refuse("season_file_unreadable")


def _checked(found: Mapping[str, object]) -> bytes:
    """The canonical bytes of the season, which the signature in the file fits."""
    try:
        body = canonical(cast("JSON", found["season"]))
        key, signature = _bytes(found["key"], 32), _bytes(found["signature"], 64)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, body)
    except (InvalidSignature, ValueError, RecursionError):  # as of 1e999, or half a sign
        _refuse("season_file_changed")
    return body


def _bytes(text: object, length: int) -> bytes:
    try:
        found = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != length or base64.b64encode(found).decode("ascii") != text:
        _refuse("season_file_changed")
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are there once: else two readers might read two seasons."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name comes twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(code: str, **params: int) -> NoReturn:
    raise BadInput(code, field="file", **params) from None
