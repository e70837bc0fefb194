"""People and memberships: what is stored, what is refused, what leaves a line."""

from __future__ import annotations

import threading
from datetime import date

import pytest
from django.db import connection

from league.core.actors import Actor
from league.core.enums import EntryState, EventState, MembershipKind, NameLevel, Role, Visibility
from league.core.errors import (
    BadInput,
    BadInputs,
    Conflict,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
)
from league.core.facts import Fact
from league.models import Club, JournalLine, Membership, Player
from league.queries.office.journal import in_words
from league.queries.people import account_actors
from league.queries.people import players as known
from league.services import idempotency
from league.services.evening import dropouts, entries
from league.services.people import memberships, players
from tests import factories as make

pytestmark = pytest.mark.django_db


def organizer(club: Club) -> Actor:
    return make.actor(Role.ORGANIZER, club)


def codes(error: BadInputs) -> list[tuple[str, str]]:
    return [(each.field, each.code) for each in error.errors]


def test_a_new_person_is_stored_clean_with_keys_membership_and_a_line() -> None:
    club = make.club()
    by = organizer(club)

    player = players.add(
        by=by,
        club=club,
        given="Zoe\u0301",
        family=" Łuczak ",
        nickname="The  Owl",
        birth_year=1980,
        email="zoe@club.example",
        member_no="17",
        since=date(2026, 3, 1),
    )

    assert (player.name, player.given, player.family) == ("Zoé Łuczak", "Zoé", "Łuczak")
    assert (player.sort_key, player.search_key) == ("luczak zoe", "zoe luczak the owl")
    row = player.memberships.get()
    assert (row.kind, row.member_no, row.since, row.until) == (
        MembershipKind.MEMBER,
        "17",
        date(2026, 3, 1),
        None,
    )
    line = JournalLine.objects.get()
    assert (line.kind, line.club_id, line.seq, line.actor_key) == (
        Fact.PLAYER_ADDED,
        club.pk,
        1,
        by.key,
    )
    assert line.payload == {"player": player.pk, "membership": row.pk, "kind": "member"}


@pytest.mark.parametrize("name", ["ليلى حداد", "Mia 🎲", "Nguyễn Văn An"])
def test_names_of_any_script_are_kept(name: str) -> None:
    club = make.club()

    assert players.add(by=organizer(club), club=club, name=name).name == name


def test_every_fault_is_told_with_its_field_and_nothing_is_stored() -> None:
    club = make.club()

    with pytest.raises(BadInputs) as refused:
        players.add(
            by=organizer(club),
            club=club,
            name="Zo\0e",
            nickname="x" * 101,
            birth_year=1700,
            email="nobody",
            member_no="\x1b",
        )

    assert codes(refused.value) == [
        ("name", "control_signs"),
        ("nickname", "too_long"),
        ("member_no", "control_signs"),
        ("birth_year", "bad_birth_year"),
        ("email", "bad_email"),
    ]
    assert (Player.objects.count(), JournalLine.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", ["", "   "])
def test_a_person_needs_a_name(name: str) -> None:
    club = make.club()

    with pytest.raises(BadInputs) as refused:
        players.add(by=organizer(club), club=club, name=name)

    assert codes(refused.value) == [("name", "name_missing")]


@pytest.mark.parametrize(("year", "minor"), [(2010, True), (1980, False), (None, False)])
def test_who_is_under_age_by_year_counts_as_a_minor(year: int | None, minor: bool) -> None:
    club = make.club()

    player = players.add(by=organizer(club), club=club, name="Ada Quill", birth_year=year)

    assert player.is_minor is minor


@pytest.mark.parametrize(
    ("name", "year", "found"),
    [
        ("anna BERG", None, [True]),
        ("Ana Berg", 1980, [True]),
        ("Ana Berg", None, [True]),
        ("Anna Maria Berg", 1980, [True]),
        ("Berg Anna", 1980, [True]),
        ("Anna Berg", 1999, [False]),
        ("Ana Berg", 1999, []),
        ("Anton Berg", 1980, []),
    ],
)
def test_likeness_warns_of_the_same_and_only_notices_namesakes(
    name: str, year: int | None, found: list[bool]
) -> None:
    club = make.club()
    make.member(club, "Anna Berg", birth_year=1980)
    make.member(make.club(), name)

    rows = known.similar(viewer=organizer(club), club=club, name=name, birth_year=year)

    assert [row.is_warning for row in rows] == found


def test_a_likely_double_is_added_only_when_asked_for() -> None:
    club = make.club()
    by = organizer(club)
    players.add(by=by, club=club, name="Anna Berg")

    with pytest.raises(Refused) as refused:
        players.add(by=by, club=club, name="ANNA  BÉRG")
    players.add(by=by, club=club, name="ANNA BÉRG", allow_similar=True)

    assert (refused.value.code, refused.value.params["name"]) == ("similar_player", "Anna Berg")
    assert Player.objects.count() == 2


def test_a_member_number_belongs_to_one_current_member() -> None:
    club, other = make.club(), make.club()
    by = organizer(club)
    first = players.add(by=by, club=club, name="Anna Berg", member_no="7")
    players.add(by=organizer(other), club=other, name="Tom Ash", member_no="7")

    with pytest.raises(Refused) as refused:
        players.add(by=by, club=club, name="Lou Quill", member_no="7")
    memberships.end(by=by, membership=first.memberships.get(), expected_version=1)
    second = players.add(by=by, club=club, name="Lou Quill", member_no="7")

    assert refused.value.code == "member_no_taken"
    assert second.memberships.get().member_no == "7"


def test_an_event_organizer_adds_guests_at_the_event_and_nobody_else() -> None:
    club = make.club()
    event = make.event(club)
    by = make.actor(Role.ORGANIZER, event)

    guest = players.add(by=by, club=club, name="Walk In", kind="guest", at=event)
    with pytest.raises(NotAllowed):
        players.add(by=by, club=club, name="Tom Ash", at=event)
    with pytest.raises(NotAllowed):
        players.add(by=by, club=make.club(), name="Tom Ash", kind="guest", at=event)

    assert guest.memberships.get().kind == MembershipKind.GUEST
    assert Player.objects.count() == 1


@pytest.mark.parametrize("role", [Role.ORGANIZER, "season organizer"])
def test_an_organizer_of_the_event_alone_enters_a_walk_in_by_name(role: str) -> None:
    season = make.season()
    event = make.event(season=season)
    by = make.actor(Role.ORGANIZER, event if role == Role.ORGANIZER else season)

    entry = entries.add_guest(by=by, event=event, name="Walk In")

    assert (entry.player.name, entry.is_guest) == ("Walk In", True)
    assert entry.player.memberships.get().club_id == event.club_id


def test_an_organizer_enters_the_clubs_own_people_and_nobody_of_another_club() -> None:
    hidden = make.member(make.club(visibility=Visibility.MEMBERS), "Hidden Person")
    public = make.member(make.club(), "Public Person")
    event = make.event()
    own = make.member(event.club, "Own Person")
    by = organizer(event.club)

    with pytest.raises(NotFound):
        entries.register(by=by, event=event, player=hidden)
    with pytest.raises(BadInput) as refused:
        entries.register(by=by, event=event, player=public)
    entry = entries.register(by=by, event=event, player=own)

    assert (refused.value.code, refused.value.field) == ("not_a_player_of_club", "player")
    assert list(event.entries.all()) == [entry]


# --- changing --------------------------------------------------------------------------


def test_a_changed_name_makes_the_standings_of_every_club_stale_and_is_journalled_there() -> None:
    club, other = make.club(), make.club()
    player = make.member(club, "Kim Lee")
    season = make.season(other)
    event = make.event(season=season)
    stage = make.stage(event)
    make.entry(event, player)

    players.change(by=organizer(club), player=player, expected_version=1, name="Kim Park")
    stage.refresh_from_db()
    season.refresh_from_db()

    lines = JournalLine.objects.filter(kind=Fact.PLAYER_CHANGED).order_by("club_id")
    assert [(line.club_id, line.payload["fields"]) for line in lines] == [
        (club.pk, ["name"]),
        (other.pk, ["name"]),
    ]
    assert (stage.stale_at, season.stale_at) == (1, 1)


def test_renaming_one_of_two_namesakes_leaves_the_other_alone() -> None:
    club = make.club()
    first = make.member(club, "Kim Lee")
    second = make.member(club, "Kim Lee")

    players.change(by=organizer(club), player=first, expected_version=1, name="Kim Park")
    second.refresh_from_db()

    assert (second.name, second.version) == ("Kim Lee", 1)


def test_a_stale_change_is_refused() -> None:
    club = make.club()
    by = organizer(club)
    player = make.member(club, "Kim Lee")
    players.change(by=by, player=player, expected_version=1, nickname="K")

    with pytest.raises(Conflict) as refused:
        players.change(by=by, player=player, expected_version=1, nickname="L")
    player.refresh_from_db()

    assert (refused.value.code, player.nickname) == ("changed_meanwhile", "K")


def test_saving_without_a_change_leaves_no_line() -> None:
    club = make.club()
    player = make.member(club, "Kim Lee")

    players.change(by=organizer(club), player=player, expected_version=1, name="Kim Lee")

    assert JournalLine.objects.count() == 0


def test_a_family_name_changes_the_name_that_was_made_of_it() -> None:
    club = make.club()
    by = organizer(club)
    player = players.add(by=by, club=club, given="Kim", family="Lee")

    changed = players.change(
        by=by, player=player, expected_version=1, name="Kim Lee", family="Park"
    )

    assert (changed.name, changed.sort_key) == ("Kim Park", "park kim")


def test_everybody_chooses_how_much_of_their_own_name_is_public_and_no_more() -> None:
    club = make.club()
    player = make.member(club, "Kim Lee")
    account = make.account(player=player)
    by = account_actors.person(account)

    changed = players.change(by=by, player=player, expected_version=1, name_level=NameLevel.HIDDEN)
    with pytest.raises(NotAllowed):
        players.change(by=by, player=player, expected_version=2, name="Somebody Else")

    assert changed.name_level == NameLevel.HIDDEN


@pytest.mark.parametrize(
    ("role", "may"),
    [
        (Role.CLUB_ADMIN, known.ALL_FIELDS),
        (Role.ORGANIZER, known.ALL_FIELDS - {"name_level"}),
    ],
)
def test_a_club_keeps_the_data_of_its_own_people(role: Role, may: frozenset[str]) -> None:
    club = make.club()
    ours, theirs = make.member(club, "Kim Lee"), make.member(make.club(), "Tom Ash")
    by = make.actor(role, club)

    fields = [known.editable(viewer=by, player=player) for player in (ours, theirs)]

    assert fields == [may, frozenset()]


def test_an_event_organizer_cannot_edit_the_profile_of_an_entrant() -> None:
    club = make.club()
    event = make.event(club)
    player = make.member(club, "Kim Lee")
    make.entry(event, player)

    with pytest.raises(NotAllowed):
        players.change(
            by=make.actor(Role.ORGANIZER, event), player=player, expected_version=1, nickname="K"
        )


def test_a_guest_of_an_event_stays_their_own_clubs_to_edit() -> None:
    club, other = make.club(), make.club()
    player = make.member(club, "Kim Lee")
    make.entry(make.event(other), player)

    assert known.editable(viewer=make.actor(Role.CLUB_ADMIN, other), player=player) == frozenset()


# --- memberships -----------------------------------------------------------------------


def test_leaving_the_club_keeps_entries_and_the_history_of_memberships() -> None:
    club = make.club()
    by = organizer(club)
    player = make.member(club, "Ada Quill")
    entry = make.entry(make.event(club), player)

    memberships.end(
        by=by, membership=player.memberships.get(), expected_version=1, on=date(2026, 6, 30)
    )
    back = memberships.start(by=by, club=club, player=player, since=date(2026, 9, 1))
    entry.refresh_from_db()

    assert entry.state == EntryState.REGISTERED
    assert [(row.since, row.until) for row in player.memberships.order_by("since")] == [
        (date(2026, 1, 1), date(2026, 6, 30)),
        (date(2026, 9, 1), None),
    ]
    assert back.kind == MembershipKind.MEMBER
    assert list(JournalLine.objects.order_by("seq").values_list("kind", flat=True)) == [
        Fact.MEMBERSHIP_ENDED,
        Fact.MEMBERSHIP_STARTED,
    ]


@pytest.mark.parametrize("who", ["the player", "an organizer"])
def test_who_left_the_club_can_still_leave_the_event(who: str) -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    event = make.event(club, state=EventState.OPEN)
    entry = make.entry(event, player)
    by = organizer(club)
    memberships.end(by=by, membership=player.memberships.get(), expected_version=1)

    dropped = dropouts.drop(
        by=account_actors.person(make.account(player=player)) if who == "the player" else by,
        entry=entry,
    )

    assert (dropped.state, dropped.event.club_id) == (EntryState.DROPPED, club.pk)


def test_who_left_is_no_longer_listed_but_found_among_the_past() -> None:
    club = make.club()
    by = organizer(club)
    player = make.member(club, "Ada Quill")
    make.member(club, "Tom Ash")
    memberships.end(by=by, membership=player.memberships.get(), expected_version=1)

    now = [row.name for row in known.people(viewer=by, club=club)]
    ever = [
        (row.name, row.is_current) for row in known.people(viewer=by, club=club, with_past=True)
    ]

    assert now == ["Tom Ash"]
    assert sorted(ever) == [("Ada Quill", False), ("Tom Ash", True)]


def test_a_membership_cannot_end_before_it_began_or_twice() -> None:
    club = make.club()
    by = organizer(club)
    row = make.member(club, "Ada Quill").memberships.get()

    with pytest.raises(BadInput) as early:
        memberships.end(by=by, membership=row, expected_version=1, on=date(2025, 1, 1))
    memberships.end(by=by, membership=row, expected_version=1)
    with pytest.raises(Refused) as twice:
        memberships.end(by=by, membership=row, expected_version=1)

    assert (early.value.code, twice.value.code) == ("ends_before_start", "membership_ended")


def test_nobody_belongs_twice_at_once() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")

    with pytest.raises(Refused) as refused:
        memberships.start(by=organizer(club), club=club, player=player)

    assert refused.value.code == "membership_exists"


def test_a_club_cannot_write_in_a_stranger_to_read_their_data() -> None:
    club = make.club()
    stranger = make.member(make.club(), "Tom Ash", email="tom@club.example")

    with pytest.raises(NotFound):
        memberships.start(by=make.actor(Role.CLUB_ADMIN, club), club=club, player=stranger)

    assert stranger.memberships.count() == 1


def test_the_list_of_people_is_empty_for_everybody_but_organizers() -> None:
    club = make.club()
    make.member(club, "Ada Quill")
    viewers = [make.actor(), make.actor(Role.CLUB_ADMIN, make.club()), organizer(club)]

    counts = [len(known.people(viewer=viewer, club=club)) for viewer in viewers]

    assert counts == [0, 0, 1]


def test_namesakes_are_told_apart_in_the_list() -> None:
    club = make.club()
    make.member(club, "Kim Lee", nickname="Elder")
    make.member(club, "Kim Lee", nickname="Younger")

    shown = [row.name for row in known.people(viewer=organizer(club), club=club)]

    assert sorted(shown) == ["Kim Lee (Elder)", "Kim Lee (Younger)"]


# --- at the same time ------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["", "form-1"])
def test_the_same_person_added_twice_in_parallel_is_stored_once(key: str) -> None:
    club = make.club()
    by = organizer(club)
    told: list[str] = []
    start = threading.Barrier(2)

    def add() -> None:
        start.wait()
        try:
            idempotency.once(
                by=by,
                key=key,
                digest="d",
                do=lambda: players.add(by=by, club=club, name="Ada Quill").pk,
            )
            told.append("stored")
        except LeagueError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(told) == (["stored", "stored"] if key else ["similar_player", "stored"])
    assert (Player.objects.count(), Membership.objects.count()) == (1, 1)


def test_of_two_who_change_one_membership_the_second_is_told_and_nothing_is_lost() -> None:
    club = make.club()
    by = organizer(club)
    row = make.member(club, "Ada Quill").memberships.get()
    memberships.change(by=by, membership=row, expected_version=1, member_no="7")

    with pytest.raises(Conflict) as changed:
        memberships.change(by=by, membership=row, expected_version=1, member_no="8")
    with pytest.raises(Conflict) as ended:
        memberships.end(by=by, membership=row, expected_version=1)

    row.refresh_from_db()
    assert [changed.value.code, ended.value.code] == ["changed_meanwhile"] * 2
    assert (row.member_no, row.until, row.version) == ("7", None, 2)
    assert JournalLine.objects.filter(club=club).count() == 1


def test_a_membership_saved_as_it_is_stays_at_its_version() -> None:
    club = make.club()
    row = make.member(club, "Ada Quill").memberships.get()

    same = memberships.change(by=organizer(club), membership=row, expected_version=1, kind=row.kind)

    assert (same.version, JournalLine.objects.filter(club=club).count()) == (1, 0)


def test_a_rename_keeps_number_and_entries_and_leaves_the_old_name_to_be_found() -> None:
    club = make.club()
    by = organizer(club)
    player = players.add(by=by, club=club, given="Ada", family="Quill")
    entry = make.entry(make.event(club), player)

    row = players.change(
        by=by, player=player, expected_version=1, name="Ada Reed", given="Ada", family="Reed"
    )

    entry.refresh_from_db()
    assert (row.pk, entry.player_id, row.sort_key) == (player.pk, player.pk, "reed ada")
    assert [found.player.pk for found in known.people(viewer=by, club=club, words="quill")] == [
        player.pk
    ]
    (line,) = in_words(JournalLine.objects.filter(kind=Fact.PLAYER_CHANGED))
    assert ("before", "Ada Quill") in line.details
    assert [each.player for each in known.similar(viewer=by, club=club, name="Ada Quill")] == [
        player
    ]


def test_a_name_spelled_with_other_accents_is_no_new_name() -> None:
    club = make.club()
    by = organizer(club)
    player = players.add(by=by, club=club, name="Zoe Berg")

    row = players.change(by=by, player=player, expected_version=1, name="Zoé Berg")

    assert row.former_names.count() == 0
