"""Plain builder functions for rows that a test needs and does not talk about.

They write rows directly; a test about a verb calls the service instead.
"""

from tests.factories.notices import notice_address
from tests.factories.occasions import entry, event, round_, season, stage, typed_calmly
from tests.factories.people import (
    account,
    actor,
    address,
    club,
    free_game,
    grant,
    member,
    passkey,
    player,
)
from tests.factories.seasons import colourful
from tests.factories.tables import played, published, table
from tests.factories.webhooks import delivery, webhook

__all__ = [
    "account",
    "actor",
    "address",
    "club",
    "colourful",
    "delivery",
    "entry",
    "event",
    "free_game",
    "grant",
    "member",
    "notice_address",
    "passkey",
    "played",
    "player",
    "published",
    "round_",
    "season",
    "stage",
    "table",
    "typed_calmly",
    "webhook",
]
