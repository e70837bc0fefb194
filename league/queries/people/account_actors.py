"""Who is asking: the actor behind a signed-in account or an API token."""

from __future__ import annotations

from league.core.actors import ANONYMOUS, Actor, GrantRow
from league.core.enums import ActorKind, Role
from league.models import Account, ActsFor, ApiToken


def person(account: Account | None, *, speaks_for: int | None = None) -> Actor:
    """The actor behind a signed-in account; the visitor when there is none.

    Args:
        speaks_for: the player chosen among those that the account is or acts for.
    """
    if account is None or not account.is_active:
        return ANONYMOUS
    players = players_of(account)
    chosen = speaks_for if speaks_for in players else next(iter(players), None)
    return Actor(
        kind=ActorKind.PERSON,
        key=f"person:{account.pk}",
        account_id=account.pk,
        player_id=chosen,
        players=players,
        grants=_grants(account.pk),
    )


def token(row: ApiToken) -> Actor:
    """The actor behind an API token (an account within scopes) or a read-only device."""
    if row.account_id is None:
        return Actor(
            kind=ActorKind.TOKEN,
            key=f"device:{row.pk}",
            scopes=frozenset({"read"}),
            event_id=row.event_id,
        )
    players = players_of(row.account) if row.account else ()
    return Actor(
        kind=ActorKind.TOKEN,
        key=f"token:{row.pk}",
        account_id=row.account_id,
        player_id=next(iter(players), None),
        players=players,
        grants=_grants(row.account_id),
        scopes=frozenset(row.scopes),
        event_id=row.event_id,
    )


def players_of(account: Account) -> tuple[int, ...]:
    """Whom an account may speak for: its own player first, then those it acts for."""
    own = () if account.player_id is None else (account.player_id,)
    others = ActsFor.objects.filter(account=account.pk).order_by("pk")
    return (*own, *others.values_list("player_id", flat=True))


def _grants(account_id: int) -> tuple[GrantRow, ...]:
    rows = Account.objects.filter(pk=account_id, grants__isnull=False).values_list(
        "grants__role", "grants__club_id", "grants__season_id", "grants__event_id"
    )
    return tuple(GrantRow(Role(role), club, season, event) for role, club, season, event in rows)
