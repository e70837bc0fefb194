"""Clubs and their people: founded, changed, written down.

Of a person the asker gets the name as far as they may know it, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, PAGED, Input, Output, operation, page_of
from api.v1 import shapes
from league import permissions
from league.core.actions import Action
from league.core.enums import MembershipKind, NameLevel, Visibility
from league.core.errors import NotAllowed
from league.lists import person
from league.queries import by_id
from league.queries.occasions import clubs
from league.queries.people import players as known
from league.queries.people import rosters
from league.services.occasions import clubs as services
from league.services.people import players as people
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Player
    from league.queries.people.rosters import PersonInClub

LANGUAGES = [code for code, _ in settings.LANGUAGES]


_ACCENT = "The colour of the club's pages, such as `#1d6f5c`; empty: the usual one."
_ADDRESS = "Where the club meets; pages link it to a map."
_CONTACT = "How the club is reached."
_JOINING = "How one joins."
_IMPRINT = "Who answers for the club's pages; linked at their foot."
_PRIVACY = "What becomes of personal data; linked at the foot of the club's pages."


class ClubOutput(Output):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    accent = serializers.CharField(help_text=_ACCENT)
    address = serializers.CharField(help_text=_ADDRESS)
    contact = serializers.CharField(help_text=_CONTACT)
    joining = serializers.CharField(help_text=_JOINING)
    imprint = serializers.CharField(help_text=_IMPRINT)
    privacy = serializers.CharField(help_text=_PRIVACY)
    language = serializers.CharField()
    time_zone = serializers.CharField()
    visibility = serializers.ChoiceField(choices=Visibility.values)
    rates_casual = serializers.BooleanField(
        help_text="Whether casual matches of members count for the ratings."
    )
    name_level = serializers.ChoiceField(
        choices=NameLevel.values, help_text="How much of a player's name the public sees."
    )
    free_talk = serializers.BooleanField(
        help_text="Whether people may type at tables in the browser; else they choose phrases."
    )
    version = serializers.IntegerField(help_text="For `If-Match`.")


class ClubPatch(Input):
    name = serializers.CharField(required=False, max_length=services.NAME_MOST)
    description = serializers.CharField(
        required=False, allow_blank=True, max_length=services.DESCRIPTION_MOST
    )
    accent = serializers.CharField(
        required=False, allow_blank=True, max_length=7, help_text=_ACCENT
    )
    address = serializers.CharField(
        required=False, allow_blank=True, max_length=services.ADDRESS_MOST, help_text=_ADDRESS
    )
    contact = serializers.CharField(
        required=False, allow_blank=True, max_length=services.CONTACT_MOST, help_text=_CONTACT
    )
    joining = serializers.CharField(
        required=False, allow_blank=True, max_length=services.JOINING_MOST, help_text=_JOINING
    )
    imprint = serializers.CharField(
        required=False, allow_blank=True, max_length=services.IMPRINT_MOST, help_text=_IMPRINT
    )
    privacy = serializers.CharField(
        required=False, allow_blank=True, max_length=services.PRIVACY_MOST, help_text=_PRIVACY
    )
    language = serializers.ChoiceField(required=False, choices=LANGUAGES)
    time_zone = serializers.CharField(
        required=False, max_length=64, help_text="Such as `Europe/Berlin`."
    )
    visibility = serializers.ChoiceField(required=False, choices=Visibility.values)
    name_level = serializers.ChoiceField(
        required=False,
        choices=NameLevel.values,
        help_text="How much of a player's name the public sees.",
    )
    rates_casual = serializers.BooleanField(required=False)
    free_talk = serializers.BooleanField(required=False)


class ClubInput(ClubPatch):
    name = serializers.CharField(
        max_length=services.NAME_MOST, help_text="The club's address is made of it, and stays."
    )


class PersonOutput(Output):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="As far as the asker may know it.")
    kind = serializers.ChoiceField(choices=MembershipKind.values, allow_null=True)


class PersonInput(Input):
    name = serializers.CharField(
        required=False,
        max_length=person.NAME_MOST,
        help_text="The whole name; left out, it is made of `given` and `family`.",
    )
    given = serializers.CharField(required=False, max_length=person.NAME_MOST)
    family = serializers.CharField(required=False, max_length=person.NAME_MOST)
    nickname = serializers.CharField(required=False, max_length=person.NAME_MOST)
    email = serializers.CharField(
        required=False, max_length=person.EMAIL_MOST, help_text="In no answer of the API."
    )
    birth_year = serializers.IntegerField(
        required=False,
        min_value=person.OLDEST_BIRTH_YEAR,
        max_value=9999,
        help_text="In no answer of the API.",
    )
    is_minor = serializers.BooleanField(required=False)
    member_no = serializers.CharField(
        required=False, max_length=person.MEMBER_NO_MOST, help_text="In no answer of the API."
    )
    kind = serializers.ChoiceField(choices=MembershipKind.values, default=MembershipKind.MEMBER)
    since = serializers.DateField(required=False, help_text="A member from this day; else today.")
    allow_similar = serializers.BooleanField(
        default=False, help_text="Adds although somebody of nearly the same name is known."
    )


class PersonPatch(Input):
    name = serializers.CharField(required=False, max_length=person.NAME_MOST)
    given = serializers.CharField(required=False, allow_blank=True, max_length=person.NAME_MOST)
    family = serializers.CharField(required=False, allow_blank=True, max_length=person.NAME_MOST)
    nickname = serializers.CharField(required=False, allow_blank=True, max_length=person.NAME_MOST)
    email = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=person.EMAIL_MOST,
        help_text="In no answer of the API.",
    )
    birth_year = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=person.OLDEST_BIRTH_YEAR,
        max_value=9999,
        help_text="In no answer of the API.",
    )
    is_minor = serializers.BooleanField(required=False)
    name_level = serializers.ChoiceField(
        required=False,
        choices=["", *NameLevel.values],
        help_text="How much of the name the public sees; empty: as the club says.",
    )
    parents_word = serializers.BooleanField(
        default=False, help_text="A parent agrees that more of a minor's name is seen."
    )


class ClubOfPlayerOutput(Output):
    slug = serializers.CharField()
    club = serializers.CharField()
    name = serializers.CharField(help_text="How this club shows the player.")
    kind = serializers.ChoiceField(choices=MembershipKind.values, allow_null=True)


class PlayerOutput(Output):
    id = serializers.IntegerField()
    clubs = ClubOfPlayerOutput(many=True)


@operation("clubs", "Clubs that want to be found", answer=page_of(ClubOutput), parameters=PAGED)
def listed(request: Request) -> Response:
    rows = clubs.listed(viewer=actor_of(request))
    return pagination.of_rows(request, rows, keys=("sort_key", "id"), shape=shapes.club)


@operation("club", "One club", answer=ClubOutput)
def one(request: Request, slug: str) -> Response:
    row = by_id.club(actor_of(request), slug)
    return conditional.versioned(Response(shapes.club(row)), row.version)


@operation(
    "club_make",
    "Founds a club, with the games of the catalogue on its shelf",
    answer=ClubOutput,
    status=201,
    sends=ClubInput,
    writes=True,
)
def make(request: Request) -> Response:
    by = actor_of(request)
    permissions.require(by, Action.CREATE_CLUB, None)
    data = ClubInput.read(request)
    return once(request, lambda: shapes.club(services.create(by=by, **data)), status=201)


@operation(
    "club_change",
    "Changes the settings of a club; anything left out stays as it is",
    answer=ClubOutput,
    sends=ClubPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_CLUB, club)
    version = conditional.expected_version(request)
    data = ClubPatch.read(request)

    def do() -> dict[str, JSON]:
        return shapes.club(services.change(by=by, club=club, expected_version=version, **data))

    return once(request, do)


@operation(
    "club_player_add",
    "Writes down a new person as a member or guest of the club",
    answer=PersonOutput,
    status=201,
    sends=PersonInput,
    writes=True,
)
def add_player(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    data = PersonInput.read(request)

    def do() -> dict[str, JSON]:
        row = people.add(by=by, club=club, **data)
        return {"id": row.pk, "name": row.name, "kind": data["kind"]}

    return once(request, do, status=201)


@operation(
    "club_players",
    "Everyone the club has met, by name",
    answer=page_of(PersonOutput),
    parameters=(*PAGED, OpenApiParameter("q", str, description="Part of the shown name.")),
)
def players(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = rosters.of_club(viewer, by_id.club(viewer, slug))
    # Only what is shown is searched: a hit must not tell a hidden name.
    words = names.fold(request.query_params.get("q", "")).split(" ")
    rows = tuple(row for row in rows if all(word in names.fold(row.name) for word in words))
    return pagination.of_list(request, rows, key=_by_name, shape=shapes.person)


@operation(
    "player",
    "One player, by the names of each club; the tag is the version for who may change them",
    answer=PlayerOutput,
)
def player(request: Request, player_id: int) -> Response:
    viewer = actor_of(request)
    row = by_id.player(viewer, player_id)
    answer = Response(_player(viewer, row))
    if not known.editable(viewer=viewer, player=row):
        return answer
    return conditional.versioned(answer, row.version)


@operation(
    "player_change",
    "Changes what is written down about a person; anything left out stays as it is",
    answer=PlayerOutput,
    sends=PersonPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change_player(request: Request, player_id: int) -> Response:
    by = actor_of(request)
    row = by_id.player(by, player_id)
    if not known.editable(viewer=by, player=row):
        raise NotAllowed("not_allowed", action="edit_profile")
    version = conditional.expected_version(request)
    data = PersonPatch.read(request)

    def do() -> dict[str, JSON]:
        return _player(by, people.change(by=by, player=row, expected_version=version, **data))

    return once(request, do)


def _player(viewer: Actor, row: Player) -> dict[str, JSON]:
    clubs_of = rosters.clubs_of(viewer, row)
    return {"id": row.pk, "clubs": [shapes.club_of_player(one) for one in clubs_of]}


def _by_name(row: PersonInClub) -> tuple[str | int, ...]:
    return row.sort_key, row.player_id
