"""What somebody can be told of, to whom it is of use, and what becomes of one message."""

from __future__ import annotations

from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class NoticeKind(TextChoices):
    """What a message is about: what people choose by. No hyphens: it stands in addresses."""

    SEATING = "seating", _("Seating published, with your table")
    SECOND_LOOK = "second_look", _("A result at your table waits for a second look")
    PLACE = "place", _("You get a place, or one is offered to you")
    TOMORROW = "tomorrow", _("Your event is tomorrow")
    TURN = "turn", _("Your turn in a match in the browser")
    CORRECTED = "corrected", _("A result at your table was corrected")
    STANDINGS = "standings", _("New standings published")
    SEASON_OVER = "season_over", _("A season is over")
    OBJECTION = "objection", _("Someone objects to a result")
    TABLE_LATE = "table_late", _("A table's result is late")
    SIGN_UP = "sign_up", _("Someone signs up")
    FAILED = "failed", _("Something failed")
    WEEK = "week", _("The week in one message: standings and seasons")
    TEST = "test", pgettext_lazy("notice", "Test")
    CONFIRM = "confirm", _("Confirm your address")


class NoticeState(TextChoices):
    """What became of a message."""

    WAITING = "waiting", pgettext_lazy("notice", "Waiting")
    COLLECTED = "collected", pgettext_lazy("notice", "Kept for the weekly message")
    SENDING = "sending", pgettext_lazy("notice", "Being sent")
    SENT = "sent", pgettext_lazy("notice", "Sent")
    GIVEN_UP = "given_up", pgettext_lazy("notice", "Not delivered")
    DROPPED = "dropped", pgettext_lazy("notice", "No longer needed")


FOR_PLAYERS: Final = (
    NoticeKind.SEATING,
    NoticeKind.SECOND_LOOK,
    NoticeKind.PLACE,
    NoticeKind.TOMORROW,
    NoticeKind.TURN,
    NoticeKind.CORRECTED,
    NoticeKind.STANDINGS,
    NoticeKind.SEASON_OVER,
)
FOR_ORGANIZERS: Final = (
    NoticeKind.OBJECTION,
    NoticeKind.TABLE_LATE,
    NoticeKind.SIGN_UP,
    NoticeKind.FAILED,
)
# What a new chat of a whole club is told of until the club chooses.
CLUBS_AT_FIRST: Final = (
    NoticeKind.SEATING,
    NoticeKind.TOMORROW,
    NoticeKind.STANDINGS,
    NoticeKind.SEASON_OVER,
)
# What a chat can be told at all: nothing that is about one person, or that one person typed.
FOR_CLUBS: Final = (*CLUBS_AT_FIRST, NoticeKind.OBJECTION, NoticeKind.TABLE_LATE)
# An address without an account hears of its one event.
FOR_ENTRIES: Final = (
    NoticeKind.SEATING,
    NoticeKind.SECOND_LOOK,
    NoticeKind.PLACE,
    NoticeKind.TOMORROW,
    NoticeKind.CORRECTED,
)
# What a new address is told of until its owner chooses.
AT_FIRST: Final = (
    NoticeKind.SEATING,
    NoticeKind.SECOND_LOOK,
    NoticeKind.PLACE,
    NoticeKind.TOMORROW,
    NoticeKind.TURN,
    NoticeKind.SEASON_OVER,
    NoticeKind.OBJECTION,
    NoticeKind.FAILED,
)
# What nobody misses for a few days: it may come once a week, all in one message.
CAN_WAIT: Final = (NoticeKind.STANDINGS, NoticeKind.SEASON_OVER)
# Asked for by a press of this moment: nobody chooses them, nothing holds them up.
ASKED_FOR: Final = (NoticeKind.TEST, NoticeKind.CONFIRM)
# About who sits in the room now: an hour later they would be of no use, so quiet hours let them by.
OF_THE_MOMENT: Final = (
    NoticeKind.SEATING,
    NoticeKind.SECOND_LOOK,
    NoticeKind.TABLE_LATE,
    *ASKED_FOR,
)


def meant(kind: str) -> frozenset[str]:
    """The kinds that stop with this one: the week's message has no others than those in it."""
    return frozenset(CAN_WAIT) if kind == NoticeKind.WEEK else frozenset({kind})
