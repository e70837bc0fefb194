"""Evenings in every state that a page knows, played into a club that is there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from games import catalogue
from games.dice_devils import options as devils
from league.core.actors import ANONYMOUS, as_guest
from league.core.enums import EventState, PlayPace, PlayState, StageMode
from league.models import PlayChances, Ruleset, Season, Table
from league.queries.evening import check_ins as door
from league.queries.play import plays as reading
from league.queries.records.sheets import rules_of
from league.services.evening import appointments, clocks, dropouts, entries, open_play, rounds
from league.services.occasions import events, seasons
from league.services.office import demo, rules
from league.services.play import play_endings, play_seats, plays, talk
from league.services.records import links, records
from league.services.seating import fixtures, seatings
from league.services.standings import cuts, standings
from league.web import device
from league.web.evening import my_evening
from league.web.play import guest
from tests import factories

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Event, Play, Player, Stage
    from league.services.occasions.stages import StageFields

GUEST_KEY, FIGHTING_KEY = "the key of a guest's browser", "the key of a browser with fights"
ONE_ITEM = devils.to_json(
    devils.from_json(
        {"open_items": {"3": 1, "4": 1, "5": 1, "6": 1}, "variant_custom_ranks": [2, 3, 4]}
    )
)
WALK_IN, OBJECTION = "Zoë Überraschung", "I had eleven items, not nine."
Cookie = tuple[str, str, str]
_device = itertools.count(1)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table's own address, and the cookies of devices that hold a seat there."""

    path: str
    table: Table
    cookies: tuple[Cookie, ...] = ()


@dataclass
class Cast:
    """Whose evenings they are, and who may run them."""

    by: Actor
    season: Season
    people: Sequence[Player]

    def ruleset(self, game: str) -> Ruleset:
        """The club's rules of a game; the shelf is filled where it is empty."""
        rows = Ruleset.objects.filter(club=self.season.club, club_game__game=game)
        if not rows.exists():
            rules.stock(by=self.by, club=self.season.club)
        return rows.earliest("pk")

    def event(
        self,
        name: str,
        game: str,
        here: int,
        *,
        state: EventState = EventState.RUNNING,
        **stage: object,
    ) -> Event:
        """An evening that began an hour ago, with the first ``here`` people in the room.

        In one transaction: what their coming wakes works once, not once for each.
        """
        fields: StageFields = {"ruleset": self.ruleset(game), **stage}  # type: ignore[typeddict-item]
        with transaction.atomic():
            made = events.create(
                by=self.by,
                club=self.season.club,
                season=self.season,
                name=name,
                place="Back room of the Copper Kettle",
                starts_at=timezone.now() - timedelta(hours=1),
                state=state,
                stage=fields,
            )
            for player in self.people[:here]:
                entries.register(by=self.by, event=made, player=player, present=True)
        return made


# --- the desk ------------------------------------------------------------------------------


def roll_call(cast: Cast) -> Event:
    """Somebody is here, somebody came without a name on the list, somebody fills a table for the
    house, somebody waits for a place. It is not announced yet.
    """
    made = cast.event("Thursday night", "dice-devils", 0, state=EventState.OPEN)
    with transaction.atomic():
        for at, player in enumerate(cast.people[:9]):
            entries.register(by=cast.by, event=made, player=player, present=at < 5)
    entries.add_guest(by=cast.by, event=made, name=WALK_IN)
    house = made.entries.get(player=cast.people[4])
    entries.mark_filler(by=cast.by, entry=house, is_filler=True)
    made.refresh_from_db()
    events.change(by=cast.by, event=made, expected_version=made.version, capacity=10)
    made.refresh_from_db()
    entries.register(by=cast.by, event=made, player=cast.people[9], waiting=True)
    return events.announce(by=cast.by, event=made, is_announced=False)


def seating(cast: Cast) -> Event:
    """The second round is drawn and not published: somebody meets somebody again, and somebody
    fills a table. The results of the first are kept back.
    """
    made = cast.event("Friday night", "free-form", 9)
    stage = made.stages.get()
    play(cast, stage)
    rounds.withhold(by=cast.by, round_=stage.rounds.get())
    entries.mark_filler(by=cast.by, entry=made.entries.order_by("pk")[0], is_filler=True)
    seatings.draw(by=cast.by, stage=stage, seed=4)
    return made


def play(cast: Cast, stage: Stage) -> None:
    """A round from the draw to its close, everybody's points different."""
    drawn = seatings.draw_and_publish(by=cast.by, stage=stage)
    for table in drawn.tables.order_by("number"):
        factories.played(table, range(1, table.seats.count() + 1), points=_points(table))
    rounds.close(by=cast.by, round_=drawn.round)


def _points(table: Table) -> list[int]:
    return [60 - 9 * at - table.number for at in range(table.seats.count())]


@dataclass(frozen=True, slots=True)
class Playing:
    """An evening with a clock, and one table in each state."""

    event: Event
    confirmed: AtTable
    reported: AtTable
    to_confirm: AtTable
    disputed: AtTable
    typing: AtTable
    free_seats: AtTable


def playing(cast: Cast) -> Playing:
    made = cast.event("Saturday night", "dice-devils", 17, size_max=4)
    drawn = seatings.draw_and_publish(by=cast.by, stage=made.stages.get())
    tables = list(drawn.tables.order_by("number"))
    clocks.start(by=cast.by, round_=drawn.round, minutes=90)
    clocks.extend(by=cast.by, round_=drawn.round, table=tables[0], minutes=5)
    reported = [_reported(cast, table) for table in tables[:3]]
    records.confirm(by=cast.by, record=tables[0].records.get())
    records.dispute(by=seat(tables[2], 2)[0], record=tables[2].records.get(), reason=OBJECTION)
    return Playing(
        made, reported[0], reported[1], held(tables[1], 3), reported[2], held(tables[3], 1),
        AtTable(_path(tables[3]), tables[3]),
    )  # fmt: skip


def _reported(cast: Cast, table: Table) -> AtTable:
    author, cookies = seat(table, 1)
    draw = random.Random(table.number)
    sheet = demo.devils_sheet([5] * table.seats.count(), draw)
    records.submit(by=author, table=table, data=sheet, expected_version=0)
    return AtTable(_path(table), table, (cookies,))


def _path(table: Table) -> str:
    return f"/t/{table.link.code}/"


def seat(table: Table, position: int) -> tuple[Actor, Cookie]:
    """A device of its own takes this seat."""
    name = f"device-{table.pk}-{next(_device)}"
    actor = links.claim(code=table.link.code, position=position, device=name)
    answer = HttpResponse()
    device.remember(answer, name)
    return actor, (device.COOKIE, answer.cookies[device.COOKIE].value, "/t/")


def held(table: Table, position: int) -> AtTable:
    return AtTable(_path(table), table, (seat(table, position)[1],))


# --- sheets --------------------------------------------------------------------------------


def sheets(cast: Cast) -> dict[str, AtTable]:
    """A seat at a table of each game and each level of detail, under ``game-level``."""
    found = {}
    for package in catalogue.all_games():
        ruleset = cast.ruleset(package.key)
        made = cast.event(f"A night of {package.title}", package.key, 4)
        table = seatings.draw_and_publish(by=cast.by, stage=made.stages.get()).tables.get()
        here = held(table, 1)
        for level in rules_of(ruleset).levels:
            path = f"{here.path}?edit=1&level={level}"
            found[f"{package.key}-{level}".casefold()] = AtTable(path, table, here.cookies)
    return found


# --- after the rounds ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finals:
    """People level at the line, a final with its people called, and one that is over."""

    level: Event
    called: Event
    finished: Event
    after: AtTable
    onward: AtTable


def finals(cast: Cast) -> Finals:
    level = cast.event("Level at the line", "free-form", 8, size_max=4)
    drawn = seatings.draw_and_publish(by=cast.by, stage=level.stages.get())
    for table in drawn.tables.all():
        factories.played(table, [1, 2, 3, 4], points=[40, 30, 20, 10])
    rounds.close(by=cast.by, round_=drawn.round)
    called, onward = _with_final(cast, "Autumn cup")
    finished, after = _with_final(cast, "Spring cup")
    play(cast, finished.stages.get(number=2))
    events.set_state(by=cast.by, event=finished, state=EventState.FINISHED)
    return Finals(level, called, finished, after, onward)


def _with_final(cast: Cast, name: str) -> tuple[Event, AtTable]:
    made = cast.event(name, "free-form", 12)
    stage = made.stages.get()
    drawn = seatings.draw_and_publish(by=cast.by, stage=stage)
    after = held(drawn.tables.earliest("number"), 1)
    for table in drawn.tables.order_by("number"):
        factories.played(table, range(1, table.seats.count() + 1), points=_points(table))
    rounds.close(by=cast.by, round_=drawn.round)
    play(cast, stage)
    final = cuts.make(by=cast.by, stage=stage, size=5, answer=cuts.Answer(choice="lot"))
    cuts.decline(by=cast.by, stage=final, entry=final.qualifiers.earliest("rank").entry)
    return made, after


# --- open play -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A room in which some play, some are free, one pauses and one has gone home."""

    event: Event
    free: tuple[Cookie, ...]
    seated: tuple[Cookie, ...]
    pausing: tuple[Cookie, ...]
    gone: tuple[Cookie, ...]


def open_room(cast: Cast) -> OpenPlay:
    made = cast.event("Open Sunday", "dice-devils", 14, mode=StageMode.OPEN_PLAY, size_min=3)
    stage = made.stages.get()
    table = open_play.form_tables(by=cast.by, stage=stage, at_most=1)[0]
    sitting = table.seats.earliest("position").entry
    others = list(made.entries.exclude(seats__table=table).order_by("pk"))
    entries.set_present(by=cast.by, event=made, entries=[others[0].pk], present=False)
    dropouts.drop(by=cast.by, entry=others[1])
    away, gone, free = (_own(made, row) for row in others[:3])
    return OpenPlay(made, free, _own(made, sitting), away, gone)


def by_appointment(cast: Cast) -> Event:
    """Seven people with their fixtures: at one table times are proposed, another has its day."""
    made = cast.event("Winter fixtures", "dice-devils", 7, mode=StageMode.FIXTURES)
    stage = made.stages.get()
    day = timezone.now().replace(minute=30, second=0, microsecond=0) + timedelta(days=4)
    due = (day + timedelta(days=20)).date()
    seating = fixtures.draw(by=cast.by, stage=stage, matches=4, due_on=due, seed=1)
    first, second = seating.tables.order_by("number")[:2]
    appointments.propose(by=cast.by, table=first, moments=[day, day + timedelta(days=1)])
    appointments.fix(by=cast.by, table=second, at=day, place="Back room")
    return made


def _own(event: Event, entry: Entry) -> tuple[Cookie, ...]:
    return ((my_evening.COOKIE, door.own_token(entry), f"/e/{event.slug}/mine/"),)


# --- what is seldom --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seldom:
    """An evening that cannot be counted, one that is full, and two sides at one table.

    ``waiting`` are those who found it full, first come first.
    """

    uncounted: Event
    full: Event
    waiting: Sequence[Player]
    sides: Event
    two_sides: AtTable
    won_together: AtTable


def seldom(cast: Cast) -> Seldom:
    uncounted = cast.event("A night that cannot be counted", "free-form", 8, size_max=4)
    uncounted.season = None  # the season counts on
    uncounted.save(update_fields=["season"])
    stage = uncounted.stages.get()
    play(cast, stage)
    standings.recompute_stage(stage.pk)
    only_three = {"key": "custom", "rows": {"3": ["2", "1", "0"]}}
    uncounted.club.refresh_from_db()
    uncounted.stages.update(scheme=only_three, stale_at=uncounted.club.seq + 1)
    full = cast.event("A full house", "dice-devils", 0, state=EventState.OPEN)
    for player in cast.people[:4]:
        entries.register(by=cast.by, event=full, player=player)
    full.refresh_from_db()
    events.change(by=cast.by, event=full, expected_version=full.version, capacity=4)
    full.refresh_from_db()
    waiting = cast.people[4:7]
    for player in waiting:
        entries.register(by=cast.by, event=full, player=player, waiting=True)
    return Seldom(uncounted, full, waiting, *_of_sides(cast))


def _of_sides(cast: Cast) -> tuple[Event, AtTable, AtTable]:
    made = cast.event("Two against two", "free-form", 8, size_max=4)
    stage = made.stages.get()
    stage.ruleset = factories.free_game(made.club, name="Two Ropes", seats=[4, 4], sides="2-2")
    stage.save(update_fields=["ruleset"])
    drawn = seatings.draw_and_publish(by=cast.by, stage=stage)
    first, second = drawn.tables.order_by("number")
    author, cookies = seat(second, 1)
    rows = [{"side": 1, "points": 5}, {"side": 2, "points": 9}, {"side": 1}, {"side": 2}]
    records.submit(by=author, table=second, data={"seats": rows}, expected_version=0)
    records.confirm(by=cast.by, record=second.records.get())
    return made, held(first, 1), AtTable(_path(second), second, (cookies,))


# --- matches in the browser ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plays:
    """A table that waits, one of each game where a guest is to decide, and one that is over.

    ``cookies`` are those of the guest's browser, which opened all of them; ``fights`` are matches
    of Dice Devils at each decision about a fight, of another guest. ``wandering`` is a match of
    Teufel, Teufel! in which the first guest is about to move, with cards open and discs about.
    ``oven`` are further moments of The Devil With It, by phase.
    """

    waiting: str
    running: dict[str, str]
    over: str
    late: str
    past: str
    cookies: tuple[Cookie, ...]
    fights: dict[str, str]
    fighting: tuple[Cookie, ...]
    wandering: str
    oven: dict[str, str]


def matches() -> Plays:
    by = as_guest(ANONYMOUS, GUEST_KEY)
    waiting = _opened(by, "dice-devils", bots=0)
    play_seats.sit(by=as_guest(ANONYMOUS, "another browser"), play=waiting, name="Bruno")
    talk.say(by=by, play=waiting, phrase="hello")
    games = ("dice-devils", "teufel-teufel", "the-devil-with-it")
    running = {game: plays.begin(by=by, play=_opened(by, game, bots=2)) for game in games}
    over = plays.begin(by=by, play=_opened(by, "dice-devils", bots=2))
    over = play_endings.agree_to_stop(by=by, play=over)
    _worked_out(over)
    return Plays(
        f"/play/{waiting.code}/",
        {game: f"/play/{play.code}/" for game, play in running.items()},
        f"/play/{over.code}/",
        f"/play/{_late(by).code}/",
        f"/play/{_past(by).code}/",
        (_remembered(GUEST_KEY),),
        {
            kind: f"/play/{_fight(kind).code}/"
            for kind in ("spiel", "steal", "exchange", "swap_rank")
        },
        (_remembered(FIGHTING_KEY),),
        f"/play/{_wandering(by).code}/",
        {phase: f"/play/{_at_oven(by, phase).code}/" for phase in ("choose", "bet", "end")},
    )


def _at_oven(by: Actor, phase: str) -> Play:
    """A match at a moment of this phase: with coal in the hand, in a later round, or over."""
    play = plays.begin(by=by, play=_opened(by, "the-devil-with-it", bots=2))
    while play.state == PlayState.RUNNING:
        found = reading.shown(viewer=by, play=play, since=play.seq)
        view = found.view
        assert isinstance(view, Mapping)
        if view["phase"] == phase and (view["hand"] or "last" in view):
            break
        action = found.choices[min(4, len(found.choices) - 1)].action
        play = plays.act(by=by, play=play, seen=found.seq, action=action)
    return play


def _worked_out(play: Play) -> None:
    """Its chances, as the worker would have found them: one that turned by a draw."""
    shares = {0: [333, 333, 334], play.seq - 1: [400, 350, 250], play.seq: [0, 1000, 0]}
    steps = [[seq, 200 if seq < play.seq else 1, found] for seq, found in shares.items()]
    now = timezone.now()
    PlayChances.objects.create(
        play=play, started_at=now, finished_at=now, bot="random", steps=steps
    )


def _remembered(key: str) -> Cookie:
    answer = HttpResponse()
    guest.remember(answer, key)
    return (guest.COOKIE, answer.cookies[guest.COOKIE].value, "/play/")


def _fight(kind: str) -> Play:
    """A match with one item for three devils, as soon as the guest is to decide this of a fight."""
    by = as_guest(ANONYMOUS, FIGHTING_KEY)
    for _ in range(40):
        play = plays.open_table(
            by=by, game="dice-devils", size=3, options=ONE_ITEM, bots=["random"] * 2, name=WALK_IN
        )
        play = plays.begin(by=by, play=play)
        while found := reading.shown(viewer=by, play=play, since=play.seq).choices:
            action = found[0].action
            assert isinstance(action, dict)
            if action["t"] == kind:
                return play
            play = plays.act(by=by, play=play, seen=play.seq, action=action)
    raise AssertionError(f"no {kind} in forty matches")


def _wandering(by: Actor) -> Play:
    """The guest walks as far as each move lets it, for a few turns."""
    play = plays.begin(by=by, play=_opened(by, "teufel-teufel", bots=2))
    while play.state == PlayState.RUNNING:
        actions = [one.action for one in reading.shown(viewer=by, play=play).choices]
        kinds = [action["t"] for action in actions if isinstance(action, dict)]
        if play.seq > 40 and "swap" in kinds:
            break
        nearest = kinds.index("step") if "step" in kinds else len(kinds) // 2
        play = plays.act(by=by, play=play, seen=play.seq, action=actions[nearest])
    return play


def _past(by: Actor) -> Play:
    """A match that ended by rules that are no longer here."""
    play = plays.begin(by=by, play=_opened(by, "dice-devils", bots=2))
    play = play_endings.agree_to_stop(by=by, play=play)
    play.edition = 0
    play.save(update_fields=["edition"])
    return play


def _late(by: Actor) -> Play:
    """A match by turns in which the time of another guest has run out."""
    play = plays.open_table(
        by=by, game="dice-devils", size=3, bots=["smart"], pace=PlayPace.TURNS, days=1, name=WALK_IN
    )
    play_seats.sit(by=as_guest(ANONYMOUS, "another browser"), play=play, name="Bruno")
    play = plays.begin(by=by, play=play)
    now = timezone.now()
    play.seats.filter(number=0).update(owes_since=now)
    play.seats.filter(number=1).update(owes_since=now - timedelta(days=3))
    return play


def _opened(by: Actor, game: str, *, bots: int) -> Play:
    return plays.open_table(by=by, game=game, size=3, bots=["smart"] * bots, name=WALK_IN)


# --- everything ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scenes:
    """All of it."""

    roll: Event
    seating: Event
    playing: Playing
    sheets: dict[str, AtTable]
    finals: Finals
    room: OpenPlay
    fixtures: Event
    seldom: Seldom
    plays: Plays


def played(cast: Cast) -> Scenes:
    """Plays all evenings; the season has a table for every month."""
    season = Season.objects.get(pk=cast.season.pk)
    months = {"kind": "month", "day": 1}
    seasons.change(by=cast.by, season=season, expected_version=season.version, periods=months)
    return Scenes(
        roll_call(cast), seating(cast), playing(cast), sheets(cast), finals(cast), open_room(cast),
        by_appointment(cast), seldom(cast), matches(),
    )  # fmt: skip
