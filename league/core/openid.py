"""The server that people sign in by, where an installation has one, and what it says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from league.core.enums import Role


class GroupRole(NamedTuple):
    """Who is in ``group`` has ``role`` in a club, or, without one, on the whole installation."""

    group: str
    club: str
    role: Role


@dataclass(frozen=True, slots=True)
class Server:
    """An OpenID Connect server, as the operator described it.

    Args:
        address: where its configuration is found.
        label: what people call it, on the button.
        scopes: what we ask it for.
        groups_claim: the claim that names somebody's groups.
        roles: what groups may do here.
        opens_accounts: whether a first sign-in makes an account.
    """

    address: str
    client_id: str
    secret: str = field(repr=False)
    label: str = ""
    scopes: tuple[str, ...] = ("openid", "email")
    groups_claim: str = "groups"
    roles: tuple[GroupRole, ...] = ()
    opens_accounts: bool = False


@dataclass(frozen=True, slots=True)
class Vouched:
    """What the server says of who signs in; ``issuer`` and ``subject`` name them for good."""

    issuer: str
    subject: str
    email: str
    is_verified: bool
    groups: frozenset[str]
