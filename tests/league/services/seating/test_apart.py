"""Two people whom the club never seats together: written down, kept by every draw, lifted."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.db import IntegrityError, transaction

from league.core.actors import Actor
from league.core.enums import RoundState, SeatingState, StageMode
from league.core.errors import BadInput, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.models import Apart, Entry, JournalLine, Round, Seat, Seating, Table
from league.queries.office import journal
from league.services.seating import apart, seatings
from league.words.sentences import sentence
from tests import factories as make
from tests.league.services.seating.test_seatings import exactly, play, round_of, setting

pytestmark = pytest.mark.django_db


def keep(by: Actor, a: Entry, b: Entry) -> None:
    apart.keep(by=by, club=a.event.club, player=a.player, other=b.player)


def lift(by: Actor, a: Entry, b: Entry) -> None:
    apart.lift(by=by, club=a.event.club, player=a.player, other=b.player)


def together(seating: Seating, a: Entry, b: Entry) -> bool:
    tables = seating.seats.filter(entry__in=[a, b]).values_list("table", flat=True)
    return len(set(tables)) == 1


def test_a_pair_is_stored_once_whoever_is_named_first_and_told_in_the_journal() -> None:
    _, (ada, ben), by = setting(2)

    keep(by, ben, ada)

    row = Apart.objects.get()
    assert (row.first, row.second) == (ada.player, ben.player)
    line = journal.in_words(journal.of_club(viewer=by, club=ada.event.club))[0]
    assert line.sentence == "Kept apart from now on"
    assert line.details == (("player", ben.player.name), ("other player", ada.player.name))


def test_the_database_takes_a_pair_in_one_order_alone() -> None:
    _, (ada, ben), _ = setting(2)
    club = ada.event.club

    with pytest.raises(IntegrityError), transaction.atomic():
        Apart.objects.create(club=club, first=ben.player, second=ada.player)

    assert Apart.objects.count() == 0


def test_what_makes_no_pair_is_refused_and_leaves_no_line() -> None:
    _, (ada, ben), by = setting(2)
    club, stranger = ada.event.club, make.player("Cleo Winter")
    keep(by, ada, ben)
    before = JournalLine.objects.count()

    with pytest.raises(Refused) as twice:
        keep(by, ben, ada)
    with pytest.raises(BadInput) as alone:
        keep(by, ada, ada)
    with pytest.raises(NotFound) as unknown:
        apart.keep(by=by, club=club, player=ada.player, other=stranger)
    lift(by, ada, ben)
    with pytest.raises(Refused) as lifted:
        lift(by, ada, ben)

    assert [each.value.code for each in (twice, alone, unknown, lifted)] == [
        "apart_already",
        "apart_from_oneself",
        "not_a_player_of_club",
        "apart_not_kept",
    ]
    lines = JournalLine.objects.order_by("pk")[before:]
    assert [line.kind for line in lines] == [Fact.APART_LIFTED]


def test_a_member_without_a_role_keeps_nobody_apart() -> None:
    _, (ada, ben), _ = setting(2)

    with pytest.raises(NotAllowed):
        keep(make.actor(), ada, ben)

    assert Apart.objects.count() == 0


@pytest.mark.parametrize("seed", range(6))
def test_no_draw_and_no_second_draw_seats_a_pair_together(seed: int) -> None:
    stage, people, by = setting(12)
    ban = list(combinations(people[:3], 2))
    for a, b in ban:
        keep(by, a, b)

    first = seatings.draw(by=by, stage=stage, seed=seed)
    found = [together(first, a, b) for a, b in ban]
    again = seatings.redraw(by=by, seating=first, seed=seed + 100)

    assert found == [False] * 3
    assert [together(again, a, b) for a, b in ban] == [False] * 3


def test_a_pair_of_another_club_binds_nobody_here() -> None:
    stage, people, by = exactly(4, 4, 4)
    elsewhere = make.club()
    first, second = sorted((people[0].player, people[1].player), key=lambda row: row.pk)
    Apart.objects.create(club=elsewhere, first=first, second=second)

    seating = seatings.draw(by=by, stage=stage)

    assert together(seating, people[0], people[1])


def test_an_impossible_draw_names_them_makes_no_round_and_works_after_lifting_one() -> None:
    stage, people, by = exactly(3, 4, 7)
    play(by, round_of(by, stage))
    for a, b in combinations(people[:3], 2):
        keep(by, a, b)
    standing = list(Table.objects.order_by("pk").values_list("pk", "number", "record_version"))
    lines = JournalLine.objects.count()

    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=stage)

    names = [row.player.name for row in people[:3]]
    assert sentence(refused.value) == (
        f"{names[0]}, {names[1]} and {names[2]} cannot all be kept apart at 2 tables."
    )
    assert list(Round.objects.values_list("number", "state")) == [(1, RoundState.PUBLISHED)]
    assert list(Seating.objects.values_list("state", flat=True)) == [SeatingState.PUBLISHED]
    assert standing == list(
        Table.objects.order_by("pk").values_list("pk", "number", "record_version")
    )
    assert JournalLine.objects.count() == lines

    lift(by, people[0], people[1])
    second = seatings.draw(by=by, stage=stage)

    assert second.round.number == 2
    assert not together(second, people[0], people[2])
    assert not together(second, people[1], people[2])


def test_an_error_in_the_middle_of_seating_leaves_nothing_half_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage, _, by = setting(12)
    play(by, round_of(by, stage))
    fill = Seat.objects.bulk_create
    calls = []

    # the third table's seats fail as a lost connection would: rounds and tables are written by then
    def failing(*args: object, **kwargs: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise ConnectionError("gone")
        return fill(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Seat.objects, "bulk_create", failing)
    with pytest.raises(ConnectionError):
        seatings.draw(by=by, stage=stage)
    monkeypatch.undo()

    assert list(Round.objects.values_list("number", "state")) == [(1, RoundState.PUBLISHED)]
    assert Seating.objects.count() == 1
    assert seatings.draw(by=by, stage=stage).round.number == 2


def test_nobody_moves_a_banned_person_to_the_table_by_hand() -> None:
    stage, people, by = exactly(3, 5, 8)
    draft = seatings.draw(by=by, stage=stage)
    table = draft.tables.get(number=1)
    there = table.seats.get(position=1).entry
    elsewhere = draft.seats.exclude(table=table).order_by("pk")[0].entry
    keep(by, there, elsewhere)

    with pytest.raises(Refused) as refused:
        seatings.move(by=by, seating=draft, entry=elsewhere, table=table)

    assert refused.value.code == "change_apart"
    assert refused.value.params["table"] == 1
    assert len(people) == 8


def test_a_draft_made_before_the_ban_is_not_published() -> None:
    stage, people, by = exactly(4, 4, 4)
    draft = seatings.draw(by=by, stage=stage)
    keep(by, people[0], people[1])

    with pytest.raises(Refused) as refused:
        seatings.publish(by=by, seating=draft)

    assert sentence(refused.value) == (
        f"{people[0].player.name} and {people[1].player.name} must be kept apart, "
        "but both sit at table 1."
    )


def test_a_table_of_open_play_never_forms_with_a_banned_pair() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    keep(by, people[0], people[1])

    with pytest.raises(Refused) as refused:
        seatings.form_table(by=by, stage=stage, entries=people)

    assert refused.value.code == "seating_apart"
    assert Table.objects.count() == 0
