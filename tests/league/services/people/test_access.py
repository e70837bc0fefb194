"""Roles, links and tokens: who gives what to whom, once, and how it ends."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from league import permissions
from league.core import keys
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, InvitationKind, Role
from league.core.errors import BadInput, BadInputs, Gone, LeagueError, NotAllowed, NotFound, Refused
from league.models import Account, ApiToken, Club, Event, Grant, Invitation, JournalLine
from league.queries.people import access as known
from league.queries.people import account_actors
from league.services.people import access, accounts
from tests import factories as make

pytestmark = pytest.mark.django_db

PASSWORD = "a table by the window"


def admin(club: Club) -> Actor:
    return make.actor(Role.CLUB_ADMIN, club)


def person(account: Account) -> Actor:
    return account_actors.person(account)


# --- roles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("giver", "may"),
    [
        (Role.SITE_ADMIN, {"club_admin", "club organizer", "event organizer", "scorekeeper"}),
        (Role.CLUB_ADMIN, {"club_admin", "club organizer", "event organizer", "scorekeeper"}),
        (Role.ORGANIZER, {"event organizer", "scorekeeper"}),
        (None, set()),
    ],
)
def test_nobody_gives_more_than_they_may(giver: Role | None, may: set[str]) -> None:
    club = make.club()
    event = make.event(club)
    by = make.actor(giver, club if giver != Role.SITE_ADMIN else None)
    asked: dict[str, tuple[Role, Club | Event]] = {
        "club_admin": (Role.CLUB_ADMIN, club),
        "club organizer": (Role.ORGANIZER, club),
        "event organizer": (Role.ORGANIZER, event),
        "scorekeeper": (Role.SCOREKEEPER, event),
    }
    given = set()
    for name, (role, scope) in asked.items():
        try:
            access.grant(by=by, account=make.account(), role=role, scope=scope)
            given.add(name)
        except NotAllowed:
            pass

    assert given == may


def test_only_a_site_admin_names_another() -> None:
    club = make.club()

    with pytest.raises(NotAllowed):
        access.grant(by=admin(club), account=make.account(), role=Role.SITE_ADMIN)
    row = access.grant(by=make.actor(Role.SITE_ADMIN), account=make.account(), role="site_admin")

    assert row.role == Role.SITE_ADMIN


@pytest.mark.parametrize("role", [Role.SITE_ADMIN, Role.SCOREKEEPER, "king"])
def test_a_role_that_does_not_exist_on_a_club_is_refused(role: str) -> None:
    club = make.club()

    with pytest.raises(BadInput) as refused:
        access.grant(by=admin(club), account=make.account(), role=role, scope=club)

    assert refused.value.field == "role"


def test_a_role_given_twice_is_one() -> None:
    club = make.club()
    by, account = admin(club), make.account()

    rows = [access.grant(by=by, account=account, role=Role.ORGANIZER, scope=club) for _ in range(2)]

    assert rows[0].pk == rows[1].pk
    assert JournalLine.objects.filter(kind="grant_given").count() == 1


def test_the_last_admin_of_a_club_cannot_leave_but_a_site_admin_may_take_over() -> None:
    club = make.club()
    account = make.account()
    row = make.grant(account, Role.CLUB_ADMIN, club)

    with pytest.raises(Refused) as refused:
        access.revoke_grant(by=person(account), grant=row)
    access.revoke_grant(by=make.actor(Role.SITE_ADMIN), grant=row)

    assert refused.value.code == "last_admin"
    assert not Grant.objects.filter(club=club).exists()


def test_of_two_admins_one_may_leave() -> None:
    club = make.club()
    account = make.account()
    row = make.grant(account, Role.CLUB_ADMIN, club)
    make.grant(make.account(), Role.CLUB_ADMIN, club)

    access.revoke_grant(by=person(account), grant=row)

    assert list(Grant.objects.values_list("account", flat=True)) != [account.pk]
    assert Grant.objects.count() == 1


def test_the_last_site_admin_stays() -> None:
    account = make.account()
    row = make.grant(account, Role.SITE_ADMIN)

    with pytest.raises(Refused) as refused:
        access.revoke_grant(by=person(account), grant=row)

    assert refused.value.code == "last_site_admin"


# --- invitations -----------------------------------------------------------------------


def test_an_invitation_keeps_the_hash_of_its_secret_alone() -> None:
    club = make.club()

    row, secret = access.invite(by=admin(club), role=Role.ORGANIZER, scope=club, note="Tom")

    assert row.secret_hash == keys.digest(secret)
    assert len(secret) >= 40
    stored = str(Invitation.objects.values().get()) + str(list(JournalLine.objects.values()))
    assert stored.count(secret) == 0


def test_an_invitation_makes_an_account_with_the_role() -> None:
    club = make.club()
    _, secret = access.invite(by=admin(club), role=Role.ORGANIZER, scope=club)

    account = access.accept(secret=secret, email="Tom@Club.example", password=PASSWORD)

    assert (account.email, account.check_password(PASSWORD)) == ("tom@club.example", True)
    assert permissions.can(person(account), Action.MANAGE_PEOPLE, club)


def test_an_invitation_gives_its_role_to_the_account_signed_in() -> None:
    event = make.event()
    account = make.account()
    by = make.actor(Role.ORGANIZER, event.club)
    _, secret = access.invite(by=by, role=Role.SCOREKEEPER, scope=event)

    access.accept(secret=secret, account=account)

    assert list(account.grants.values_list("role", "event")) == [("scorekeeper", event.pk)]


def test_a_player_link_ties_the_account_to_the_player() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    _, secret = access.invite(by=admin(club), kind="player", scope=club, player=player)

    account = access.accept(secret=secret, email="ada@club.example", password=PASSWORD)

    assert account.player == player
    assert account.grants.count() == 0


def test_a_player_has_one_account_and_an_account_one_player() -> None:
    club = make.club()
    by = admin(club)
    first, second = make.member(club, "Ada Quill"), make.member(club, "Tom Ash")
    _, early = access.invite(by=by, kind="player", scope=club, player=second)
    taken = make.account(player=first)
    make.account(player=second)

    with pytest.raises(Refused) as again:
        access.invite(by=by, kind="player", scope=club, player=first)
    with pytest.raises(Refused) as other:
        access.accept(secret=early, account=taken)
    with pytest.raises(Refused) as late:
        access.accept(secret=early, email="tom@club.example", password=PASSWORD)

    assert [error.value.code for error in (again, other, late)] == [
        "player_has_account",
        "player_has_account",
        "player_has_account",
    ]
    assert Account.objects.filter(email="tom@club.example").count() == 0


@pytest.mark.parametrize("how", ["used", "withdrawn", "late"])
def test_a_link_that_is_over_is_gone(how: str) -> None:
    club = make.club()
    by = admin(club)
    row, secret = access.invite(by=by, role=Role.ORGANIZER, scope=club, days=3)
    if how == "used":
        access.accept(secret=secret, email="tom@club.example", password=PASSWORD)
    if how == "withdrawn":
        access.revoke_invitation(by=by, invitation=row)
    before = Account.objects.count()

    moment = datetime.now(UTC) + timedelta(days=4 if how == "late" else 0)
    with time_machine.travel(moment), pytest.raises(Gone) as refused:
        access.accept(secret=secret, email="lou@club.example", password=PASSWORD)

    assert (refused.value.code, Account.objects.count()) == ("invitation_over", before)


@pytest.mark.parametrize("how", ["used", "withdrawn", "late"])
def test_a_link_that_is_over_is_in_no_list(how: str) -> None:
    club = make.club()
    by = admin(club)
    still, _ = access.invite(by=by, role=Role.ORGANIZER, scope=club, days=30)
    row, secret = access.invite(by=by, role=Role.ORGANIZER, scope=club, days=3)
    moment = datetime.now(UTC) + timedelta(days=4 if how == "late" else 0)
    with time_machine.travel(moment):
        if how == "used":
            access.accept(secret=secret, email="tom@club.example", password=PASSWORD)
        if how == "withdrawn":
            access.revoke_invitation(by=by, invitation=row)

        listed = [one.pk for one in known.invitations_of(viewer=by, club=club)]

    assert listed == [still.pk]


@pytest.mark.parametrize("kind", ["role", "player", "reset"])
@pytest.mark.parametrize("lost", ["nothing", "the role", "the account"])
def test_a_link_is_over_once_its_maker_could_no_longer_make_it(kind: str, lost: str) -> None:
    club = make.club()
    maker = make.account()
    role = make.grant(maker, Role.CLUB_ADMIN, club)
    by = person(maker)
    player = make.member(club, "Ada Quill")
    if kind == "reset":
        someone = make.account("tom@club.example", player=make.member(club, "Tom Ash"))
        _, secret = access.reset_link(by=by, account=someone)
    elif kind == "player":
        _, secret = access.invite(by=by, kind="player", scope=club, player=player)
    else:
        _, secret = access.invite(by=by, role=Role.ORGANIZER, scope=make.event(club))
    if lost == "the role":
        access.revoke_grant(by=make.actor(Role.SITE_ADMIN), grant=role)
    if lost == "the account":
        maker.is_active = False
        maker.save()

    try:
        access.accept(secret=secret, email="lou@club.example", password=PASSWORD)
        told = "accepted"
    except Gone as error:
        told = error.code

    assert told == ("accepted" if lost == "nothing" else "invitation_over")


def test_an_organizer_who_was_admin_hands_on_what_an_organizer_may_alone() -> None:
    club = make.club()
    event = make.event(club)
    maker = make.account()
    role = make.grant(maker, Role.CLUB_ADMIN, club)
    _, to_club = access.invite(by=person(maker), role=Role.ORGANIZER, scope=club)
    _, to_event = access.invite(by=person(maker), role=Role.SCOREKEEPER, scope=event)
    make.grant(maker, Role.ORGANIZER, club)
    access.revoke_grant(by=make.actor(Role.SITE_ADMIN), grant=role)
    taker = make.account()

    with pytest.raises(Gone):
        access.accept(secret=to_club, account=taker)
    access.accept(secret=to_event, account=taker)

    assert list(taker.grants.values_list("role", flat=True)) == ["scorekeeper"]


def test_an_unknown_link_is_not_found() -> None:
    with pytest.raises(NotFound):
        access.accept(secret="nothing", email="lou@club.example", password=PASSWORD)


def test_an_address_that_has_an_account_signs_in_first() -> None:
    club = make.club()
    make.account("tom@club.example")
    _, secret = access.invite(by=admin(club), role=Role.ORGANIZER, scope=club)

    with pytest.raises(Refused) as refused:
        access.accept(secret=secret, email="TOM@club.example", password=PASSWORD)

    assert (refused.value.code, refused.value.field) == ("email_taken", "email")


@pytest.mark.parametrize(
    ("email", "password", "field", "code"),
    [
        ("", PASSWORD, "email", "link_needs_account"),
        ("nobody", PASSWORD, "email", "bad_email"),
        ("tom@club.example", "short", "password", "password_too_short"),
        ("tom@club.example", "qwertyuiop", "password", "password_too_common"),
        ("tomtomtom@club.example", "tomtomtom@club", "password", "password_too_similar"),
    ],
)
def test_faults_of_a_new_account_are_told_at_their_field(
    email: str, password: str, field: str, code: str
) -> None:
    club = make.club()
    _, secret = access.invite(by=admin(club), role=Role.ORGANIZER, scope=club)

    with pytest.raises(BadInputs) as refused:
        access.accept(secret=secret, email=email, password=password)

    found = [(error.field, error.code) for error in refused.value.errors]
    assert (field, code) == found[0]
    assert Invitation.objects.get().accepted_at is None


@pytest.mark.parametrize("days", [0, 91])
def test_a_link_lasts_a_day_to_three_months(days: int) -> None:
    club = make.club()

    with pytest.raises(BadInput) as refused:
        access.invite(by=admin(club), role=Role.ORGANIZER, scope=club, days=days)

    assert refused.value.field == "days"


def test_an_organizer_sees_only_the_links_they_made() -> None:
    club = make.club()
    event = make.event(club)
    boss, helper = admin(club), make.actor(Role.ORGANIZER, club)
    access.invite(by=boss, role=Role.CLUB_ADMIN, scope=club)
    access.invite(by=helper, role=Role.SCOREKEEPER, scope=event)

    seen = {
        viewer.key: sorted(row.role for row in known.invitations_of(viewer=viewer, club=club))
        for viewer in (boss, helper)
    }

    assert seen == {boss.key: ["club_admin", "scorekeeper"], helper.key: ["scorekeeper"]}


@pytest.mark.django_db(transaction=True)
def test_a_link_used_twice_in_parallel_gives_one_account() -> None:
    club = make.club()
    _, secret = access.invite(by=admin(club), role=Role.ORGANIZER, scope=club)
    told: list[str] = []
    start = threading.Barrier(2)

    def accept(email: str) -> None:
        start.wait()
        try:
            access.accept(secret=secret, email=email, password=PASSWORD)
            told.append("accepted")
        except LeagueError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=accept, args=(f"{name}@club.example",)) for name in ("tom", "lou")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(told) == ["accepted", "invitation_over"]
    assert Grant.objects.filter(role=Role.ORGANIZER).count() == 1


# --- the first account and new passwords -----------------------------------------------


def test_the_setup_link_works_until_there_is_an_account() -> None:
    first = access.setup_link()
    second = access.setup_link()
    assert first is not None
    assert second is not None

    with pytest.raises(Gone):
        access.accept(secret=first.split("/")[2], email="a@club.example", password=PASSWORD)
    account = access.accept(
        secret=second.split("/")[2], email="boss@club.example", password=PASSWORD
    )

    assert permissions.can(person(account), Action.CREATE_CLUB, None)
    assert access.setup_link() is None


def test_the_setup_link_is_over_when_an_account_came_another_way() -> None:
    link = access.setup_link()
    assert link is not None
    make.account()

    with pytest.raises(Gone):
        access.accept(secret=link.split("/")[2], email="a@club.example", password=PASSWORD)


def test_a_new_password_link_sets_the_password_once() -> None:
    account = make.account(password="the old password")
    by = make.actor(Role.SITE_ADMIN)
    _, old = access.reset_link(by=by, account=account)
    _, secret = access.reset_link(by=by, account=account)

    with pytest.raises(Gone):
        access.accept(secret=old, password=PASSWORD)
    access.accept(secret=secret, password=PASSWORD)
    with pytest.raises(Gone):
        access.accept(secret=secret, password="another password")
    account.refresh_from_db()

    assert account.check_password(PASSWORD)


def test_a_club_admin_resets_whoever_has_nothing_outside_the_club() -> None:
    club, other = make.club(), make.club()
    by = admin(club)
    ours = make.account(player=make.member(club, "Ada Quill"))
    everywhere = make.account()
    make.grant(everywhere, Role.ORGANIZER, club)
    make.grant(everywhere, Role.ORGANIZER, make.event(other))
    boss = make.account()
    make.grant(boss, Role.SITE_ADMIN)
    make.grant(boss, Role.ORGANIZER, club)
    elsewhere = make.member(other, "Tom Ash")
    elsewhere.memberships.create(club=club, since=datetime(2026, 1, 1, tzinfo=UTC).date())
    both = make.account(player=elsewhere)
    stranger = make.account()

    may = [
        known.may_reset(viewer=by, account=account)
        for account in (ours, everywhere, boss, both, stranger)
    ]

    assert may == [True, False, False, False, False]


# --- tokens ----------------------------------------------------------------------------


def test_a_token_does_no_more_than_its_scopes_and_its_account() -> None:
    club = make.club()
    by = admin(club)
    _, secret = accounts.make_token(by=by, name="reader", scopes=["read"], days=3)
    _, strong = accounts.make_token(by=by, name="helper", scopes=["organize"], days=3)

    reader, helper = known.actor_by_token(secret), known.actor_by_token(strong)
    assert reader is not None
    assert helper is not None

    asked = (Action.SEE_JOURNAL, Action.MANAGE_PEOPLE, Action.MANAGE_CLUB, Action.CREATE_CLUB)
    assert [permissions.can(reader, action, club) for action in asked] == [
        True,
        False,
        False,
        False,
    ]
    assert [permissions.can(helper, action, club) for action in asked] == [True, True, False, False]
    assert not permissions.can(helper, Action.MANAGE_PEOPLE, make.club())


@pytest.mark.parametrize("how", ["ended", "late", "account closed", "unknown"])
def test_a_token_that_is_over_stands_for_nobody(how: str) -> None:
    club = make.club()
    account = make.account()
    make.grant(account, Role.CLUB_ADMIN, club)
    row, secret = accounts.make_token(by=person(account), name="reader", scopes=["read"], days=3)
    if how == "ended":
        accounts.revoke_token(by=person(account), token=row)
    if how == "account closed":
        Account.objects.filter(pk=account.pk).update(is_active=False)

    with time_machine.travel(datetime.now(UTC) + timedelta(days=4 if how == "late" else 0)):
        actor = known.actor_by_token("x" if how == "unknown" else secret)

    assert actor is None


def test_a_device_reads_one_event_and_may_do_nothing() -> None:
    event = make.event()
    by = make.actor(Role.ORGANIZER, event)

    _, secret = accounts.make_token(by=by, name="projector", event=event, device=True)
    actor = known.actor_by_token(secret)
    assert actor is not None

    assert (actor.kind, actor.event_id, actor.account_id) == (ActorKind.TOKEN, event.pk, None)
    assert not any(permissions.can(actor, action, event) for action in Action)


def test_a_token_cannot_make_a_token() -> None:
    _, secret = accounts.make_token(by=make.actor(), name="reader", scopes=["read"])
    actor = known.actor_by_token(secret)
    assert actor is not None

    with pytest.raises(NotAllowed):
        accounts.make_token(by=actor, name="child", scopes=["read"])

    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"scopes": ["admin"]}, "scopes"),
        ({"days": 0}, "days"),
        ({"device": True}, "event"),
    ],
)
def test_faults_of_a_token_are_told_at_their_field(fields: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        accounts.make_token(by=make.actor(), **{"name": "reader", **fields})  # type: ignore[arg-type]

    assert refused.value.field == field


def test_only_organizers_of_the_event_end_its_devices() -> None:
    event = make.event()
    by = make.actor(Role.ORGANIZER, event)
    row, _ = accounts.make_token(by=by, name="projector", event=event, device=True)

    with pytest.raises(NotAllowed):
        accounts.revoke_token(by=admin(make.club()), token=row)
    ended = accounts.revoke_token(by=by, token=row)

    assert ended.revoked_at is not None


def test_every_change_of_rights_leaves_a_line_without_a_secret() -> None:
    club = make.club()
    by = admin(club)
    account = make.account()
    row = access.grant(by=by, account=account, role=Role.ORGANIZER, scope=club)
    access.revoke_grant(by=by, grant=row)
    invitation, _ = access.invite(by=by, role=Role.ORGANIZER, scope=club)
    access.revoke_invitation(by=by, invitation=invitation)

    kinds = list(JournalLine.objects.order_by("seq").values_list("seq", "kind"))
    assert kinds == [
        (1, "grant_given"),
        (2, "grant_revoked"),
        (3, "invitation_made"),
        (4, "invitation_revoked"),
    ]
    assert InvitationKind(invitation.kind) == InvitationKind.ROLE
