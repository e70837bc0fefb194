"""Matches in the browser, as far as a test needs them to have come."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from games import catalogue
from league.core import actors
from league.core.enums import PlayState, Role
from league.models import ClubGame, Play, Ruleset
from league.queries.people import account_actors
from league.queries.play import plays as reading
from league.services.play import play_seats, plays, table_plays
from league.services.records import links, records
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Stage, Table

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")


def guest(name: str) -> Actor:
    """Somebody without an account whose browser has a key of its own."""
    return actors.as_guest(actors.ANONYMOUS, f"the key of {name}")


def sat_down(game: str = "dice-devils", people: int = 2, bots: int = 0) -> Play:
    """A table with guests on the first seats, bots on the last; ``guest("Ada")`` is its host.

    There are as many bots as the game needs at least.
    """
    bots = max(bots, catalogue.get(game).seats.start - people)
    play = plays.open_table(
        by=guest(NAMES[0]),
        game=game,
        size=people + bots,
        bots=["random"] * bots,
        name=NAMES[0],
    )
    for name in NAMES[1:people]:
        play_seats.sit(by=guest(name), play=play, name=name)
    return play


def begun(game: str = "dice-devils", people: int = 2, bots: int = 0) -> Play:
    """The same, with its first draws made."""
    return plays.begin(by=guest(NAMES[0]), play=sat_down(game, people, bots))


def owing(play: Play) -> list[Actor]:
    """Who is to decide, in the order of the seats."""
    rows = play.seats.filter(owes_since__isnull=False).order_by("number")
    return [guest(row.name) for row in rows]


def move(play: Play, chance: Random) -> Play:
    """One decision, by chance, of somebody who owes one."""
    by = chance.choice(owing(play))
    found = reading.shown(viewer=by, play=play, since=play.seq)
    action = chance.choice(found.choices).action
    return plays.act(by=by, play=play, seen=found.seq, back=found.taken_back, action=action)


# --- at the tables of an evening ----------------------------------------------------------

# A match of Dice Devils that is over after a few rounds, without thieves and swaps.
SHORT = {"end_item_count": 3}


def at_table(people: int = 3, *, is_here: bool = True, **options: Any) -> Table:
    """A table of an evening's round with people of the club, who may play in the browser."""
    stage = _stage(plays_here=is_here, **options)
    members = [factories.member(stage.event.club, name) for name in NAMES[:people]]
    entries = [factories.entry(stage.event, member) for member in members]
    return factories.table(factories.round_(stage), entries)


def stage_of_eight() -> Stage:
    """An evening of eight members that plays in the room, until somebody says otherwise."""
    stage = _stage(plays_here=False)
    for name in (*NAMES, "Gus", "Hal"):
        factories.entry(stage.event, factories.member(stage.event.club, name))
    return stage


def _stage(*, plays_here: bool, **options: Any) -> Stage:
    event = factories.event()
    return factories.stage(event, ruleset=rules(event.club, **options), plays_here=plays_here)


def rules(club: Club, game: str = "dice-devils", **options: Any) -> Ruleset:
    """Matches of a game that can be played in the browser; of Dice Devils, short ones."""
    package = catalogue.get(game)
    short = SHORT if game == "dice-devils" else {}
    read = package.sheet.options_from_json({**short, **options})
    box = ClubGame.objects.create(club=club, game=package.key, title=package.title)
    seats = package.sheet.seats(read)
    return Ruleset.objects.create(
        club=club,
        club_game=box,
        name="Short",
        version=1,
        options=package.sheet.options_to_json(read),
        seats_min=min(seats),
        seats_max=max(seats),
    )


def seated(table: Table, position: int) -> Actor:
    """Whoever took this seat by the table's link, with a browser of their own."""
    seat = table.seats.select_related("entry__player").get(position=position)
    device = f"phone of {seat.entry.player.name}"
    by = links.claim(code=table.link.code, position=position, device=device)
    return actors.as_guest(by, device)


def sat_at(table: Table) -> tuple[Play, list[Actor]]:
    """The match of a table at which everybody has sat down, and who they are in seat order."""
    people = [seated(table, seat.position or 0) for seat in table.seats.order_by("position")]
    for by in people:
        play = table_plays.sit_down(by=by, table=table)
    return Play.objects.get(pk=play.pk), people


def written_by_hand(table: Table) -> None:
    """A sheet of three that an organizer typed in: it counts."""
    rows: list[JSON] = [
        {"items": {"bed": 3}, "final_rank": 1},
        {"items": {"scarf": 1}, "final_rank": 4},
        {"items": {"bed": 0}, "final_rank": 6},
    ]
    records.submit(
        by=factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club),
        table=table,
        data={"level": "FULL", "seats": rows},
        expected_version=0,
        accept_warnings=True,
        reason="Typed in by hand",
    )


def played_out(
    play: Play, people: Sequence[Actor], chance: Random, *, rounds: int | None = None
) -> Play:
    """Decisions by chance until it is over, or has begun so many rounds."""
    while play.state == PlayState.RUNNING and (rounds is None or play.length < rounds):
        play = decided(play, people, chance)
    return play


def decided(play: Play, people: Sequence[Actor | None], chance: Random) -> Play:
    """The next decision by chance, if it is that of one of ``people``."""
    for row in play.seats.filter(owes_since__isnull=False).order_by("number"):
        by = people[row.number]
        if by is not None:
            found = reading.shown(viewer=by, play=play, since=play.seq)
            action = chance.choice(found.choices).action
            return plays.act(by=by, play=play, seen=found.seq, action=action)
    return play


# --- casual matches of a club -------------------------------------------------------------


def signed_in(club: Club, *called: str) -> list[Actor]:
    """Members of the club, each with an account of their own."""
    players = [factories.member(club, name) for name in called]
    return [account_actors.person(factories.account(player=player)) for player in players]


def casual(ruleset: Ruleset, people: Sequence[Actor], *, size: int = 0) -> Play:
    """A table that the first of ``people`` opens by the rules of a club, and they all sit at."""
    play = plays.open_table(by=people[0], ruleset=ruleset, size=size or len(people), name=NAMES[0])
    for by, name in list(zip(people, NAMES, strict=False))[1:]:
        play_seats.sit(by=by, play=play, name=name)
    return play


def casual_over(ruleset: Ruleset, people: Sequence[Actor], seed: int = 1) -> Play:
    """The same, played to its end."""
    play = plays.begin(by=people[0], play=casual(ruleset, people))
    return played_out(play, people, Random(seed))


# --- with real dice or cards --------------------------------------------------------------


def at_real_table(
    *others: str, bots: int = 0, game: str = "the-devil-with-it", **options: Any
) -> Play:
    """The Devil With It with coal on the table; ``others`` decide at Ada's device."""
    sheet = catalogue.get(game).sheet
    read = sheet.options_from_json(options)
    return plays.open_table(
        by=guest(NAMES[0]),
        game=game,
        size=max(3, 1 + len(others) + bots),
        options=sheet.options_to_json(read),
        bots=["random"] * bots,
        by_hand=True,
        here=others,
        name=NAMES[0],
    )
