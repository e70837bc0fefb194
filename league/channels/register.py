"""The ways out: one line each.

A module has ``is_offered()``, ``is_address(address)`` and ``send(address, message)``.
``is_offered`` says whether this installation has what the way needs; ``send`` never raises for
what the other side or the network does, but returns an ``Outcome``. Modules are loaded where a
message is sent: their libraries are slow to load.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from django.utils.translation import gettext_lazy as _

from league.channels.messages import Fate, Outcome

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from league.channels.messages import Message

log = logging.getLogger(__name__)


class _Module(Protocol):
    def is_offered(self) -> bool: ...

    def is_address(self, address: str) -> bool: ...

    def send(self, address: str, message: Message) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Way:
    """``is_shown``: whether its owner may read the address again; else it is a secret for good.

    ``is_for_clubs``: whether it reaches many, and is given by clubs alone; else by people alone.
    """

    key: str
    name: StrPromise
    module: str
    is_shown: bool = False
    is_for_clubs: bool = False

    def _load(self) -> _Module:
        return cast("_Module", import_module(self.module))

    def is_offered(self) -> bool:
        return self._load().is_offered()

    def is_address(self, address: str) -> bool:
        """Whether a message could be sent there, as far as its spelling tells."""
        return self._load().is_address(address)

    def send(self, address: str, message: Message) -> Outcome:
        """One try. A fault of ours counts as one of the other side: it is tried again."""
        try:
            return self._load().send(address, message)
        except Exception as error:
            log.exception("%s could not be sent by %s", message.id, self.key)
            return Outcome(Fate.LATER, type(error).__name__)


WAYS: dict[str, Way] = {
    way.key: way
    for way in (
        Way("mail", _("E-mail"), "league.channels.mail", is_shown=True),
        Way("push", _("Browser"), "league.channels.push"),
        Way("chat", _("Chat"), "league.channels.chat", is_for_clubs=True),
    )
}


def offered() -> tuple[Way, ...]:
    """The ways that this installation has."""
    return tuple(way for way in WAYS.values() if way.is_offered())
