"""Clubs, players, accounts, and the games on the shelf."""

from __future__ import annotations

import itertools
from datetime import date
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn

from league.core.actors import Actor
from league.core.enums import MembershipKind, Role
from league.models import Account, Club, ClubGame, Event, Grant, Membership, Player, Ruleset, Season
from league.queries.people import account_actors
from league.words import names

_count = itertools.count(1)
# Far from the numbers of entries, so that a mix-up finds nobody; far apart, so that players made
# by the services (one more than the last) fit between.
_numbers = itertools.count(700_000, 1000)

FREE_FORM = {"title": "Harbour Lights", "seats": [2, 6], "counts": "points", "higher_wins": True}


# Free fields of the row: a builder takes whatever the model does.
def club(name: str = "", **fields: Any) -> Club:
    n = next(_count)
    name = name or f"Club {n}"
    fields.setdefault("slug", f"club-{n}")
    return Club.objects.create(
        name=name, search_key=names.fold(name), sort_key=names.fold(name), **fields
    )


def player(name: str = "", **fields: Any) -> Player:
    name = name or f"Player {next(_count):03}"
    fields.setdefault("sort_key", names.fold(name))
    fields.setdefault("search_key", names.fold(" ".join([name, str(fields.get("nickname", ""))])))
    fields.setdefault("pk", next(_numbers))
    return Player.objects.create(name=name, **fields)


def member(of: Club, name: str = "", *, since: date = date(2026, 1, 1), **fields: Any) -> Player:
    """A player with an open membership in ``of``."""
    row = player(name, **fields)
    Membership.objects.create(club=of, player=row, kind=MembershipKind.MEMBER, since=since)
    return row


def account(email: str = "", *, player: Player | None = None, password: str = "") -> Account:
    return Account.objects.create_user(
        email or f"someone{next(_count)}@club.example", password or None, player=player
    )


def passkey(of: Account, name: str = "Phone") -> Authenticator:
    """A passkey as a real browser made it, for ``localhost``; nobody has its other half."""
    credential = {
        "type": "public-key",
        "id": "gCHsx5FRgjfRT8ri-LYQRHF5eJfNbfGGLwoWjg_OuaI",
        "rawId": "gCHsx5FRgjfRT8ri-LYQRHF5eJfNbfGGLwoWjg_OuaI",
        "response": {
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiOGJNdERPblEzQ081"
            "QjZsWTl0V2NieDRIeTd4aW8wZ0dXei1GTFZELVlVbyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6NDE2"
            "MzkiLCJjcm9zc09yaWdpbiI6ZmFsc2V9",
            "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_k"
            "rrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIIAh7MeRUYI30U_K4vi2EERxeXiXzW3xhi8K"
            "Fo4PzrmipQECAyYgASFYIDOCCoT3G0Ccznff8qF0sPGujwngMufV2b1qHiv-bBRmIlggN4fEyvlJwnWNJSSt"
            "fUZv2-aRL6_cZCZWknSbkgxIQPY",
            "transports": ["internal"],
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
    return WebAuthn.add(of, name, credential).instance


def grant(to: Account, role: Role, on: Club | Season | Event | None = None) -> Grant:
    fields: dict[str, Any] = {}
    if on is not None:
        fields[type(on).__name__.casefold()] = on
    return Grant.objects.create(account=to, role=role, **fields)


def actor(role: Role | None = None, on: Club | Season | Event | None = None) -> Actor:
    """A signed-in person with (or without) one role."""
    row = account()
    if role is not None:
        grant(row, role, on)
    return account_actors.person(row)


def address(of: Actor) -> str:
    """The e-mail address of whoever acts: what lines and lists show of an account alone."""
    return Account.objects.values_list("email", flat=True).get(pk=of.account_id or 0)


def free_game(of: Club, *, name: str = "Harbour Lights", **options: Any) -> Ruleset:
    """A ruleset of a free-form game described by the club."""
    settings = {**FREE_FORM, "title": name, **options}
    box, _ = ClubGame.objects.get_or_create(club=of, title=name, defaults={"game": "free-form"})
    return Ruleset.objects.create(
        club=of,
        club_game=box,
        name=name,
        version=Ruleset.objects.filter(club=of, name=name).count() + 1,
        options=settings,
        seats_min=settings["seats"][0],
        seats_max=settings["seats"][1],
    )
