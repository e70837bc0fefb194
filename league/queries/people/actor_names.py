"""What whoever acted is called now: rows keep an actor's key alone, names are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.models import Account, ApiToken, Player, Seat
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable


def of_keys(keys: Iterable[str]) -> dict[str, str]:
    """The names behind ``Actor.key``s, for those who see names; namesakes told apart."""
    parts = {key: _split(key) for key in set(keys)}

    def ids(*kinds: str) -> set[int]:
        return {number for kind, number in parts.values() if kind in kinds and number}

    accounts = Account.objects.in_bulk(ids("person"))
    tokens = ApiToken.objects.in_bulk(ids("token", "device"))
    seats = dict(Seat.objects.filter(pk__in=ids("seat")).values_list("pk", "entry__player"))
    people = (
        {row.player_id for row in accounts.values() if row.player_id}
        | set(seats.values())
        | ids("player")
    )
    rows = list(Player.objects.filter(pk__in=people))
    told = names.distinct(
        {row.pk: row.name for row in rows}, {row.pk: (row.nickname,) for row in rows}
    )

    def name(key: str) -> str:
        kind, number = parts[key]
        match kind:
            case "person" if number in accounts:
                row = accounts[number]
                return told[row.player_id] if row.player_id else row.email
            case "player" if number in told:
                return told[number]
            case "seat" if number in seats:
                return told[seats[number]]
            case "token" | "device" if number in tokens:
                return tokens[number].name
            case "system":
                return key.removeprefix("system:")
            case "anonymous" | "":
                return ""
        return gettext("Somebody no longer known")

    return {key: name(key) for key in parts}


def _split(key: str) -> tuple[str, int]:
    """An actor's kind and the number of its row, 0 where it has none."""
    kind, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    return kind, int(number) if number.isdecimal() and len(number) < 19 else 0
