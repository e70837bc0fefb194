"""Walks over every address of the API: what is hidden, what is personal, what is others'.

The addresses come from the URL configuration, so that a new one is walked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection, transaction
from django.urls import URLPattern

from api.v1 import urls
from league import models
from league.core import actors
from league.core.enums import (
    EventState,
    NameLevel,
    Role,
    RoundState,
    SeatingState,
    StageMode,
    Visibility,
)
from league.queries.people import account_actors
from league.services.people import accounts, merges
from league.services.play import plays
from league.services.seating import fixtures
from league.services.standings import ratings
from tests import factories
from tests.api import doors
from tests.factories import bg_stats
from tests.factories.pictures import picture_file

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, Event, Player

pytestmark = pytest.mark.django_db

SHEET = {"sheet": {"seats": [{"points": 1}, {"points": 2}, {"points": 3}]}, "reason": "Because."}
PICTURES = ("player_picture", "club_logo", "club_cover", "club_game_picture")
# A body with which the right person would be heard, by the name of the address.
RESULT = {"round": "1", "table": "1", "date": "2026-03-03", "game": "Raft"}
RESULTS = {
    "columns": [*RESULT, "player", "points"],
    "rows": [
        {**RESULT, "player": "Ada Anew", "points": "9"},
        {**RESULT, "player": "Bo Anew", "points": "7"},
    ],
}
PLAYS = bg_stats.file(["Ada Anew", "Bo Anew"], [{"name": "Raft"}])
bg_stats.add(PLAYS, "1", {"score": "2"}, {"score": "1"})
PEOPLE = {"columns": ["name"], "rows": [{"name": "Nora New"}]}
BODIES: dict[tuple[str, str], Any] = {  # any JSON
    ("club_people", "post"): PEOPLE,
    ("club_people_preview", "post"): PEOPLE,
    ("season_results", "post"): RESULTS,
    ("season_results_preview", "post"): RESULTS,
    ("season_bg_stats", "post"): PLAYS,
    ("season_bg_stats_preview", "post"): PLAYS,
    **dict.fromkeys([(name, "post") for name in PICTURES], picture_file()),
    **dict.fromkeys([(name, "delete") for name in PICTURES]),
    ("club", "patch"): {"description": "Ours."},
    ("club_players", "post"): {"name": "Nora New"},
    ("club_events", "post"): {"name": "Night", "starts_at": "2026-12-01T19:00:00Z"},
    ("event", "patch"): {"place": "Elsewhere"},
    ("event_state", "post"): {"state": "planned"},
    ("event_copies", "post"): {"starts_at": "2026-11-10T19:00:00Z"},
    ("event_stages", "post"): {"name": "Final", "kind": "final"},
    ("event_roll", "post"): {"everybody": True, "present": False},
    ("event_guests", "post"): {"name": "Nora New"},
    ("entry_promote", "post"): {},
    ("club_games", "post"): {"game": "free-form", "title": "Lanterns"},
    ("club_game", "patch"): {"copies": 2},
    ("club_ruleset", "patch"): {"is_retired": True},
    ("club_schemes", "post"): {"name": "Sevens", "spec": {"key": "linear7"}},
    ("club_scheme", "patch"): {"name": "Sevens", "spec": {"key": "linear7"}},
    ("club_scheme", "delete"): None,
    ("journal_restore", "post"): {},
    ("season_state", "post"): {"state": "planned"},
    ("season_publishing", "post"): {"do": "hide"},
    ("stage_publishing", "post"): {"do": "hide"},
    ("season_adjustment", "delete"): None,
    ("stage_adjustment", "delete"): None,
    ("round_restore", "post"): {},
    ("round_draw_again", "post"): {},
    ("seating", "delete"): None,
    ("seating_redraw", "post"): {},
    ("seating_tables", "post"): {},
    ("table", "patch"): {"plays_here": False},
    ("table", "delete"): None,
    ("table_reminder", "post"): {},
    ("table_reminder", "delete"): None,
    ("stage", "delete"): None,
    ("event_entries", "post"): {"player": 0},
    ("entry", "patch"): {"is_present": False},
    ("entry_drop", "post"): {},
    ("entry_disqualify", "post"): {"keep_results": True, "reason": "Because."},
    ("entry_reinstate", "post"): {},
    ("stage_seatings", "post"): {"accept_missing": True},
    ("season_imports", "post"): {"file": {}},
    ("club_season_imports", "post"): {"file": {}},
    ("club_season_import_preview", "post"): {"file": {}},
    ("club_regional_table", "post"): {"files": [{}, {}]},
    ("stage_fixtures", "post"): {"matches": 1},
    ("stage_fixtures", "delete"): None,
    ("stage_fixtures_preview", "post"): {"matches": 1},
    ("table_fixture", "post"): {"moments": ["2030-12-01T19:00:00Z"]},
    ("table_appointment", "post"): {"at": "2030-12-01T19:00:00Z"},
    ("table_appointment", "delete"): None,
    ("club_seasons", "post"): {
        "name": "Spring",
        "starts_on": "2026-03-01",
        "ends_on": "2026-05-31",
    },
    ("season", "patch"): {"min_matches": 3},
    ("season_preview", "post"): {"min_matches": 3},
    ("stage", "patch"): {"weight": "2"},
    ("stage_preview", "post"): {"weight": "2"},
    ("stage_cut", "post"): {"size": 2, "choice": "widen"},
    ("stage_cut", "delete"): None,
    ("stage_cut_decline", "post"): {"entry": 1},
    ("stage_cut_accept", "post"): {"entry": 1},
    ("club_presets", "post"): {
        "name": "Ours",
        "stage": {"scheme": {"key": "linear7"}, "chain": ["points"]},
    },
    ("membership", "patch"): {"kind": "guest"},
    ("membership_end", "post"): {},
    ("club_merge", "delete"): None,
    ("club_preset", "patch"): {"name": "Theirs"},
    ("club_preset", "delete"): None,
    ("stage_plan", "post"): {"count": 2},
    ("stage_plan", "delete"): None,
    ("event", "delete"): None,
    ("season", "delete"): None,
    ("stage_plan_stop", "post"): {},
    ("round_close", "post"): {"accept_missing": True},
    ("round_reopen", "post"): {},
    ("round_withhold", "post"): {},
    ("round_publish_results", "post"): {},
    ("round_clock", "post"): {"do": "start", "minutes": 5},
    ("table_clock", "post"): {"do": "start", "minutes": 5},
    ("seating", "patch"): {"swap": {"entries": [0, 0]}},
    ("seating_publish", "post"): {},
    ("seating_withdraw", "post"): {"accept_records": True, "reason": "Because."},
    ("table_records", "post"): SHEET,
    ("table_play", "post"): {},
    ("record_confirm", "post"): {},
    ("record_dispute", "post"): {"reason": "Because."},
    ("record_correct", "post"): SHEET,
    ("record_void", "post"): {"reason": "Because."},
    ("record_restore", "post"): {},
    ("club_apart_pair", "delete"): None,
    ("entry_wishes", "patch"): {"step_free": True},
    ("table_start", "post"): {},
    ("ruleset_luck", "patch"): {"beta": 5},
    ("rating_settings", "patch"): {"provisional": 3},
    ("player", "patch"): {"nickname": "Idefix II"},
    ("token", "delete"): None,
    ("notice_addresses", "post"): {"address": "new@mail.example"},
    ("notice_address", "patch"): {"wanted": ["turn"]},
    ("notice_address", "delete"): None,
    ("notice_address_test", "post"): {},
    ("play_do", "post"): {"do": "resign"},
    ("play_pause", "post"): {"days": 1},
    ("play_talk", "post"): {"do": "say", "phrase": "hello"},
    ("play_enter", "post"): {"expected_seq": 1, "values": []},
    ("play_seats", "post"): {"name": "Mallory"},
    ("play_act", "post"): {"expected_seq": 1, "action": {}},
    ("play_again", "post"): {},
    ("club_webhooks", "post"): {
        "address": "https://other.example/",
        "types": ["event_created"],
        "rights": "organizers",
    },
    ("club_chats", "post"): {"address": "ntfys://ntfy.example/other"},
    ("chat", "patch"): {"wanted": []},
    ("chat", "delete"): None,
    ("chat_test", "post"): {},
    ("webhook", "patch"): {"paused": True},
    ("webhook", "delete"): None,
    ("webhook_secret", "post"): {},
    ("webhook_test", "post"): {},
    ("webhook_again", "post"): {},
}
# One's own: nobody else's objects are behind these.
OWN = {("tokens", "post"), ("plays", "post"), ("play_pause", "post"), ("clubs", "post")}
OWN |= {("season_imports", "post"), ("notice_addresses", "post")}
# Whoever sees it may sit down, as long as it has not begun.
OPEN_TO_ALL = {("play_seats", "post")}
# A match is its players' own, whoever organizes the club.
OF_A_SEAT = {
    ("play_do", "post"),
    ("play_act", "post"),
    ("play_again", "post"),
    ("play_talk", "post"),
    ("play_enter", "post"),
}
OF_A_SEAT |= {("table_play", "post")}
# What the world has none of: something removed, an adjustment of a season.
MISSING = {("journal_restore", "post"), ("season_adjustment", "delete")}
# Readings that need to be told what about.
QUESTIONS = {"season_standing_moves": "?before=2026-11-03", "stage_standing_moves": "?before=1"}
QUESTIONS |= dict.fromkeys(("season_results", "season_results_preview"), "?create_players=true")
QUESTIONS |= dict.fromkeys(
    ("season_bg_stats", "season_bg_stats_preview"), "?create_players=true&create_games=true"
)
# What only those who run the event may read.
FOR_ORGANIZERS = {
    *("stage_cut", "stage_room", "stage_proposals", "club_merges"),
    *("club_memberships", "membership", "club_journal", "event_journal"),
    *("club_people", "merges_likely"),
    *("club_apart", "entry_wishes", "ruleset_luck"),
}
# What is told to a seat of its own alone.
FOR_OWN_SEAT = {"play_coach"}
# What only a club's admins may do, of those who run anything in it.
FOR_ADMINS = {"club_merges", "merge_preview", "club_merge", "club"}
FOR_ADMINS |= {"club_logo", "club_cover", "club_game_picture"}
FOR_ADMINS |= {"season_results", "season_results_preview"}
FOR_ADMINS |= {"season_bg_stats", "season_bg_stats_preview"}
FOR_ADMINS |= {"club_games", "club_game", "club_rulesets", "club_ruleset"}
FOR_ADMINS |= {"club_schemes", "club_scheme", "ruleset_luck", "rating_settings", "club_splits"}
OF_WEBHOOKS = {"club_webhooks", "webhook", "webhook_secret", "webhook_test", "webhook_deliveries"}
OF_WEBHOOKS |= {"webhook_again", "club_chats", "chat", "chat_test"}
FOR_ADMINS |= OF_WEBHOOKS
FOR_ORGANIZERS |= OF_WEBHOOKS
# What there is of open play alone.
OF_OPEN_PLAY = {"stage_room", "stage_proposals"}
# What there is of fixtures alone.
OF_FIXTURES = {
    *("stage_fixtures", "stage_fixtures_preview", "stage_fixtures_due"),
    *("table_fixture", "table_fixture_answers", "table_appointment"),
}
NO_OBJECT = {"me", "tokens", "clubs", "ratings", "plays", "play_pause", "season_imports"}
NO_OBJECT |= {"notices", "notice_addresses", "scoring"}
# A file names those of one name apart by their number in the club, for who manages its people.
WITH_NUMBERS = {"event_list", "season_list"}
PERSONAL = ("ida@club.example", "login@club.example", "1953", "MN-4711", "Brand", "whispered")


def a_fixture(club: Club, person: Player) -> models.Fixture:
    """A match of three whose day is agreed on, with a time that was proposed before."""
    event = factories.event(club, state=EventState.RUNNING)
    stage = factories.stage(event, mode=StageMode.FIXTURES)
    for who in (person, factories.member(club), factories.member(club)):
        factories.entry(event, who)
    seating = fixtures.draw(by=actors.system("test"), stage=stage, matches=1)
    found = models.Fixture.objects.select_related("table__seating__round").get(
        table__seating=seating
    )
    found.agreed_at = datetime(2030, 11, 1, 19, tzinfo=UTC)
    found.save()
    models.FixtureMoment.objects.create(fixture=found, starts_at=found.agreed_at)
    return found


@dataclass
class World:
    """A club with one of everything, and somebody whose every datum is there."""

    club: Club
    event: Event
    person: Player
    ids: dict[str, object]
    token: str
    waiting: int  # the entry of somebody who is free in open play

    @classmethod
    def make(cls, visibility: Visibility) -> World:
        slug = f"at-the-{visibility}-{models.Club.objects.count()}-end"
        club = factories.club(slug=slug, visibility=visibility, name_level=NameLevel.NICKNAME)
        season = factories.season(club)
        event = factories.event(
            season=season, state=EventState.RUNNING, notes="whispered to organizers"
        )
        stage = factories.stage(event)
        person = factories.member(
            club,
            "Ida Brand",
            given="Ida",
            family="Brand",
            nickname="Idefix",
            email="ida@club.example",
            birth_year=1953,
        )
        person.memberships.update(member_no="MN-4711")
        open_play = factories.stage(
            factories.event(club, state=EventState.RUNNING), mode=StageMode.OPEN_PLAY
        )
        waiting = factories.entry(open_play.event, person)
        fixture = a_fixture(club, person)
        account = factories.account(
            f"{club.pk}-login@club.example", player=person, password="whispered"
        )
        row, secret = accounts.make_token(by=account_actors.person(account), name="own")
        entries = [factories.entry(event, person)]
        entries += [factories.entry(event, factories.member(club)) for _ in range(3)]
        round_ = factories.round_(stage)
        table = factories.table(round_, entries[:3])
        record = factories.played(table, [1, 2, 3])
        twins = [factories.member(club, "Tom Twin") for _ in range(2)]
        merge = merges.merge(
            by=factories.actor(Role.CLUB_ADMIN, club), club=club, kept=twins[0], gone=twins[1]
        )
        left = factories.member(club, "Lea Left")
        left.memberships.update(until=date(2026, 1, 31))
        ratings.catch_up()
        play = a_play(account_actors.person(account), club)
        delivery = factories.delivery(factories.webhook(club))
        return cls(
            club=club,
            event=event,
            person=person,
            token=secret,
            waiting=waiting.pk,
            ids={
                "slug": club.slug,
                "player_id": person.pk,
                "season_id": season.pk,
                "event_id": event.pk,
                "stage_id": stage.pk,
                "open_play_id": open_play.pk,
                "fixtures_stage_id": fixture.table.seating.round.stage_id,
                "fixtures_table_id": fixture.table_id,
                "moment_id": fixture.moments.get().pk,
                "ruleset_id": open_play.ruleset_id,
                "entry_id": entries[0].pk,
                "round_id": round_.pk,
                "seating_id": table.seating_id,
                "table_id": table.pk,
                "record_id": record.pk,
                "preset_id": models.Preset.objects.create(
                    club=club, name="Night", stage={"scheme": {"key": "linear7"}, "chain": []}
                ).pk,
                "merge_id": merge.pk,
                "membership_id": person.memberships.get().pk,
                "left_id": left.pk,
                "twin_id": twins[0].pk,
                "token_id": row.pk,
                "address_id": factories.notice_address(person).pk,
                "game_id": open_play.ruleset.club_game_id,
                "scheme_id": models.PointsScheme.objects.create(
                    club=club, name="Ours", spec={"key": "linear7"}
                ).pk,
                "adjustment_id": models.Adjustment.objects.create(
                    stage=stage, player=person, points_num=1, points_den=1, reason="Kind."
                ).pk,
                "pair_id": models.Apart.objects.create(
                    club=club, first=person, second=entries[1].player
                ).pk,
                "line_id": models.JournalLine.objects.filter(club=club).latest("pk").pk,
                "scope_id": table.ruleset.club_game.rating_scopes.get().pk,
                "chat_id": factories.notice_address(
                    club, "ntfys://ntfy.example/hidden", way="chat", label="ntfy"
                ).pk,
                "webhook_id": delivery.webhook_id,
                "delivery_id": delivery.pk,
                "code": play.code,
                "seq": 1,
            },
        )

    def path(self, pattern: URLPattern) -> str:
        names = pattern.pattern.converters
        found = {name: self.ids[name] for name in names}
        if pattern.name in OF_OPEN_PLAY:
            found["stage_id"] = self.ids["open_play_id"]
        if pattern.name in OF_FIXTURES:
            found |= {name: self.ids[f"fixtures_{name}"] for name in names if name.endswith("_id")}
        return (
            "/"
            + str(pattern.pattern)
            .replace("<id:", "<")
            .replace("<slug:", "<")
            .replace("<", "{")
            .replace(">", "}")
            .format(**found)
            + QUESTIONS.get(pattern.name or "", "")
        )

    def body(self, key: tuple[str, str]) -> Any:  # any JSON
        if key == ("event_entries", "post"):
            return {"player": self.person.pk}
        if key == ("seating", "patch"):
            first, second = list(self.event.entries.values_list("pk", flat=True))[:2]
            return {"swap": {"entries": [first, second]}}
        if key == ("stage_proposals", "post"):
            return {"tables": [{"ruleset": self.ids["ruleset_id"], "entries": [self.waiting]}]}
        if key == ("stage_room", "post"):
            return {"entry": self.waiting, "is_free": False}
        if key in {("club_memberships", "post"), ("membership_preview", "post")}:
            return {"player": self.ids["left_id"]}
        if key == ("club_apart", "post"):
            return {"player": self.person.pk, "other": self.ids["twin_id"]}
        if key == ("club_splits", "post"):
            tables = [self.ids["table_id"]]
            return {"player": self.person.pk, "to": self.ids["twin_id"], "tables": tables}
        if key[0] in {"club_merges", "merge_preview"}:
            return {"kept": self.person.pk, "gone": self.ids["twin_id"]}
        if key in {("season_adjustments", "post"), ("stage_adjustments", "post")}:
            return {"player": self.person.pk, "points": "-2", "reason": "Late."}
        if key == ("club_rulesets", "post"):
            return {"game": self.ids["game_id"], "name": "By the house"}
        if key == ("round_marks", "post"):
            return {"entry": self.ids["entry_id"], "state": "absent"}
        if key == ("seating_lock", "post"):
            return {"table": self.ids["table_id"], "locked": True}
        if key == ("seating_late", "post"):
            return {"entry": self.ids["entry_id"]}
        if key == ("lab_standings", "post"):
            return {"season": self.ids["season_id"]}
        return self.of_fixtures().get(key[0]) or BODIES[key]

    def of_fixtures(self) -> dict[str, Any]:  # any JSON
        answer = {"id": self.ids["moment_id"], "suits": True}
        tables = [self.ids["fixtures_table_id"]]
        return {
            "table_fixture_answers": {"answers": [answer]},
            "stage_fixtures_due": {"tables": tables, "due_on": None},
        }


def a_play(by: Actor, club: Club) -> models.Play:
    """A match of the club in the browser that has begun."""
    play = plays.open_table(by=by, game="dice-devils", size=3, bots=["random"] * 2)
    models.Play.objects.filter(pk=play.pk).update(club=club)
    return plays.begin(by=by, play=play)


def addresses(*methods: str) -> Iterator[tuple[URLPattern, str]]:
    for pattern in urls.urlpatterns:
        view: Any = pattern.callback  # a function that knows its class
        for method in methods:
            if hasattr(view.cls, method):
                yield pattern, method


def everything() -> str:
    """All rows of all tables, as they are stored."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for name in models.__all__:
            meta = getattr(models, name)._meta
            through = [field.m2m_db_table() for field in meta.local_many_to_many]
            assert meta.pk is not None
            for table, key in ((meta.db_table, meta.pk.column), *((one, "id") for one in through)):
                cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')
                found += (f"{name} {row!r}" for row in cursor.fetchall())
    return "\n".join(found)


READS = [(pattern, method) for pattern, method in addresses("get")]
WRITES = [
    (pattern, method)
    for pattern, method in addresses("post", "patch", "delete")
    if (pattern.name, method) not in OWN
]


@dataclass
class Made:
    """A club of everybody's, one of its members' alone, and whom they have nothing to do with."""

    public: World
    members: World
    other: World
    # Tokens: of a player and an organizer of the last, and of a device at an event of the others.
    player: str
    organizer: str
    devices: dict[Visibility, str]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Made]:
    """Made once: whatever a test does to them is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        public, members = World.make(Visibility.PUBLIC), World.make(Visibility.MEMBERS)
        other = World.make(Visibility.PUBLIC)
        yield Made(
            public,
            members,
            other,
            player=doors.player(factories.member(other.club)).secret,
            organizer=doors.organizer(other.club).secret,
            devices={
                visibility: doors.device(
                    world.event, by=factories.actor(Role.ORGANIZER, world.club)
                ).secret
                for visibility, world in (
                    (Visibility.PUBLIC, public),
                    (Visibility.MEMBERS, members),
                )
            },
        )
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("pattern", "method"), WRITES, ids=[f"{method} {pattern.name}" for pattern, method in WRITES]
)
@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.MEMBERS])
def test_nobody_from_outside_changes_anything(
    pattern: URLPattern, method: str, visibility: Visibility, made: Made
) -> None:
    key = (str(pattern.name), method)
    world = made.public if visibility == Visibility.PUBLIC else made.members
    tokens = (made.player, made.organizer, made.devices[visibility])
    askers = [doors.visitor(), *map(doors.Asker, tokens)]
    body, before = world.body(key), everything()

    answers = [
        asker.send(method.upper(), world.path(pattern), body, If_Match='"1"') for asker in askers
    ]

    hidden = {404} if visibility == Visibility.MEMBERS else {403, 404}
    if visibility == Visibility.PUBLIC and key in OPEN_TO_ALL:
        hidden |= {409}
    assert {answer.status_code for answer in answers[:3]} <= hidden
    assert answers[3].status_code in {403, 404}
    assert everything() == before


@pytest.mark.parametrize(
    "pattern", [row for row, _ in READS], ids=[str(row.name) for row, _ in READS]
)
def test_what_is_hidden_is_not_there_for_outsiders_and_there_for_members(
    pattern: URLPattern, made: Made
) -> None:
    world, other = made.members, made.other
    path = world.path(pattern)
    outside = 200 if pattern.name in NO_OBJECT else 404

    askers = [doors.visitor(), doors.Asker(other.token), doors.Asker(made.organizer)]
    strangers = [asker.get(path) for asker in askers]
    members = [asker.get(path).status_code for asker in (doors.Asker(world.token),)]

    assert [answer.status_code for answer in strangers] == [outside] * 3
    assert members == [403 if pattern.name in FOR_ORGANIZERS else 200]
    for answer in strangers:
        assert world.club.slug not in answer.content.decode()


@pytest.mark.parametrize(
    "pattern", [row for row, _ in READS], ids=[str(row.name) for row, _ in READS]
)
def test_no_reading_tells_more_of_a_person_than_the_name_for_the_public(
    pattern: URLPattern, made: Made
) -> None:
    world = made.public
    path = world.path(pattern)

    other_people = [
        doors.visitor(),
        doors.player(factories.member(world.club)),
        doors.Asker(made.organizer),
    ]
    more = "&" if "?" in path else "?"
    answers = [
        asker.get(path + query)
        for asker in other_people
        for query in ("", more + "expand=player&fields=email,birth_year&search=ida@club.example&q=")
    ]

    expected = 403 if pattern.name in FOR_ORGANIZERS | FOR_OWN_SEAT else 200
    assert {answer.status_code for answer in answers} == {expected}
    texts = [answer.content.decode() for answer in answers]
    assert [word for text in texts for word in told(text)] == []


def test_no_store_between_mixes_up_askers_languages_or_formats(made: Made) -> None:
    asked = {"Accept", "Accept-Language", "Authorization", "Cookie"}

    answers = {pattern.name: doors.visitor().get(made.public.path(pattern)) for pattern, _ in READS}

    lacking = {
        name: left
        for name, answer in answers.items()
        if (left := asked - set(answer.headers.get("Vary", "").split(", ")))
    }
    assert lacking == {}


def told(text: str) -> list[str]:
    """The personal words that an answer says; a number inside of a tag or a cursor says nothing."""
    return [
        word
        for word in PERSONAL
        if (re.search(rf"(?<![\w-]){word}(?![\w-])", text) if word.isdecimal() else word in text)
    ]


def test_a_number_by_chance_within_a_tag_tells_nothing() -> None:
    assert told('{"version": "ab1953c-1953-cD0xOTUz1953", "at": "19:53:01.195312"}') == []
    assert told('{"birth_year": 1953, "email": "ida@club.example", "note": "whispered"}') == [
        "ida@club.example",
        "1953",
        "whispered",
    ]


@pytest.mark.parametrize(
    "pattern", [row for row, _ in READS], ids=[str(row.name) for row, _ in READS]
)
def test_not_even_organizers_get_addresses_and_birthdays_here(
    pattern: URLPattern, made: Made
) -> None:
    world = made.public

    role = Role.CLUB_ADMIN if pattern.name in FOR_ADMINS else Role.ORGANIZER

    answer = doors.organizer(world.club, role).get(world.path(pattern))

    but = {"Brand", "MN-4711"} if pattern.name in WITH_NUMBERS else {"Brand"}
    if pattern.name == "club_people":  # the list of all that is written down
        but |= {"ida@club.example", "1953", "MN-4711"}
    found = [word for word in told(answer.content.decode()) if word not in but]
    expected = 403 if pattern.name in FOR_OWN_SEAT else 200
    assert (answer.status_code, found) == (expected, [])


def test_no_answer_differs_by_whether_an_address_exists() -> None:
    world = World.make(Visibility.PUBLIC)
    path = f"/clubs/{world.club.slug}/players/"

    known = doors.visitor().get(f"{path}{'&' if '?' in path else '?'}q=ida@club.example").content
    unknown = (
        doors.visitor().get(f"{path}{'&' if '?' in path else '?'}q=nobody@club.example").content
    )

    assert known == unknown


@pytest.mark.parametrize("what", ["round", "seating", "table"])
def test_a_draft_exists_for_its_organizers_alone(what: str) -> None:
    world = World.make(Visibility.PUBLIC)
    stage = world.event.stages.get()
    round_ = factories.round_(stage, state=RoundState.DRAFT)
    seating = models.Seating.objects.create(round=round_, method="random")
    table = models.Table.objects.create(seating=seating, number=1, ruleset=stage.ruleset)
    pk = {"round": round_.pk, "seating": seating.pk, "table": table.pk}[what]
    path = f"/{what}s/{pk}/"

    statuses = [
        asker.get(path).status_code
        for asker in (doors.visitor(), doors.Asker(world.token), doors.organizer(world.club))
    ]
    listed = doors.visitor().get(f"/events/{world.event.pk}/rounds/").json()["results"]

    assert statuses == [404, 404, 200]
    assert [row["state"] for row in listed] == ["published"]
    assert seating.state == SeatingState.DRAFT


def test_a_device_knows_its_own_event_and_nothing_else_that_is_hidden() -> None:
    world = World.make(Visibility.MEMBERS)
    other = factories.stage(factories.event(world.club, season=world.event.season))
    asker = doors.device(world.event, by=factories.actor(Role.ORGANIZER, world.club))

    own = [
        asker.get(f"/{name}/{world.ids[key]}/").status_code
        for name, key in (("events", "event_id"), ("rounds", "round_id"), ("tables", "table_id"))
    ]
    others = [
        asker.get(path).status_code
        for path in (f"/events/{other.event_id}/", f"/stages/{other.pk}/standings/")
    ]

    assert own == [200, 200, 200]
    assert others == [404, 404]


def test_a_token_of_one_event_is_a_visitor_in_all_others() -> None:
    world = World.make(Visibility.MEMBERS)
    second = factories.event(world.club, season=world.event.season)
    entry = factories.entry(second)
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, world.club)
    asker = doors.with_token(account, event=world.event)

    here = asker.patch(f"/entries/{world.ids['entry_id']}/", {"is_present": False})
    there = asker.patch(f"/entries/{entry.pk}/", {"is_present": False})

    assert (here.status_code, there.status_code) == (200, 404)
    entry.refresh_from_db()
    assert entry.is_present is True


def test_the_organizers_of_a_club_may_do_what_outsiders_may_not() -> None:
    world = World.make(Visibility.MEMBERS)
    organizer, admin = doors.organizer(world.club), doors.organizer(world.club, Role.CLUB_ADMIN)
    refused = []

    for pattern, method in WRITES:
        key = (str(pattern.name), method)
        if (
            key[0] in {"token", "notice_address", "notice_address_test"}
            or key in OF_A_SEAT | MISSING
        ):
            continue  # a person's own, or not there
        asker = admin if key[0] in FOR_ADMINS else organizer
        answer = asker.send(method.upper(), world.path(pattern), world.body(key), If_Match='"1"')
        if answer.status_code in {403, 404}:
            refused.append((key, answer.json()))

    assert refused == []


def test_an_entry_of_another_event_is_not_moved_into_a_seating() -> None:
    world, other = World.make(Visibility.PUBLIC), World.make(Visibility.PUBLIC)
    foreign = other.event.entries.all()[0]
    before = everything()

    answers = [
        doors.organizer(world.club).patch(
            f"/seatings/{world.ids['seating_id']}/", body, If_Match='"1"'
        )
        for body in (
            {"move": {"entry": foreign.pk, "table": world.ids["table_id"]}},
            {"move": {"entry": world.ids["entry_id"], "table": other.ids["table_id"]}},
            {"swap": {"entries": [world.ids["entry_id"], foreign.pk]}},
        )
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (400, "unknown_entry"),
        (400, "unknown_table"),
        (400, "unknown_entry"),
    ]
    assert len(everything()) > len(before)  # the organizer's account and token alone
    assert list(other.event.entries.filter(pk=foreign.pk)) == [foreign]
