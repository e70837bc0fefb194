"""The chats of a club: what they are told of. Their addresses are secrets that no answer holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation, page_of
from api.v1.notices import quiet_of
from league.core.notices import FOR_CLUBS
from league.queries import by_id
from league.queries.notices import chats as known
from league.queries.notices import mine
from league.services.notices import addresses, chats

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import NoticeAddress

_KINDS = [kind.value for kind in FOR_CLUBS]


class ChatOutput(Output):
    id = serializers.IntegerField()
    own_name = serializers.CharField(help_text="What the club calls it; else its service and host.")
    language = serializers.CharField(help_text="The language of its messages: the club's.")
    wanted = serializers.ListField(
        child=serializers.ChoiceField(choices=_KINDS), help_text="What it is told of."
    )
    quiet_from = serializers.TimeField(
        allow_null=True, help_text="By the club's clock; null: no quiet hours."
    )
    quiet_until = serializers.TimeField(allow_null=True, help_text="When the quiet hours end.")
    is_gone = serializers.BooleanField(
        help_text="Whether its server said that it is no more; a test starts it again."
    )


class ChatInput(Input):
    address = serializers.CharField(
        max_length=2000,
        help_text="As Apprise writes addresses (`ntfys://ntfy.example/topic`), or what the service "
        "itself gives. It is in no answer.",
    )
    own_name = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="What the club calls it."
    )


class ChatPatch(Input):
    wanted = serializers.ListField(
        child=serializers.ChoiceField(choices=_KINDS),
        max_length=len(_KINDS),
        help_text="What it is told of from now on.",
    )
    quiet_from = serializers.TimeField(
        default=None, allow_null=True, help_text="By the club's clock; null: no quiet hours."
    )
    quiet_until = serializers.TimeField(
        default=None, allow_null=True, help_text="When the quiet hours end."
    )


@operation("club_chats", "The chats of a club", answer=page_of(ChatOutput), also=(403,))
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = mine.of_club(viewer, by_id.club(viewer, slug))
    return Response({"results": [_shape(row) for row in rows], "next": None})


@operation(
    "chat_add",
    "Adds a chat, which hears of seatings, standings, events and seasons until the club chooses",
    answer=ChatOutput,
    status=201,
    sends=ChatInput,
    writes=True,
)
def add(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = ChatInput.read(request)

    def do() -> dict[str, JSON]:
        row = chats.add(
            by=by,
            club=club,
            address=data["address"],
            label=data["own_name"],
            site=request.build_absolute_uri("/"),
        )
        return _shape(row)

    return once(request, do, status=201)


@operation(
    "chat_choose",
    "Says what a chat is told of, and its quiet hours",
    answer=ChatOutput,
    sends=ChatPatch,
    writes=True,
)
def choose(request: Request, slug: str, chat_id: int) -> Response:
    by = actor_of(request)
    row = _row(by, slug, chat_id)
    data = ChatPatch.read(request)
    quiet = quiet_of(data["quiet_from"], data["quiet_until"])

    def do() -> dict[str, JSON]:
        return _shape(addresses.choose(by=by, address=row, wanted=data["wanted"], quiet=quiet))

    return once(request, do)


@operation("chat_remove", "Forgets a chat", status=204, writes=True, has_key=False)
def remove(request: Request, slug: str, chat_id: int) -> Response:
    by = actor_of(request)
    addresses.remove(by=by, address=_row(by, slug, chat_id))
    return Response(status=204)


@operation("chat_test", "Sends a test message to a chat", answer=ChatOutput, writes=True)
def test(request: Request, slug: str, chat_id: int) -> Response:
    by = actor_of(request)
    row = _row(by, slug, chat_id)

    def do() -> dict[str, JSON]:
        return _shape(addresses.send_test(by=by, address=row))

    return once(request, do)


def _row(viewer: Actor, slug: str, chat_id: int) -> NoticeAddress:
    return known.one_of(viewer, by_id.club(viewer, slug), chat_id)


def _shape(row: NoticeAddress) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "own_name": row.label,
        "language": row.language,
        "wanted": list(row.wanted),
        "quiet_from": row.quiet_from.isoformat() if row.quiet_from else None,
        "quiet_until": row.quiet_until.isoformat() if row.quiet_until else None,
        "is_gone": row.gone_at is not None,
    }
