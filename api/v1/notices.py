"""Messages to oneself: where, of what, and what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.authentication import actor_of
from api.schema import Input, Output, operation, page_of
from api.v1 import shapes
from league.channels.register import WAYS
from league.core.errors import BadInput
from league.core.notices import FOR_ORGANIZERS, FOR_PLAYERS, NoticeKind, NoticeState
from league.queries.notices import mine, sent
from league.services.notices import addresses

if TYPE_CHECKING:
    from datetime import time

    from games.core.types import JSON
    from league.models import Notice, NoticeAddress

KINDS = [kind.value for kind in (*FOR_PLAYERS, *FOR_ORGANIZERS)]


class NoticeAddressOutput(Output):
    id = serializers.IntegerField()
    way = serializers.CharField(help_text="By which way messages go out.")
    address = serializers.CharField(
        allow_null=True, help_text="An e-mail address; null: a secret that nobody reads again."
    )
    own_name = serializers.CharField(help_text="What its owner calls it.")
    language = serializers.CharField(help_text="The language of its messages.")
    wanted = serializers.ListField(
        child=serializers.ChoiceField(choices=NoticeKind.values), help_text="What it is told of."
    )
    quiet_from = serializers.TimeField(
        allow_null=True, help_text="By the club's clock; null: no quiet hours."
    )
    quiet_until = serializers.TimeField(allow_null=True, help_text="When the quiet hours end.")
    weekly_day = serializers.IntegerField(
        allow_null=True,
        help_text="The day of the weekly message with what can wait; 1: Monday, null: at once.",
    )
    weekly_hour = serializers.IntegerField(help_text="Its hour, by the club's clock.")
    is_confirmed = serializers.BooleanField(
        help_text="Whether its reader has said that it is theirs."
    )
    is_gone = serializers.BooleanField(help_text="Whether messages came back from it.")


class NoticeAddressInput(Input):
    way = serializers.CharField(max_length=12, default="mail", help_text="`mail`, for example.")
    address = serializers.CharField(
        max_length=4000, help_text="Where to: an e-mail address, or what else the way needs."
    )
    own_name = serializers.CharField(
        max_length=120, default="", allow_blank=True, help_text="What its owner calls it."
    )
    language = serializers.CharField(
        max_length=8, default="", allow_blank=True, help_text="The language of its messages."
    )


class NoticeChoiceInput(Input):
    wanted = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS),
        max_length=len(KINDS),
        help_text="What it is told of from now on.",
    )
    quiet_from = serializers.TimeField(
        default=None, allow_null=True, help_text="By the club's clock; null: no quiet hours."
    )
    quiet_until = serializers.TimeField(
        default=None, allow_null=True, help_text="When the quiet hours end."
    )
    weekly_day = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=7,
        help_text="The day on which `standings` and `season_over` come in one message, by e-mail "
        "only; 1: Monday, null: at once.",
    )
    weekly_hour = serializers.IntegerField(
        default=18, min_value=0, max_value=23, help_text="Its hour, by the club's clock."
    )


class NoticeOutput(Output):
    id = serializers.IntegerField()
    notice_address = serializers.IntegerField(help_text="The number of its address.")
    about = serializers.ChoiceField(choices=NoticeKind.values, help_text="What it is about.")
    event = serializers.IntegerField(allow_null=True)
    delivery = serializers.ChoiceField(
        choices=NoticeState.values, help_text="What became of the message."
    )
    tries = serializers.IntegerField(help_text="How often it was tried.")
    said = serializers.CharField(help_text="What the other side said at the last try.")
    made_at = serializers.DateTimeField(help_text="When its cause happened.")
    done_at = serializers.DateTimeField(allow_null=True, help_text="When it was settled.")


@operation("notice_addresses", "Where one is told of things", answer=page_of(NoticeAddressOutput))
def listed(request: Request) -> Response:
    rows = mine.of(actor_of(request))
    return Response({"results": [_address(row) for row in rows], "next": None})


@operation(
    "notice_address_add",
    "Gives one more address; an e-mail address gets a question first",
    answer=NoticeAddressOutput,
    status=201,
    sends=NoticeAddressInput,
    writes=True,
)
def add(request: Request) -> Response:
    by = actor_of(request)
    data = NoticeAddressInput.read(request)

    def do() -> dict[str, JSON]:
        row = addresses.add(
            by=by,
            owner=mine.owner(by),
            way=data["way"],
            address=data["address"],
            label=data["own_name"],
            language=data["language"] or "en",
            site=request.build_absolute_uri("/"),
        )
        return _address(row)

    return idempotency.once(request, do, by=by, status=201)


@operation(
    "notice_address_choose",
    "Says what an address is told of, and its quiet hours",
    answer=NoticeAddressOutput,
    sends=NoticeChoiceInput,
    writes=True,
)
def choose(request: Request, address_id: int) -> Response:
    by = actor_of(request)
    row = mine.one_of(by, address_id)
    data = NoticeChoiceInput.read(request)
    quiet = quiet_of(data["quiet_from"], data["quiet_until"])
    day = data["weekly_day"]
    weekly = None if day is None else (day, data["weekly_hour"])

    def do() -> dict[str, JSON]:
        return _address(
            addresses.choose(by=by, address=row, wanted=data["wanted"], quiet=quiet, weekly=weekly)
        )

    return idempotency.once(request, do, by=by)


@operation("notice_address_remove", "Forgets an address", status=204, writes=True, has_key=False)
def remove(request: Request, address_id: int) -> Response:
    by = actor_of(request)
    addresses.remove(by=by, address=mine.one_of(by, address_id))
    return Response(status=204)


@operation("notice_address_test", "Sends a test message", answer=NoticeAddressOutput, writes=True)
def test(request: Request, address_id: int) -> Response:
    by = actor_of(request)
    row = mine.one_of(by, address_id)

    def do() -> dict[str, JSON]:
        return _address(addresses.send_test(by=by, address=row))

    return idempotency.once(request, do, by=by)


@operation(
    "notices", "The last messages to oneself, the newest first", answer=page_of(NoticeOutput)
)
def notices(request: Request) -> Response:
    rows = sent.latest(mine.of(actor_of(request)))
    return Response({"results": [_notice(row) for row in rows], "next": None})


def quiet_of(begin: time | None, end: time | None) -> tuple[time, time] | None:
    if (begin is None) != (end is None):
        raise BadInput("notice_quiet_half", field="quiet_until")
    return None if begin is None or end is None else (begin, end)


def _address(row: NoticeAddress) -> dict[str, JSON]:
    way = WAYS.get(row.way)
    return {
        "id": row.pk,
        "way": row.way,
        "address": row.address if way is not None and way.is_shown else None,
        "own_name": row.label,
        "language": row.language,
        "wanted": list(row.wanted),
        "quiet_from": row.quiet_from.isoformat() if row.quiet_from else None,
        "quiet_until": row.quiet_until.isoformat() if row.quiet_until else None,
        "weekly_day": row.weekly_day,
        "weekly_hour": row.weekly_hour,
        "is_confirmed": row.confirmed_at is not None,
        "is_gone": row.gone_at is not None,
    }


def _notice(row: Notice) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "notice_address": row.address_id,
        "about": row.kind,
        "event": row.event_id,
        "delivery": row.state,
        "tries": row.tries,
        "said": row.reason,
        "made_at": shapes.moment(row.made_at),
        "done_at": shapes.moment(row.done_at),
    }
