"""The key with which this installation signs what it gives away.

It lies beside the secret key in the data folder, is made when it is first asked for, and is in no
backup: an installation that lost it signs with a new one, which others have to say yes to again.
"""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.conf import settings

from league.channels import key_files
from league.lists import season_file

NAME = "signing-key"


def private_key() -> Ed25519PrivateKey:
    """The installation's key; of several processes that make one at once, the first has made it."""
    path = Path(settings.DATA_DIR) / NAME
    key = load_pem_private_key(key_files.kept(path, _new), password=None)
    assert isinstance(key, Ed25519PrivateKey), f"{path} holds a key of another kind"
    return key


def public_key() -> str:
    """The public half, as files of this installation name it."""
    return season_file.public_text(private_key().public_key())


def _new() -> bytes:
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
