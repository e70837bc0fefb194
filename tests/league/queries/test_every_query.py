"""Who is told anything by a query: every one that takes a viewer, found by reflection.

Queries begin from what their viewer may know of. One that forgets tells a visitor of a club that
only its members see, or everybody what is its organizers' alone.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model, Q

import league.queries
from league import permissions
from league.core.actors import ANONYMOUS, Actor
from league.core.enums import Role, Visibility
from league.core.errors import NotAllowed, NotFound
from league.models import Apart, Club, Event, Player
from league.queries.office.file_lists import What
from league.queries.people import account_actors
from league.queries.standings.counting import LATEST
from league.queries.standings.trials import USUAL
from tests import factories
from tests.architecture.test_services import world

Query = Callable[..., object]

WORD = "Quill"  # in every name that is told
# What is told of a club to whoever sees it: its members, its admins, of a public club a visitor.
WHO_SEES = """
    adjustments.of_scope bg_stats_out.of_club by_id.club by_id.entry by_id.event by_id.player
    by_id.player_of endings.ended
    by_id.round_ by_id.season by_id.seating by_id.stage by_id.table calendars.of_club
    calendars.of_season club_records.of_club clubs.by_slug clubs.listed entries.entry events.get
    events.has_results events.latest events.listed events.live events.of_season
    events.stage events.stages file_lists.listed record_lists.of result_list.of_event
    result_list.of_season explanations.of_player fairness.of_season listed.seasons
    listed.players moves.between
    pages.latest_results players.by_id plays.by_code reach.coded reach.visible
    presets.get presets.named presets.offered
    profiles.clubs_seen profiles.profile profiles.public_faces season_ranks.of_player
    rank_targets.start ratings.by_id
    records.record records.table rosters.clubs_of rules.choices rules.club_game
    rules.choices_and rules.ruleset rules.scheme rules.schemes rules.shelf
    search.everywhere seasons.by_id seasons.get
    seasons.of_club seasons.running seasons.stages seatings.round_ standings.payload
    standings.stage_of standings.stages_of standings.stored
"""
FOR_STAFF = """
    access.grant access.grants_of access.invitation access.invitations_of access.may_reset
    access.places access.token adjustments.entered adjustments.one apart.of_club
    apart.of_player chats.one_of claims.by_id claims.count_waiting claims.decided_by
    claims.waiting clubs.managed cuts.line desk.desk desk.stage_of entries.candidate
    entries.roll journal.of_club journal.of_event journal.removal merges.by_id
    merges.of_club merges.preview mine.giver mine.of_club mine.organizes own_data.asking_to_go
    played_tables.of_player players.manages players.membership players.people
    people_list.listed players.similar previews.voiding ratings.changeable ratings.may_change
    removals.may_remove removals.undoable result_check.check season_guests.of_season
    seating_options.of_entry seatings.board seatings.seating seatings.table talk.leads
    trials.of_season trials.seasons webhooks.deliveries_of webhooks.delivery webhooks.get
    webhooks.is_told webhooks.of_club
"""
ABOUT_ONESELF = """
    own_data.export own_data.memberships viewer.entry viewer.open_table viewer.player
    viewer.player_id
"""
OF_MEMBERS_AND_STAFF = """
    access.account_of of_clubs.of_viewer pauses.days_left players.memberships
    mine.owner records.sees_reports viewer.clubs
"""
# Asked about a row that a door has looked up for its viewer before: they tell whoever holds it.
OF_WHAT_IS_HELD = """
    bg_stats.of_table fairness.of_event pages.event_view players.known players.may_join
    plays.shown ratings.listing record_versions.versions records.rounds_with_tables
    records.table_row records.tables_in records.tables_of rosters.names_in rosters.of_club
    rosters.of_entry rosters.of_event rosters.plan_of rosters.rounds_of shelf.of_club
"""
# Nothing of that kind is in this club, or the answer names nothing.
NOTHING_HERE = """
    access.tokens_of calendars.code_of claims.askable claims.asked_by claims.of_viewer
    changes.since file_lists.offered mine.of mine.one_of own_places.joined_by own_places.offered
    record_lists.as_seen record_versions.as_seen sent.undelivered_in sign_up_mail.given
    clocks.of_round clocks.of_table count_check.check_counted cuts.called
    desk.next_action endings.final_ranking earlier_draws.of_seating events.cancelled
    events.past events.upcoming experience.has_played merges.likely merges.refusals players.editable
    listed.with_standings lists.following lists.lobby lists.mine pauses.until
    plays.glance duels.between medals.of_player pictures.file pictures.of_player
    pictures.of_players profiles.matches_of profiles.results_of
    coach.shown plays.waiting plays.waiting_besides
    talk.at_table talk.may_read talk.may_write talk.reports talk.waiting
    players.speaks_for presets.chosen presets.parts_of previews.change profiles.faces
    ratings.history ratings.of_player ratings.scopes_of_club ratings.steps_of records.open_tables
    records.own_reports removals.clubs rosters.unseated round_plans.current
    seatings.reports standings.audience_of table_plays.of_code table_plays.running
    table_starts.of_table trials.of_list
    transcripts.lines trials.require_organizer troubles.everywhere troubles.of_event
    viewer.acted_for viewer.family webhooks.count_off
    appointments.of_stage appointments.of_table badges.of_player beside.of_table
    club_badges.of_club first_steps.of_club going_on.of_events
"""


def queries() -> Iterator[tuple[str, Query]]:
    for found in pkgutil.walk_packages(league.queries.__path__, "league.queries."):
        room = importlib.import_module(found.name)
        for name, function in vars(room).items():
            if not inspect.isfunction(function) or function.__module__ != room.__name__:
                continue
            viewer = inspect.signature(function).parameters.get("viewer")
            if viewer is not None and "Actor" in str(viewer.annotation) and name[0] != "_":
                yield f"{found.name.rsplit('.', 1)[1]}.{name}", function


QUERIES = dict(queries())


# One thing of every kind, as a query may ask for it.
def club_of_all() -> dict[str, Any]:
    things: dict[str, Any] = world().things
    club, event, season, player = (things[one] for one in ("Club", "Event", "Season", "Player"))
    Club.objects.filter(pk=club.pk).update(name=f"{WORD} Club", search_key=f"{WORD} club".lower())
    Event.objects.filter(pk=event.pk).update(name=f"{WORD} Night")
    Player.objects.filter(pk=player.pk).update(erasure_asked_at=datetime(2026, 11, 3, tzinfo=UTC))
    for row in (club, event, player):
        row.refresh_from_db()
    other = factories.member(club, f"Bo {WORD}")
    Apart.objects.create(club=club, first=player, second=other)
    chat = factories.notice_address(club, "ntfys://ntfy.example/night", way="chat")
    kinds = ("Season", "Event", "Stage", "Entry", "Player", "Round", "Seating", "Table")
    numbers = {f"{kind.lower()}_id": row.pk for kind in kinds if (row := things[kind])}
    return {
        **things,
        **numbers,
        **{f"by_id.{kind.lower()} pk": things[kind].pk for kind in kinds},
        **{f"{scope} scope": things["Stage"] for scope in SCOPED},
        "by_id.club slug": club.slug,
        "by_id.player_of pk": player.pk,
        "by_id.round_ pk": things["Round"].pk,
        "clubs.by_slug slug": club.slug,
        "seasons.get club": club.slug,
        "seasons.get slug": season.slug,
        "seasons.by_id pk": season.pk,
        "slug": event.slug,
        "number": things["Stage"].number,
        "row": things["Stage"],
        "key": "",
        "name": f"Ada {WORD}",
        "presets.named name": "Ours",
        "presets pk": things["Preset"].pk,
        "adjustments pk": things["Adjustment"].pk,
        "rules.club_game pk": things["ClubGame"].pk,
        "rules.ruleset pk": things["Ruleset"].pk,
        "rules.scheme pk": things["PointsScheme"].pk,
        "thing": event,
        "lines": [things["JournalLine"]],
        "webhooks.get pk": things["Webhook"].pk,
        "webhooks.delivery pk": things["Delivery"].pk,
        "line_id": things["JournalLine"].pk,
        "account": things["Account"],
        "token_id": things["ApiToken"].pk,
        "grant_id": things["Grant"].pk,
        "invitation_id": things["Invitation"].pk,
        "claim_id": things["Claim"].pk,
        "merge_id": things["Merge"].pk,
        "membership_id": things["Membership"].pk,
        "record_id": things["MatchRecord"].pk,
        "scope_id": things["RatingScope"].pk,
        "clubs": [club],
        "within": Q(),
        "profiles clubs": {player.pk: club},
        "people": [player],
        "kept": player,
        "gone": other,
        "words": WORD.lower(),
        "code": things["Play"].code,
        "size": 2,
        "PlaySeat | None": None,
        "Ruleset | None": None,
        "fields": {},
        "data": b"",
        "Moment": LATEST,
        "Way": USUAL,
        "file_lists scope": event,
        "mine whose": player,
        "chats.one_of pk": chat.pk,
        "file_lists what": What.RESULTS,
    }


SCOPED = ("adjustments", "explanations", "moves", "previews", "standings")


def given(name: str, query: Query, things: Mapping[str, object]) -> dict[str, object]:
    """A value for every argument without a default: by query, by room, by name, or by kind."""
    found = {}
    for one in inspect.signature(query).parameters.values():
        if one.name == "viewer" or one.default is not inspect.Parameter.empty:
            continue
        kind, room = str(one.annotation), name.split(".")[0]
        keys = (f"{name} {one.name}", f"{room} {one.name}", one.name, kind, kind.split("[")[0])
        key = next((key for key in keys if key in things), None)
        if key is None:
            pytest.fail(f"say in club_of_all() what stands for {kind} ({name}, {one.name})")
        found[one.name] = things[key]
    return found


def says(value: object) -> bool:
    """Whether an answer tells anything: a row, a name, a yes."""
    if isinstance(value, Model):
        return not (isinstance(value, Club) and WORD not in value.name)
    if isinstance(value, str):
        return WORD in value
    if is_dataclass(value):
        parts = [getattr(value, one.name) for one in fields(value)]
        return any(says(part) for part in parts if not isinstance(part, bool | int))
    if isinstance(value, Mapping):
        return any(says(part) for part in value.values())
    if isinstance(value, Iterable):
        return any(says(part) for part in value)
    return isinstance(value, bool | int) and bool(value)


def telling(things: Mapping[str, object], viewer: Actor) -> set[str]:
    """The queries that tell ``viewer`` something about these things."""
    found = set()
    for name, query in QUERIES.items():
        with transaction.atomic():
            try:
                if says(query(viewer=viewer, **given(name, query, things))):
                    found.add(name)
            except (NotAllowed, NotFound):
                pass
            except Exception:
                assert name in NOTHING_HERE.split(), name
            finally:
                transaction.set_rollback(True)
    return found


def show_to_everybody(things: Mapping[str, object]) -> None:
    """The club is public from now on, also in the rows that are held."""
    row: Any  # of any kind
    for row in things.values():
        if isinstance(row, Model):
            event = permissions.event_of(row)  # type: ignore[arg-type]  # None for other kinds
            for holder in (row, event, event and event.season):
                club = holder if isinstance(holder, Club) else getattr(holder, "club", None)
                if club is not None:
                    club.visibility = Visibility.PUBLIC
    Club.objects.update(visibility=Visibility.PUBLIC)


@pytest.mark.django_db
def test_a_query_tells_whom_it_concerns_and_nobody_else() -> None:
    things = club_of_all()
    member = account_actors.person(factories.account(player=things["Player"]))
    admin = factories.actor(Role.CLUB_ADMIN, things["Club"])

    told = {
        "outside": telling(things, ANONYMOUS),
        "member": telling(things, member),
        "admin": telling(things, admin),
    }
    show_to_everybody(things)
    told["visitor"] = telling(things, ANONYMOUS)

    held, seen = set(OF_WHAT_IS_HELD.split()), set(WHO_SEES.split())
    both = held | seen | set(OF_MEMBERS_AND_STAFF.split())
    assert told == {
        "outside": held,
        "member": both | set(ABOUT_ONESELF.split()),
        "admin": both | set(FOR_STAFF.split()),
        "visitor": held | seen,
    }
    assert set(QUERIES) == told["member"] | told["admin"] | set(NOTHING_HERE.split())
