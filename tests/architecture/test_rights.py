"""Every verb is refused to whoever may do everything but what it needs.

The roles of today may do nearly the same; which right a verb asks for shows where one is missing,
as the scopes of a token or a role of tomorrow leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from django.utils import timezone

from league.core.actions import ROLE_ACTIONS, Action
from league.core.enums import InvitationKind, Role
from league.core.errors import NotAllowed, NotFound
from league.models import Club, Invitation
from tests import factories
from tests.architecture.test_services import ASKED, VERBS, arguments, world

if TYPE_CHECKING:
    from league.core.actors import Actor

# What each verb needs where it is asked about the things of ``world``.
NEEDS: dict[Action, str] = {
    Action.MANAGE_CLUB: """
        access.reset_link access.revoke_grant access.revoke_invitation chats.add
        clubs.change erasure.delete erasure.erase ratings.change ratings.set_luck rules.add_game
        rules.add_ruleset rules.change_game rules.new_version rules.remove_scheme
        rules.retire rules.save_scheme rules.stock splits.split
        webhooks.add webhooks.pause webhooks.remove webhooks.resume webhooks.rotate
        webhooks.send_again webhooks.send_test
    """,
    Action.MANAGE_EVENT: """
        accounts.revoke_token adjustments.make adjustments.revoke appointments.fix clocks.extend
        clocks.hold clocks.reset clocks.resume clocks.start cuts.accept cuts.decline
        cuts.make cuts.preview cuts.undo dropouts.disqualify events.announce
        events.change events.make_room events.set_state fixtures.draw
        fixtures.previewed fixtures.set_due fixtures.withdraw links.release links.renew
        links.revoke open_play.disband open_play.form_proposed open_play.form_table
        open_play.form_tables open_play.proposed open_play.step_back plans.drop
        plans.plan_rounds plans.stop publishing.publish publishing.restore
        publishing.withdraw records.follow_swap redraws.redraw reminders.remind
        reminders.take_back rounds.close rounds.finish rounds.mark
        rounds.publish_results rounds.reopen rounds.resume rounds.withhold
        seating_changes.add_late seating_changes.give_bye seating_changes.move
        seating_changes.swap seating_changes.swap_seats seating_tables.add_table
        seating_tables.remove_table seating_tables.set_lock seating_tables.set_ruleset
        seatings.discard seatings.draw seatings.draw_again seatings.draw_and_publish
        seatings.take_old stages.add stages.change stages.remove_empty standings.hide
        standings.publish standings.set_auto_publish table_plays.allow
    """,
    Action.INVITE: """
        clubs.renew_door
    """,
    Action.MANAGE_PEOPLE: """
        apart.keep apart.lift imports.preview imports.run
        memberships.change memberships.end memberships.start pictures.drawn
        pictures.put pictures.take_away players.add players.change
    """,
    Action.CALL_ROLL: """
        dropouts.drop dropouts.reinstate entries.call_roll entries.mark_filler
        entries.mark_paid entries.promote_waiting entries.register entries.request_bye
        entries.set_present rolls.everybody rolls.members_here wishes.set_wishes
    """,
    Action.CREATE_EVENT: """
        events.copy events.create events.series removals.remove removals.restore
    """,
    Action.MANAGE_SEASON: """
        bg_stats_import.preview bg_stats_import.run import_results.preview
        import_results.run presets.change presets.keep presets.remove
        region_tables.table season_joins.preview season_joins.run
        seasons.change seasons.create seasons.set_state
    """,
    Action.MERGE_PEOPLE: """
        merges.merge merges.undo
    """,
    Action.CONFIRM_RECORD: """
        records.confirm
    """,
    Action.CORRECT_RECORD: """
        records.correct voids.restore voids.void voids.void_all
    """,
    Action.DISPUTE_RECORD: """
        records.dispute
    """,
    Action.SUBMIT_RECORD: """
        appointments.answer appointments.lift appointments.propose appointments.set_place
        records.submit_many table_starts.draw
    """,
}
SEVERAL: dict[str, set[Action]] = {
    "claims.approve": {Action.MANAGE_PEOPLE, Action.INVITE},
    "claims.decline": {Action.MANAGE_PEOPLE, Action.INVITE},
    "entries.add_guest": {Action.MANAGE_PEOPLE, Action.CALL_ROLL},
    "entries.add_newcomer": {Action.MANAGE_PEOPLE, Action.CALL_ROLL},
    "records.submit": {Action.SUBMIT_RECORD, Action.CORRECT_RECORD},
}
_OF_JOURNAL = {Action.SEE_JOURNAL, Action.SEE_UNANNOUNCED, Action.SEE_WITHHELD}
_TO_PEOPLE = {Action.INVITE, Action.MANAGE_PEOPLE}
# The same and others where they are asked about other things, with what they then need.
ELSEWHERE: list[tuple[str, dict[str, str], set[Action]]] = [
    ("access.grant", {"role": "organizer", "scope": "Event"}, {Action.INVITE}),
    ("access.invite", {"kind": "player", "scope": "Club", "player": "Player"}, _TO_PEOPLE),
    ("access.invite", {"role": "organizer", "scope": "Event"}, {Action.INVITE}),
    ("access.revoke_invitation", {"invitation": "of a player"}, {Action.INVITE}),
    ("adjustments.make", {"scope": "Season"}, {Action.MANAGE_SEASON}),
    ("removals.remove", {"thing": "Season"}, {Action.MANAGE_SEASON}),
    ("standings.hide", {"scope": "Season"}, {Action.MANAGE_SEASON}),
    ("standings.publish", {"scope": "Season"}, {Action.MANAGE_SEASON}),
    ("standings.set_auto_publish", {"scope": "Season"}, {Action.MANAGE_SEASON}),
    ("webhooks.add", {"rights": "organizers"}, {Action.MANAGE_CLUB, *_OF_JOURNAL}),
]
# Nobody's by such a right: the own things and seats of whoever acts, what the service itself or
# the machine's owner does, and what looks first for a line or a plan that `world` does not have.
BY_NO_RIGHT = """
    addresses.add addresses.choose addresses.remove addresses.send_test
    accounts.change_email accounts.make_token accounts.set_language accounts.stop_acting
    own_places.join own_places.part accounts.forget_unconfirmed
    calendars.end calendars.renew claims.ask own_data.ask_erasure own_data.withdraw_erasure
    openid.connect openid.disconnect
    clubs.create demo.remove demo.seed demo.to_remove idempotency.sweep own_data.erase_due
        season_files.take_in
    plans.take_up drafts.put_back entry_steps.take_back rolls.take_back
    play_endings.again play_endings.agree_to_stop play_endings.come_back play_endings.resign
    abandoned.forget_guests abandoned.sweep overdue.give_time overdue.stop pauses.end pauses.pause
    badges.catch_up badges.count badges.next_batch chances.sweep chances.work_next running_out.sweep
    season_files.export sign_up_mail.forget_addresses sign_up_mail.give_up_unconfirmed
    play_endings.take_over play_seats.add_bot play_seats.free_seat play_seats.leave
    play_seats.remove_bot play_seats.sit plays.act plays.begin
    real_table.enter real_table.seat_here
    talk.hide talk.mute talk.report talk.say talk.settle
    take_backs.correct_draw take_backs.grant_back take_backs.refuse_back take_backs.take_back
    hand_ins.hand_in hand_ins.use_result
    table_plays.seat_here table_plays.sit_again table_plays.sit_down
"""


def asked() -> Iterator[tuple[str, dict[str, str], set[Action]]]:
    for action, names in NEEDS.items():
        yield from ((name, {}, {action}) for name in names.split())
    yield from ((name, {}, actions) for name, actions in SEVERAL.items())
    yield from ELSEWHERE


def test_every_verb_says_which_rights_it_needs() -> None:
    told = {name for name, _, _ in asked()}

    assert sorted(told | set(BY_NO_RIGHT.split())) == ASKED
    assert not told & set(BY_NO_RIGHT.split())


@pytest.mark.django_db
def test_a_verb_is_refused_to_whoever_lacks_one_right_that_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = world()
    club = there.things["Club"]
    assert isinstance(club, Club)
    by = factories.actor(Role.CLUB_ADMIN, club)
    invitation = Invitation.objects.create(
        kind=InvitationKind.PLAYER,
        secret_hash="y",
        club=club,
        player=club.memberships.earliest("pk").player,
        expires_at=timezone.now() + timedelta(days=1),
    )
    things = {**there.things, "of a player": invitation}
    told, missing = {}, {}

    for name, about, actions in asked():
        given = arguments(VERBS[name], things)
        given |= {key: things.get(value, value) for key, value in about.items()}
        for left_out in (None, *actions):
            monkeypatch.setitem(ROLE_ACTIONS, Role.CLUB_ADMIN, frozenset(Action) - {left_out})
            case = (name, *about.values(), left_out)
            told[case] = is_refused(VERBS[name], by, given)
            missing[case] = left_out is not None

    assert len(told) > 250
    assert told == missing


def is_refused(verb: Callable[..., object], by: Actor, given: dict[str, object]) -> bool:
    """Whether it may not be done; what else becomes of random arguments does not matter here."""
    with transaction.atomic():
        try:
            verb(by=by, **given)
        except (NotAllowed, NotFound):
            return True
        except Exception:
            return False
        finally:
            transaction.set_rollback(True)
    return False
