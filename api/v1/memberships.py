"""Who belongs to a club and since when: begun, corrected, ended, what follows told first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, Output, operation, page_of
from api.v1.entries import LARGEST_ID
from league import permissions
from league.core.actions import Action
from league.core.enums import MembershipKind
from league.core.errors import BadInput, NotFound
from league.lists import person
from league.queries import by_id
from league.queries.people import guest_evenings
from league.queries.people import players as known
from league.services.people import memberships
from league.times import days

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Membership, Player
    from league.queries.people.players import PersonRow

_NUMBER = (
    "In no field of an answer. It may stand behind the name where two people of one "
    "name would look alike and the reader sees the whole name."
)
_SINCE = "Matches from this day on count as a member's; empty: today."


class MembershipOutput(Output):
    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="For `If-Match`.")
    player = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=MembershipKind.values)
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)


class MembershipInput(Input):
    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    kind = serializers.ChoiceField(choices=MembershipKind.values, required=False)
    member_no = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=person.MEMBER_NO_MOST,
        help_text=_NUMBER,
    )
    since = serializers.DateField(required=False, help_text=_SINCE)


class MembershipPatch(Input):
    kind = serializers.ChoiceField(choices=MembershipKind.values, required=False)
    member_no = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=person.MEMBER_NO_MOST,
        help_text=_NUMBER,
    )
    since = serializers.DateField(required=False)


class MembershipEndInput(Input):
    on = serializers.DateField(required=False, help_text="The last day; empty: today.")


class MembershipPreviewInput(Input):
    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    kind = serializers.ChoiceField(choices=MembershipKind.values, required=False)
    since = serializers.DateField(required=False, help_text=_SINCE)


class TurnedOutput(Output):
    entry = serializers.IntegerField()
    event = serializers.IntegerField()
    name = serializers.CharField(help_text="Of the event.")
    starts_at = serializers.DateTimeField()
    is_guest = serializers.BooleanField(help_text="True: counts as a guest's again.")


class MembershipPreviewOutput(Output):
    membership = serializers.IntegerField(
        allow_null=True, help_text="The open one that would change; empty: a new one."
    )
    turned = TurnedOutput(many=True, help_text="Evenings that count as the other kind afterwards.")


@operation(
    "club_memberships",
    "The open memberships of a club, for its organizers",
    answer=page_of(MembershipOutput),
    also=(403,),
)
def of_club(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug)
    rows = known.people(viewer=by, club=club)
    return pagination.of_list(request, rows, key=_by_name, shape=_listed)


@operation(
    "membership_start",
    "Makes someone the club has met a member or guest",
    answer=MembershipOutput,
    status=201,
    sends=MembershipInput,
    writes=True,
)
def start(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug)
    data = MembershipInput.read(request)
    player = _player(by, data["player"])

    def do() -> dict[str, JSON]:
        row = memberships.start(
            by=by,
            club=club,
            player=player,
            kind=data.get("kind", MembershipKind.MEMBER),
            member_no=data.get("member_no", ""),
            since=data.get("since"),
        )
        return _shape(row)

    return once(request, do, status=201)


@operation(
    "membership_preview",
    "Which evenings would count differently with a new membership, or a changed one",
    answer=MembershipPreviewOutput,
    sends=MembershipPreviewInput,
    writes=True,
    has_key=False,
)
def preview(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug)
    data = MembershipPreviewInput.read(request)
    days.require("since", data.get("since"))
    player = _player(by, data["player"])
    if not known.may_join(by, club, player):
        raise NotFound("not_a_player_of_club")
    row = next(
        (
            one
            for one in known.memberships(viewer=by, player=player)
            if one.club_id == club.pk and one.until is None
        ),
        None,
    )
    after = guest_evenings.asked(club, kind=data.get("kind"), since=data.get("since"), of=row)
    turned = guest_evenings.turned(club, player, after, of=row)
    return Response(
        {
            "membership": row.pk if row else None,
            "turned": [
                {
                    "entry": one.entry.pk,
                    "event": one.event.pk,
                    "name": one.event.name,
                    "starts_at": one.event.starts_at.isoformat(),
                    "is_guest": one.is_guest,
                }
                for one in turned
            ],
        }
    )


@operation(
    "membership",
    "One membership, for the club's organizers",
    answer=MembershipOutput,
    also=(403,),
)
def one(request: Request, slug: str, membership_id: int) -> Response:
    row = _membership(request, slug, membership_id)
    return conditional.versioned(Response(_shape(row)), row.version)


@operation(
    "membership_change",
    "Corrects the kind, number or first day of an open membership",
    answer=MembershipOutput,
    sends=MembershipPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, slug: str, membership_id: int) -> Response:
    row = _membership(request, slug, membership_id)
    version = conditional.expected_version(request)
    data = MembershipPatch.read(request)

    def do() -> dict[str, JSON]:
        changed = memberships.change(
            by=actor_of(request),
            membership=row,
            expected_version=version,
            kind=data.get("kind"),
            member_no=data.get("member_no"),
            since=data.get("since"),
        )
        return _shape(changed)

    return once(request, do)


@operation(
    "membership_end",
    "Ends a membership; entries and results stay",
    answer=MembershipOutput,
    sends=MembershipEndInput,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def end(request: Request, slug: str, membership_id: int) -> Response:
    row = _membership(request, slug, membership_id)
    version = conditional.expected_version(request)
    data = MembershipEndInput.read(request)

    def do() -> dict[str, JSON]:
        ended = memberships.end(
            by=actor_of(request), membership=row, expected_version=version, on=data.get("on")
        )
        return _shape(ended)

    return once(request, do)


def _organizer(request: Request, slug: str) -> tuple[Actor, Club]:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    return by, club


def _membership(request: Request, slug: str, membership_id: int) -> Membership:
    by, club = _organizer(request, slug)
    row = known.membership(viewer=by, club=club, membership_id=membership_id)
    if row is None:
        raise NotFound("not_found")
    return row


def _player(by: Actor, player_id: int) -> Player:
    player = known.by_id(viewer=by, player_id=player_id)
    if player is None:
        raise BadInput("bad_choice", field="player", value=str(player_id))
    return player


def _by_name(row: PersonRow) -> tuple[str | int, ...]:
    return row.player.sort_key, row.player.pk


def _listed(row: PersonRow) -> dict[str, JSON]:
    return _shape(row.membership)


def _shape(row: Membership) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "version": row.version,
        "player": row.player_id,
        "name": row.player.name,
        "kind": row.kind,
        "since": row.since.isoformat(),
        "until": row.until.isoformat() if row.until else None,
    }
