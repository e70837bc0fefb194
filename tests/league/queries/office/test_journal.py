"""The journal in words."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.types import JSON
from league.core.actors import system
from league.core.enums import Role
from league.core.facts import Fact
from league.journal import append
from league.models import Membership, Player
from league.queries.office import journal
from league.queries.people import account_actors, actor_names
from league.services.people import players
from league.words.fact_phrases import FACTS
from tests import factories as make

pytestmark = pytest.mark.django_db


def test_every_kind_of_fact_has_its_words() -> None:
    assert set(FACTS) == set(Fact)


def test_a_line_says_what_happened_to_whom_by_todays_name() -> None:
    club = make.club()
    by = make.actor(Role.ORGANIZER, club)
    player = players.add(by=by, club=club, name="Kim Lee")
    Player.objects.update(name="Kim Park")

    line = journal.in_words(journal.of_club(viewer=by, club=club))[0]

    assert (line.seq, line.sentence, line.actor) == (1, "Player added", make.address(by))
    assert line.details == (("player", "Kim Park"), ("kind", "Member"))
    assert player.pk > 0


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"player": 999_999, "entry": "somebody", "table": None, "round": [1, {"a": 2}]},
        {"name": "<b>", "kind": ["x"], "role": 7, "points": {"exact": "1/3"}, "count": True},
    ],
)
def test_a_payload_of_any_shape_is_readable(payload: dict[str, object]) -> None:
    club = make.club()
    append(Fact.ROLL_CALLED, by=system("test"), club=club, payload=payload)  # type: ignore[arg-type]

    lines = journal.in_words(journal.of_club(viewer=system("test"), club=club))

    assert [line.sentence for line in lines] == ["Check-in changed"]


def test_only_organizers_read_the_journal_and_only_their_own() -> None:
    club, other = make.club(), make.club()
    for each in (club, other):
        append(Fact.CLUB_CHANGED, by=system("test"), club=each)
    viewers = [
        make.actor(Role.ORGANIZER, club),
        make.actor(Role.CLUB_ADMIN, other),
        make.actor(),
        make.actor(Role.SCOREKEEPER, make.event(club)),
    ]

    counts = [journal.of_club(viewer=viewer, club=club).count() for viewer in viewers]

    assert counts == [1, 0, 0, 0]


def test_three_lines_ask_as_many_questions_as_one() -> None:
    club = make.club()
    by = make.actor(Role.ORGANIZER, club)
    counts = []
    for names in (["Ada Quill"], ["Tom Ash", "Lou Berg"]):
        for name in names:
            players.add(by=by, club=club, name=name)
        with CaptureQueriesContext(connection) as asked:
            journal.in_words(journal.of_club(viewer=by, club=club))
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_a_line_names_a_person_once_and_a_stage_by_its_name() -> None:
    stage = make.stage(name="Autumn final")
    entry = make.entry(stage.event, "Ada Ash")
    payload = {"entry": entry.pk, "player": entry.player_id, "stage": stage.pk, "table": 3}
    row = append(Fact.TABLE_CHANGED, by=system("test"), event=stage.event, payload=payload)

    (line,) = journal.in_words([row])

    assert line.details == (("player", "Ada Ash"), ("stage", "Autumn final"), ("table", "3"))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"scheme": {"old": {"key": "linear7"}, "new": {"key": "papa"}}},
            ("Points scheme", "Seven to one → Four, two, one"),
        ),
        (
            {
                "scheme": {
                    "old": {"key": "custom", "rows": {"3": ["5", "3", "1"]}},
                    "new": {"key": "custom", "rows": {"3": ["6", "3", "1"]}},
                }
            },
            (
                "Points scheme",
                "A list per table size (5-3-1) → A list per table size (6-3-1)",
            ),
        ),
        (
            {"chain": {"old": ["points", "wins"], "new": ["wins", "points"]}},
            ("Tie-breaks", "Points, Wins → Wins, Points"),
        ),
        (
            {"counting": {"old": "sum", "new": "best_n"}},
            ("What counts", "Everything counts → The best n count"),
        ),
    ],
)
@pytest.mark.parametrize("fact", [Fact.STAGE_CHANGED, Fact.SEASON_CHANGED])
def test_a_line_about_changed_scoring_says_what_was_and_what_is(
    fact: Fact, changed: JSON, told: tuple[str, str]
) -> None:
    club = make.club()
    by = make.actor(Role.ORGANIZER, club)
    append(fact, by=by, club=club, payload={"changed": changed})

    line = journal.in_words(journal.of_club(viewer=by, club=club))[0]

    assert told in line.details


@pytest.mark.parametrize(
    "changed", [None, 3, "x", [1], {"scheme": 4}, {"chain": {"old": 1, "new": None}}]
)
def test_a_line_whose_change_is_of_another_shape_can_be_read(changed: JSON) -> None:
    club = make.club()
    by = make.actor(Role.ORGANIZER, club)
    append(Fact.STAGE_CHANGED, by=by, club=club, payload={"changed": changed})

    assert journal.in_words(journal.of_club(viewer=by, club=club))[0].sentence


def test_who_acted_and_whom_it_concerned_are_told_apart_by_the_clubs_numbers() -> None:
    club = make.club()
    anna, other = (make.member(club, "Anna Berg") for _ in range(2))
    Membership.objects.filter(player=anna).update(member_no="7")
    Membership.objects.filter(player=other).update(member_no="12")
    account = make.account(player=anna)
    make.grant(account, Role.ORGANIZER, club)
    by = account_actors.person(account)
    append(Fact.PLAYER_CHANGED, by=by, club=club, payload={"player": other.pk})

    line = journal.in_words(journal.of_club(viewer=by, club=club))[0]

    assert (line.actor, line.details) == ("Anna Berg (7)", (("player", "Anna Berg (12)"),))


def test_who_reported_is_told_apart_by_the_clubs_number_where_nobody_has_a_nickname() -> None:
    club = make.club()
    rows = [make.member(club, "Anna Berg") for _ in range(2)]
    for number, row in zip(("7", "12"), rows, strict=True):
        Membership.objects.filter(player=row).update(member_no=number)
    keys = [f"person:{make.account(player=row).pk}" for row in rows]

    told = actor_names.of_keys(keys, club)

    assert told == dict(zip(keys, ["Anna Berg (7)", "Anna Berg (12)"], strict=True))
