"""What whoever acted is called now: rows keep an actor's key alone, names are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.core.actors import BY_SERVER, PLAYED_HERE
from league.models import Account, ApiToken, Player, Seat
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.models import Club


def of_keys(keys: Iterable[str], club: Club | None = None) -> dict[str, str]:
    """The names behind ``Actor.key``s, for those who see names; namesakes told apart.

    Args:
        club: whose numbers tell namesakes apart that have no nickname.
    """
    known = Known(keys)
    return known.names(names.told_apart(Player.objects.filter(pk__in=known.people), club))


class Known:
    """Who stands behind ``Actor.key``s; ``people`` are the players among them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._parts = {key: _split(key) for key in set(keys)}

        def ids(*kinds: str) -> set[int]:
            found = self._parts.values()
            return {number for kind, number in found if kind in kinds and number}

        self._accounts = Account.objects.in_bulk(ids("person"))
        self._tokens = ApiToken.objects.in_bulk(ids("token", "device"))
        rows = Seat.objects.filter(pk__in=ids("seat"))
        self._seats = dict(rows.values_list("pk", "entry__player"))
        self.people = (
            {row.player_id for row in self._accounts.values() if row.player_id}
            | set(self._seats.values())
            | ids("player")
        )

    def names(self, told: Mapping[int, str]) -> dict[str, str]:
        """What each key is called; ``told`` are the names of players on the same page."""
        return {key: self._name(key, told) for key in self._parts}

    def _name(self, key: str, told: Mapping[int, str]) -> str:
        kind, number = self._parts[key]
        match kind:
            case "person" if number in self._accounts:
                row = self._accounts[number]
                return told[row.player_id] if row.player_id else row.email
            case "player" if number in told:
                return told[number]
            case "seat" if number in self._seats:
                return told[self._seats[number]]
            case "token" | "device" if number in self._tokens:
                return self._tokens[number].name
            case "system" if key == PLAYED_HERE.key:
                return played_here()
            case "system" if key == BY_SERVER.key:
                return gettext("The sign-in server")
            case "system":
                return key.removeprefix("system:")
            case "anonymous" | "":
                return ""
        return gettext("Someone no longer known")


def played_here() -> str:
    """What hands in the result of a match in the browser."""
    return gettext("The match in the browser")


def _split(key: str) -> tuple[str, int]:
    """An actor's kind and the number of its row, 0 where it has none."""
    kind, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    return kind, int(number) if number.isdecimal() and len(number) < 19 else 0
