"""Two records of one person: what follows, what stands in the way, how it is taken back."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.core import serializers

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import (
    EntryState,
    InvitationKind,
    MembershipKind,
    NameLevel,
    Role,
    RoundEntryState,
)
from league.core.errors import BadInput, LeagueError, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.models import (
    Account,
    Adjustment,
    Apart,
    Claim,
    Club,
    Entry,
    FormerName,
    Invitation,
    JournalLine,
    Membership,
    Player,
    Rating,
    RoundEntry,
    RoundsPlan,
    Season,
    Seat,
    SeatScore,
    Stage,
)
from league.queries.office.journal import in_words
from league.queries.people import account_actors, player_history, profiles
from league.queries.people import merges as read
from league.queries.people import players as known
from league.queries.public import search
from league.services.evening import entries
from league.services.people import imports, merges, players
from league.services.records import import_results
from league.services.seating import apart
from league.services.standings import adjustments, ratings, standings
from league.words.sentences import sentence
from tests import factories as make
from tests.practice.evenings import of_api

pytestmark = pytest.mark.django_db

ROWS = (
    *(Entry, Seat, SeatScore, RoundEntry, Adjustment, Membership, Apart, Invitation),
    *(Account, Claim, FormerName),
)


def admin(club: Club) -> Actor:
    return make.actor(Role.CLUB_ADMIN, club)


def all_rows() -> dict[str, list[object]]:
    """Everything that can hang on a person, but for the versions that every save raises."""
    found: dict[str, list[object]] = {}
    for model in ROWS:
        rows = json.loads(serializers.serialize("json", model.objects.order_by("pk")))
        for row in rows:
            row["fields"].pop("version", None)
        found[model.__name__] = rows
    return found


def a_league() -> tuple[Season, Player, Player]:
    """Two evenings; at the second one Ada came under another spelling."""
    season = make.season()
    ada, bo, cy = (make.member(season.club, name) for name in ("Ada Quill", "Bo Reed", "Cy Lund"))
    guest = make.player("Ada Quil")
    for people in ((ada, bo, cy), (guest, bo, cy)):
        stage = make.stage(make.event(season=season))
        entries = [make.entry(stage.event, who) for who in people]
        make.played(make.table(make.round_(stage), entries), [1, 2, 3], points=[9, 5, 2])
    standings.catch_up()
    return season, ada, guest


def points_of(season: Season) -> list[tuple[str, str, str]]:
    return of_api(season)


def test_entries_results_and_points_follow_and_every_standing_says_so() -> None:
    season, ada, guest = a_league()
    before = points_of(season)

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)
    standings.catch_up()

    assert [row for row in before if row[1].startswith("Ada")] == [
        ("2=", "Ada Quil", "7"),
        ("2=", "Ada Quill", "7"),
    ]
    assert [row for row in points_of(season) if row[1].startswith("Ada")] == [
        ("1", "Ada Quill", "14")
    ]
    assert standings.check() == ()
    assert set(Entry.objects.filter(player=ada).values_list("event", flat=True)) == set(
        season.events.values_list("pk", flat=True)
    )
    assert not Entry.objects.filter(player=guest).exists()


def test_a_merge_leaves_one_line_that_names_both_records() -> None:
    season, ada, guest = a_league()

    row = merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)

    line = JournalLine.objects.latest("pk")
    assert (line.kind, line.club_id, line.payload) == (
        Fact.PLAYERS_MERGED,
        season.club_id,
        {"player": ada.pk, "other": guest.pk, "merge": row.pk},
    )


def test_ratings_after_a_merge_are_those_of_one_person_and_the_check_is_silent() -> None:
    season, ada, guest = a_league()
    ratings.catch_up()
    assert Rating.objects.filter(player=guest).exists()

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)
    ratings.catch_up()

    assert not Rating.objects.filter(player=guest).exists()
    assert set(Rating.objects.filter(player=ada).values_list("matches", flat=True)) <= {1, 2}
    assert 2 in set(Rating.objects.filter(player=ada).values_list("matches", flat=True))
    assert ratings.check() == ()


def everything() -> tuple[Season, Player, Player]:
    """``guest`` has one of everything, some of it where ``ada`` has the same."""
    season, ada, guest = a_league()
    club = season.club
    by = admin(club)
    bo, cy = (Player.objects.get(name=name) for name in ("Bo Reed", "Cy Lund"))
    Membership.objects.create(
        club=club,
        player=guest,
        kind=MembershipKind.GUEST,
        member_no="G7",
        since=date(2025, 6, 1),
    )
    Membership.objects.create(
        club=club, player=guest, since=date(2024, 1, 1), until=date(2024, 12, 31)
    )
    adjustments.make(by=by, scope=season, player=guest, points="2", reason="helped to tidy up")
    last = season.events.order_by("-pk")[0]
    adjustments.make(by=by, scope=last.stages.get(), player=guest, points="-1", reason="late")
    apart.keep(by=by, club=club, player=guest, other=bo)
    apart.keep(by=by, club=club, player=ada, other=bo)
    apart.keep(by=by, club=club, player=guest, other=cy)
    apart.keep(by=by, club=club, player=guest, other=ada)
    Invitation.objects.create(
        kind=InvitationKind.PLAYER,
        secret_hash="h",
        club=club,
        player=guest,
        created_by="test",
        expires_at="2030-01-01T00:00:00Z",
    )
    make.account("ada@club.example", player=guest)
    Claim.objects.create(account=make.account(), player=guest, club=club)
    # A third evening at which both were entered: first as Ada, after round 1 as the guest.
    stage = make.stage(make.event(season=season))
    one = make.entry(stage.event, ada, state=EntryState.DROPPED, dropped_round=2, is_present=False)
    rest = [make.entry(stage.event, who) for who in (bo, cy)]
    rest[0].wishes = {}
    make.played(make.table(make.round_(stage), [one, *rest]), [1, 2, 3])
    two = make.entry(stage.event, guest, joined_round=2, is_guest=True)
    rest[1].wishes = {"near": [two.pk]}
    rest[1].save()
    second = make.round_(stage)
    make.played(make.table(second, [two, *rest]), [3, 2, 1])
    RoundEntry.objects.create(round=second, entry=one, state=RoundEntryState.ABSENT)
    standings.catch_up()
    return season, ada, guest


def test_taking_a_merge_back_restores_every_row_as_it_was() -> None:
    season, ada, guest = everything()
    by = admin(season.club)
    before, table = all_rows(), points_of(season)
    people = [(row.name, row.email, row.search_key) for row in Player.objects.order_by("pk")]

    row = merges.merge(by=by, club=season.club, kept=ada, gone=guest)
    standings.catch_up()
    between = points_of(season)
    merges.undo(by=by, merge=row)
    standings.catch_up()

    assert between != table
    assert all_rows() == before
    assert points_of(season) == table
    assert [(r.name, r.email, r.search_key) for r in Player.objects.order_by("pk")] == people
    assert standings.check() == ()
    assert JournalLine.objects.filter(kind=Fact.MERGE_UNDONE).count() == 1


def test_nothing_is_left_on_the_record_that_was_merged() -> None:
    season, ada, guest = everything()

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)

    left = {
        "entries": guest.entries.count(),
        "memberships": guest.memberships.count(),
        "adjustments": guest.adjustments.count(),
        "invitations": guest.invitation_set.count(),
        "accounts": Account.objects.filter(player=guest).count(),
        "claims": guest.claims.count(),
        "apart": (Apart.objects.filter(first=guest) | Apart.objects.filter(second=guest)).count(),
    }
    assert left == dict.fromkeys(left, 0)


def test_two_open_memberships_become_the_older_and_fuller_one() -> None:
    season, ada, guest = everything()
    assert ada.memberships.get().kind == MembershipKind.MEMBER

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)

    row = Membership.objects.get(player=ada, until=None)
    assert (row.kind, row.member_no, row.since) == (
        MembershipKind.MEMBER,
        "G7",
        date(2025, 6, 1),
    )
    assert Membership.objects.filter(player=ada).count() == 2


def test_two_entries_of_one_evening_become_one_that_played_both_rounds() -> None:
    season, ada, guest = everything()
    event = season.events.order_by("-pk")[0]
    wisher = Entry.objects.get(event=event, player__name="Cy Lund")

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)

    entry = Entry.objects.get(event=event, player=ada)
    wisher.refresh_from_db()
    assert list(
        entry.seats.order_by("seating__round__number").values_list(
            "seating__round__number", flat=True
        )
    ) == [1, 2]
    assert (entry.state, entry.dropped_round, entry.joined_round, entry.is_guest) == (
        EntryState.REGISTERED,
        None,
        1,
        False,
    )
    assert set(entry.round_entries.values_list("state", flat=True)) == {RoundEntryState.SEATED}
    assert wisher.wishes == {"near": [entry.pk]}


def test_pairs_kept_apart_follow_once_and_never_hold_a_person_apart_from_themself() -> None:
    season, ada, guest = everything()
    bo, cy = (Player.objects.get(name=name) for name in ("Bo Reed", "Cy Lund"))

    merges.merge(by=admin(season.club), club=season.club, kept=ada, gone=guest)

    assert set(Apart.objects.values_list("first", "second")) == {
        (ada.pk, bo.pk),
        (ada.pk, cy.pk),
    }


def test_what_one_record_leaves_open_the_other_one_fills() -> None:
    club = make.club()
    ada = make.member(club, "Ada Quill", nickname="Owl")
    other = make.member(
        club,
        "Ada Quil",
        nickname="Fox",
        birth_year=1990,
        email="ada@club.example",
        name_level=NameLevel.NICKNAME,
    )
    by = admin(club)

    row = merges.merge(by=by, club=club, kept=ada, gone=other)
    ada.refresh_from_db()

    assert (ada.name, ada.nickname, ada.birth_year, ada.email, ada.name_level) == (
        "Ada Quill",
        "Owl",
        1990,
        "ada@club.example",
        NameLevel.NICKNAME,
    )
    merges.undo(by=by, merge=row)
    ada.refresh_from_db()
    assert (ada.birth_year, ada.email, ada.name_level) == (None, "", "")


def test_what_was_changed_or_came_since_a_merge_stays_when_it_is_taken_back() -> None:
    season, ada, guest = a_league()
    by = admin(season.club)
    row = merges.merge(by=by, club=season.club, kept=ada, gone=guest)
    later = make.entry(make.event(season=season), ada)
    players.change(
        by=by, player=ada, expected_version=Player.objects.get(pk=ada.pk).version, nickname="Owl"
    )

    merges.undo(by=by, merge=row)

    later.refresh_from_db()
    assert later.player_id == ada.pk
    assert Player.objects.get(pk=ada.pk).nickname == "Owl"
    assert guest.entries.count() == 1


def test_of_two_accounts_the_kept_one_stays_and_the_other_is_only_set_aside() -> None:
    club = make.club()
    ada, other = (make.member(club, name) for name in ("Ada Quill", "Ada Quil"))
    mine, theirs = make.account(player=ada), make.account(player=other)
    grant = make.grant(theirs, Role.ORGANIZER, club)
    by = admin(club)

    row = merges.merge(by=by, club=club, kept=ada, gone=other)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    grant.refresh_from_db()

    assert (mine.player_id, theirs.player_id) == (ada.pk, None)
    assert grant.account_id == theirs.pk
    merges.undo(by=by, merge=row)
    theirs.refresh_from_db()
    assert theirs.player_id == other.pk


def test_the_old_number_leads_to_the_kept_record_also_over_several_merges() -> None:
    club = make.club()
    one, two, three = (make.member(club, "Ada Quill") for _ in range(3))
    by = admin(club)

    merges.merge(by=by, club=club, kept=two, gone=one)
    merges.merge(by=by, club=club, kept=three, gone=two)

    assert [player_history.standing(row.pk) for row in (one, two, three)] == [three.pk] * 3
    assert set(player_history.absorbed(three)) == {one.pk, two.pk}
    assert profiles.profile(by, one.pk) is None


def test_a_plan_of_all_rounds_names_the_kept_entry_and_the_old_one_after_undoing() -> None:
    event = make.event()
    stage, club = make.stage(event), event.club
    kept, gone = make.member(club, "Ada Quill"), make.member(club, "Ada Kwill")
    into, row = make.entry(event, kept), make.entry(event, gone)
    others = [make.entry(event).pk for _ in range(3)]
    rounds = [{"tables": [[*others, row.pk]], "out": []}, {"tables": [others], "out": [row.pk]}]
    plan = RoundsPlan.objects.create(stage=stage, count=2, rounds=rounds)
    by = admin(club)

    merge = merges.merge(by=by, club=club, kept=kept, gone=gone)
    plan.refresh_from_db()
    between = plan.rounds
    merges.undo(by=by, merge=merge)
    plan.refresh_from_db()

    assert between == [
        {"tables": [[*others, into.pk]], "out": []},
        {"tables": [others], "out": [into.pk]},
    ]
    assert plan.rounds == rounds


def test_merges_are_taken_back_in_turn() -> None:
    club = make.club()
    one, two, three = (make.member(club, f"Ada Quill{n}") for n in "abc")
    by = admin(club)
    first = merges.merge(by=by, club=club, kept=two, gone=one)
    second = merges.merge(by=by, club=club, kept=three, gone=two)

    with pytest.raises(Refused) as refused:
        merges.undo(by=by, merge=first)
    merges.undo(by=by, merge=second)
    merges.undo(by=by, merge=first)

    assert sentence(refused.value) == "Undo the later merge with Ada Quillb first."
    assert Membership.objects.values("player").distinct().count() == 3
    with pytest.raises(Refused) as again:
        merges.undo(by=by, merge=first)
    assert again.value.code == "merge_undone_already"


# --- what stands in the way -----------------------------------------------------------------


def refusal(by: Actor, club: Club, kept: Player, gone: Player) -> LeagueError:
    before = all_rows()
    with pytest.raises(LeagueError) as refused:
        merges.merge(by=by, club=club, kept=kept, gone=gone)
    assert all_rows() == before
    return refused.value


def test_nobody_is_merged_with_themself() -> None:
    club = make.club()
    ada = make.member(club, "Ada")

    error = refusal(admin(club), club, ada, ada)

    assert isinstance(error, BadInput)
    assert (error.code, error.field) == ("merge_with_oneself", "gone")


def test_two_who_sat_at_one_table_are_two_people_and_the_table_is_named() -> None:
    season, _, guest = a_league()
    bo = Player.objects.get(name="Bo Reed")
    event = Entry.objects.get(player=guest).event

    error = refusal(admin(season.club), season.club, bo, guest)

    assert sentence(error) == (
        f"Both sat at table 1 in round 1 of {event.name} on 3 November 2026: "
        "they are two different people."
    )


def test_two_who_played_in_one_round_are_two_people_and_the_round_is_named() -> None:
    stage = make.stage()
    club = stage.event.club
    people = [make.member(club, name) for name in ("Ada Quill", "Bo", "Ada Quil", "Cy")]
    entries = [make.entry(stage.event, who) for who in people]
    round_ = make.round_(stage)
    make.table(round_, entries[:2])
    make.table(round_, entries[2:])

    error = refusal(admin(club), club, people[0], people[2])

    assert sentence(error) == (
        f"Both took part in round 1 of {stage.event.name} on 3 November 2026: "
        "they are two different people."
    )


def test_a_bye_in_a_round_that_the_other_one_played_is_taking_part() -> None:
    stage = make.stage()
    club = stage.event.club
    people = [make.member(club, name) for name in ("Ada Quill", "Bo", "Ada Quil")]
    entries = [make.entry(stage.event, who) for who in people]
    round_ = make.round_(stage)
    make.table(round_, entries[:2])
    RoundEntry.objects.create(round=round_, entry=entries[2], state=RoundEntryState.BYE)

    error = refusal(admin(club), club, people[0], people[2])

    assert error.code == "merge_same_round"


def test_in_open_play_one_person_may_have_sat_at_two_tables_under_two_names() -> None:
    stage = make.stage()
    club = stage.event.club
    people = [make.member(club, name) for name in ("Ada Quill", "Bo", "Ada Quil", "Cy")]
    entries = [make.entry(stage.event, who) for who in people]
    rolling = make.round_(stage, is_rolling=True)
    make.played(make.table(rolling, entries[:2]), [1, 2])
    make.table(rolling, entries[2:])

    merges.merge(by=admin(club), club=club, kept=people[0], gone=people[2])

    assert Entry.objects.get(player=people[0]).seats.count() == 2


def test_two_who_play_at_two_open_tables_now_are_two_people() -> None:
    stage = make.stage()
    club = stage.event.club
    people = [make.member(club, name) for name in ("Ada Quill", "Bo", "Ada Quil", "Cy")]
    entries = [make.entry(stage.event, who) for who in people]
    rolling = make.round_(stage, is_rolling=True)
    make.table(rolling, entries[:2])
    make.table(rolling, entries[2:])

    assert refusal(admin(club), club, people[0], people[2]).code == "merge_same_round"


def test_somebody_of_another_club_alone_is_not_there() -> None:
    club, elsewhere = make.club(), make.club()
    ada, other = make.member(club, "Ada"), make.member(elsewhere, "Ada")

    assert isinstance(refusal(admin(club), club, ada, other), NotFound)


def test_somebody_whom_a_second_club_knows_is_merged_only_by_who_runs_both() -> None:
    club, elsewhere = make.club(), make.club()
    ada, other = make.member(club, "Ada"), make.member(club, "Ada")
    Membership.objects.create(club=elsewhere, player=other, since=date(2026, 1, 1))

    error = refusal(admin(club), club, ada, other)
    account = make.account()
    make.grant(account, Role.CLUB_ADMIN, club)
    make.grant(account, Role.CLUB_ADMIN, elsewhere)
    merges.merge(by=account_actors.person(account), club=club, kept=ada, gone=other)

    assert error.code == "merge_other_club"
    assert set(ada.memberships.values_list("club", flat=True)) == {club.pk, elsewhere.pk}
    kinds = JournalLine.objects.filter(kind=Fact.PLAYERS_MERGED)
    assert set(kinds.values_list("club", flat=True)) == {club.pk, elsewhere.pk}


def test_an_organizer_merges_nobody() -> None:
    club = make.club()
    ada, other = make.member(club, "Ada"), make.member(club, "Ada")

    error = refusal(make.actor(Role.ORGANIZER, club), club, ada, other)

    assert isinstance(error, NotAllowed)


# --- who could be one person ----------------------------------------------------------------


def test_likely_pairs_have_near_names_no_differing_years_and_never_met() -> None:
    club = make.club()
    names = ("Anna Berg", "Anna Maria Berg", "Ana Berg", "Carl Dorn", "Emil Falk", "Emil Falk")
    anna, maria, ana, _, emil, second = (make.member(club, name) for name in names)
    make.member(club, "Anna Berg", birth_year=1950)
    Player.objects.filter(pk__in=[anna.pk, maria.pk, ana.pk]).update(birth_year=1990)
    stage = make.stage(make.event(club))
    make.table(make.round_(stage), [make.entry(stage.event, who) for who in (emil, second)])

    found = read.likely(viewer=make.actor(Role.ORGANIZER, club), club=club)

    assert {(row.first.pk, row.second.pk) for row in found} == {
        (anna.pk, maria.pk),
        (anna.pk, ana.pk),
    }


def test_a_preview_says_everything_that_would_follow_and_stores_nothing() -> None:
    season, ada, guest = everything()
    before = all_rows()

    found = read.preview(viewer=admin(season.club), club=season.club, kept=ada, gone=guest)

    assert found is not None
    assert (found.entries, found.matches, found.adjustments, len(found.memberships)) == (2, 2, 2, 2)
    assert found.combined == (season.events.order_by("-pk")[0].name,)
    assert found.standings == (season.name,)
    assert (found.account, found.refusals) == ("follows", ())
    assert {key: rows for key, rows in all_rows().items() if key != "Account"} == {
        key: rows for key, rows in before.items() if key != "Account"
    }


def test_the_name_from_before_a_merge_still_finds_the_person() -> None:
    season, ada, guest = a_league()
    Player.objects.filter(pk=guest.pk).update(name="Adele Moor")
    guest.refresh_from_db()
    by = admin(season.club)

    merges.merge(by=by, club=season.club, kept=ada, gone=guest)

    assert [row.player.pk for row in known.people(viewer=by, club=season.club, words="moor")] == [
        ada.pk
    ]
    assert player_history.names_of(ada) == ("Adele Moor",)
    assert [row.pk for row in player_history.named(season.club, "ADELE MOOR")] == [ada.pk]
    assert Stage.objects.filter(event__entries__player=guest).count() == 0


def test_a_list_that_still_writes_the_old_name_means_the_kept_record() -> None:
    club = make.club()
    by = admin(club)
    ada, other = make.member(club, "Ada Quill"), make.member(club, "Adele Moor")
    merges.merge(by=by, club=club, kept=ada, gone=other)

    done = imports.run(by=by, club=club, data=b"name\nAdele Moor\n")
    found = imports.preview(by=by, club=club, data=b"name\nAdele Moor\n")

    assert (done.added, done.recognised) == (0, 1)
    assert [row.known_id for row in found.rows] == [ada.pk]


def test_results_under_the_old_name_and_a_walk_in_by_it_are_those_of_the_kept_record() -> None:
    season = make.season()
    club, by = season.club, admin(season.club)
    ada, other = make.member(club, "Ada Quill"), make.member(club, "Adele Moor")
    make.member(club, "Bo")
    merges.merge(by=by, club=club, kept=ada, gone=other)
    data = b"match,date,player,points\n1,2026-03-03,Adele Moor,9\n1,2026-03-03,Bo,4\n"

    import_results.run(by=by, season=season, data=data, game="Copper Kettle", create_players=True)
    walk_in = entries.add_guest(by=by, event=make.event(club), name="adele moor")

    assert walk_in.player_id == ada.pk
    assert SeatScore.objects.filter(entry__player=ada).count() == 1
    assert Player.objects.count() == 3


def test_the_journal_tells_two_records_of_one_name_apart_by_their_numbers() -> None:
    club = make.club()
    one, two = (make.member(club, "Ada Quill") for _ in range(2))

    merges.merge(by=admin(club), club=club, kept=one, gone=two)

    (line,) = in_words(JournalLine.objects.filter(kind=Fact.PLAYERS_MERGED))
    assert dict(line.details) == {
        "player": f"Ada Quill ({one.pk})",
        "other player": f"Ada Quill ({two.pk})",
    }


@pytest.mark.parametrize(
    ("level", "count"), [(NameLevel.FULL, 1), (NameLevel.INITIAL, 0), (NameLevel.HIDDEN, 0)]
)
def test_the_public_finds_by_the_merged_name_where_names_are_public(
    level: NameLevel, count: int
) -> None:
    club = make.club()
    ada, other = make.member(club, "Ada Quill"), make.member(club, "Adele Moor")
    merges.merge(by=admin(club), club=club, kept=ada, gone=other)
    Player.objects.filter(pk=ada.pk).update(name_level=level)

    found = search.everywhere(ANONYMOUS, "adele moor")

    assert len(found.players) == count


def test_the_public_does_not_find_by_a_name_from_before_a_rename() -> None:
    club = make.club()
    ada = make.member(club, "Ada Quill")
    players.change(by=admin(club), player=ada, expected_version=1, name="Ada Reed")

    assert search.everywhere(ANONYMOUS, "Quill").players == ()
    assert len(search.everywhere(ANONYMOUS, "Reed").players) == 1
