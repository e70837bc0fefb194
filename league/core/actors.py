"""Who acts. Made at the door, passed down as ``by=`` or ``viewer=``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from league.core import keys
from league.core.enums import ActorKind, Role


class GrantRow(NamedTuple):
    """One grant of an account: a role on one club, season or event, or on everything."""

    role: Role
    club_id: int | None
    season_id: int | None
    event_id: int | None


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, a token, a seat of a table by link, the service itself, or a visitor.

    Args:
        kind: what stands behind the request.
        key: stable text such as ``person:7``: all that rows keep of who acted
            (``league.queries.people.actor_names``).
        grants: rights, read once at the door.
        scopes: for tokens: ``read``, ``records``, ``organize``, ``clubs``; a token never does
            more than its account and its scopes allow.
        player_id: whom the account speaks for now: its own player, or one it acts for.
        players: all of them, the own one first.
        event_id: for devices and seats: the only event they know.
        table_id, seat_id, device: for a seat by table link.
        guest: the hash of the key under which this browser plays as a guest.
    """

    kind: ActorKind
    key: str
    account_id: int | None = None
    player_id: int | None = None
    players: tuple[int, ...] = ()
    grants: tuple[GrantRow, ...] = ()
    scopes: frozenset[str] = frozenset({"read", "records", "organize", "clubs"})
    event_id: int | None = None
    table_id: int | None = None
    seat_id: int | None = None
    device: str = ""
    guest: str = ""

    @property
    def is_site_admin(self) -> bool:
        return self.kind == ActorKind.SYSTEM or any(
            grant.role == Role.SITE_ADMIN for grant in self.grants
        )

    @property
    def is_system(self) -> bool:
        return self.kind == ActorKind.SYSTEM

    @property
    def is_bound(self) -> bool:
        """Whether a token knows one event only: outside it, it is a visitor."""
        return self.kind == ActorKind.TOKEN and self.event_id is not None


ANONYMOUS = Actor(kind=ActorKind.ANONYMOUS, key="anonymous")


def as_guest(actor: Actor, key: str) -> Actor:
    """The same actor, who also holds the seats that this browser took under the guest's ``key``."""
    if not key:
        return actor
    guest = keys.digest(key)
    if actor.kind != ActorKind.ANONYMOUS:
        return replace(actor, guest=guest)
    return Actor(kind=ActorKind.GUEST, key=f"guest:{guest}", guest=guest)


# Hands in what was played in the browser.
PLAYED_HERE = Actor(kind=ActorKind.SYSTEM, key="system:play")
# The server that people sign in by: joins accounts, and gives the roles of its groups.
BY_SERVER = Actor(kind=ActorKind.SYSTEM, key="system:openid")


def system(name: str) -> Actor:
    """The service itself, acting for a command or a task called ``name``."""
    return Actor(kind=ActorKind.SYSTEM, key=f"system:{name}")
