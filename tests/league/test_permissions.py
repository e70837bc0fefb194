"""Who may do what: one table of roles and actions, and the conditions beside it."""

from __future__ import annotations

import pytest

from league import permissions
from league.core import actors
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import Role, Visibility
from league.core.errors import NotAllowed, NotFound
from league.models import Club, Event, Season
from league.queries.people import account_actors
from tests import factories as make

pytestmark = pytest.mark.django_db

# Every action as the roles of its own club, season or event may do it; y = yes.
#                              site club  org  season event score player visitor
#                              admin admin      org.   org.  keeper
TABLE = {
    Action.SEE_NAMES: "         y    y    y    y      y     y     -      -",
    Action.CREATE_CLUB: "       y    -    -    -      -     -     -      -",
    Action.MANAGE_CLUB: "       y    y    -    -      -     -     -      -",
    Action.MANAGE_PEOPLE: "     y    y    y    y      y     -     -      -",
    Action.MERGE_PEOPLE: "      y    y    -    -      -     -     -      -",
    Action.MANAGE_SEASON: "     y    y    y    y      y     -     -      -",
    Action.CREATE_EVENT: "      y    y    y    y      y     -     -      -",
    Action.MANAGE_EVENT: "      y    y    y    y      y     -     -      -",
    Action.INVITE: "            y    y    y    y      y     -     -      -",
    Action.CALL_ROLL: "         y    y    y    y      y     -     -      -",
    Action.ENTER_SELF: "        y    -    -    -      -     -     y      -",
    Action.SUBMIT_RECORD: "     y    y    y    y      y     y     -      -",
    Action.CONFIRM_RECORD: "    y    y    y    y      y     y     -      -",
    Action.DISPUTE_RECORD: "    y    y    y    y      y     y     -      -",
    Action.CORRECT_RECORD: "    y    y    y    y      y     -     -      -",
    Action.EDIT_PROFILE: "      y    y    -    -      -     -     y      -",
    Action.SEE_JOURNAL: "       y    y    y    y      y     -     -      -",
    Action.SEE_WITHHELD: "      y    y    y    y      y     y     -      -",
    Action.SEE_UNANNOUNCED: "   y    y    y    y      y     -     -      -",
    Action.PLAY: "              y    -    -    -      -     -     -      -",
}
ROLES = ("site", "club", "organizer", "season", "event", "scorekeeper", "player", "visitor")


def cast() -> tuple[Event, dict[str, Actor]]:
    """An event of a season and everybody who could have to do with it."""
    season = make.season()
    event = make.event(season=season)
    member = make.member(season.club, "Ada Quill")
    return event, {
        "site": make.actor(Role.SITE_ADMIN),
        "club": make.actor(Role.CLUB_ADMIN, season.club),
        "organizer": make.actor(Role.ORGANIZER, season.club),
        "season": make.actor(Role.ORGANIZER, season),
        "event": make.actor(Role.ORGANIZER, event),
        "scorekeeper": make.actor(Role.SCOREKEEPER, event),
        "player": account_actors.person(make.account(player=member)),
        "visitor": actors.ANONYMOUS,
    }


def test_the_table_names_every_action() -> None:
    assert set(TABLE) == set(Action)


def test_every_role_may_exactly_what_the_table_says_of_its_own_event() -> None:
    event, people = cast()

    found = {
        action: [permissions.can(people[role], action, event) for role in ROLES]
        for action in Action
    }

    assert found == {action: [mark == "y" for mark in row.split()] for action, row in TABLE.items()}


def test_a_role_reaches_down_and_never_up_or_across() -> None:
    event, people = cast()
    club, season = event.club, event.season
    assert season is not None
    sibling = make.event(season=season)
    other = make.event(club)
    subjects: dict[str, Club | Season | Event] = {
        "club": club,
        "season": season,
        "event": event,
        "sibling": sibling,
        "other": other,
    }

    reach = {
        role: {
            name
            for name, subject in subjects.items()
            if permissions.can(people[role], Action.MANAGE_EVENT, subject)
        }
        for role in ("club", "organizer", "season", "event", "scorekeeper")
    }

    assert reach == {
        "club": {"club", "season", "event", "sibling", "other"},
        "organizer": {"club", "season", "event", "sibling", "other"},
        "season": {"season", "event", "sibling"},
        "event": {"event"},
        "scorekeeper": set(),
    }


@pytest.mark.parametrize("action", list(Action))
def test_no_role_of_one_club_counts_in_another(action: Action) -> None:
    event = make.event()
    elsewhere = make.club()
    outsiders = [make.actor(role, elsewhere) for role in (Role.CLUB_ADMIN, Role.ORGANIZER)]

    assert [permissions.can(actor, action, event) for actor in outsiders] == [False, False]


def test_everybody_enters_and_edits_only_themselves() -> None:
    club = make.club()
    me, other = make.member(club, "Ada Quill"), make.member(club, "Tom Ash")
    event = make.event(club)
    by = account_actors.person(make.account(player=me))
    mine, theirs = make.entry(event, me), make.entry(event, other)

    edits = [permissions.can(by, Action.EDIT_PROFILE, subject) for subject in (me, other)]
    enters = [permissions.can(by, Action.ENTER_SELF, entry) for entry in (mine, theirs)]

    assert (edits, enters) == ([True, False], [True, False])


@pytest.mark.parametrize(
    ("visibility", "error"), [(Visibility.PUBLIC, NotAllowed), (Visibility.MEMBERS, NotFound)]
)
def test_what_is_hidden_does_not_exist(
    visibility: Visibility, error: type[NotAllowed] | type[NotFound]
) -> None:
    club = make.club(visibility=visibility)

    with pytest.raises(error):
        permissions.require(make.actor(), Action.MANAGE_CLUB, club)


def test_visible_clubs_seasons_and_events_never_mix_two_hidden_clubs() -> None:
    ours, theirs = (make.club(visibility=Visibility.MEMBERS) for _ in range(2))
    for club in (ours, theirs):
        make.event(season=make.season(club))
    viewer = make.actor(Role.ORGANIZER, ours)

    seen = [
        set(permissions.visible(Club.objects.all(), viewer).values_list("pk", flat=True)),
        set(permissions.visible(Season.objects.all(), viewer).values_list("club", flat=True)),
        set(permissions.visible(Event.objects.all(), viewer).values_list("club", flat=True)),
    ]

    assert seen == [{ours.pk}, {ours.pk}, {ours.pk}]


def test_a_closed_account_is_a_visitor() -> None:
    account = make.account()
    make.grant(account, Role.SITE_ADMIN)
    account.is_active = False

    assert account_actors.person(account) == actors.ANONYMOUS
