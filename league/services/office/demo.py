"""A club with invented people and a season under way, to look around in; and its removal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F, Q

from games.dice_devils.options import DiceDevilsOptions
from league import permissions
from league.core import actions
from league.core.actors import Actor
from league.core.enums import (
    EventState,
    InvitationKind,
    MembershipKind,
    RatingKind,
    RecordState,
    Role,
)
from league.core.errors import NotFound, Refusals, Refused
from league.core.facts import Fact
from league.journal import append
from league.models import (
    Account,
    Adjustment,
    ApiToken,
    Club,
    ClubGame,
    Entry,
    Event,
    Grant,
    IdempotencyKey,
    Invitation,
    JournalLine,
    MatchRecord,
    Membership,
    Play,
    Player,
    PointsScheme,
    Preset,
    RatingScope,
    Round,
    Ruleset,
    Season,
    Seating,
    Snapshot,
    Stage,
)
from league.queries.people import account_actors
from league.services.evening import entries, rounds
from league.services.occasions import clubs, events, seasons
from league.services.office import pictures, rules
from league.services.people import access, players
from league.services.records import records
from league.services.seating import seatings
from league.times import wall_time
from league.words.game_identity import identity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core.types import JSON
    from league.models import Table

EMAIL = "organizer@ember-oak.example"
CLUB = "Ember & Oak"
LANTERNS = "Lantern Harbour"
EVENINGS = 6
ROUNDS = 2
EXPECTED = 17
_BEGIN, _END = time(19, 30), time(23, 0)
_SEED = 1907

# Given name, family name, nickname, what they usually win with (their luck at the table).
_PEOPLE: tuple[tuple[str, str, str, int], ...] = (
    ("Adela", "Tannwald", "", 7),
    ("Bruno", "Kesselhut", "", 5),
    ("Cosima", "Rabenstiel", "Cosi", 6),
    ("Detlev", "Moorkamp", "", 3),
    ("Edda", "Lindwurm", "", 8),
    ("Falk", "Ofenrohr", "", 4),
    ("Gesine", "Hollerbusch", "", 5),
    ("Hanno", "Distelfink", "Hännes", 6),
    ("Ilka", "Zunderer", "", 4),
    ("Jonas", "Feldspat", "Joni", 7),
    ("Jonas", "Feldspat", "Spatz", 3),
    ("Kirsa", "Wacholder", "", 5),
    ("Lorenz", "Aschenbrand", "", 6),
    ("Mila", "Tannwald", "Milou", 4),
    ("Nepomuk", "Eichkater", "Muk", 5),
    ("Odile", "Garnrolle", "", 7),
    ("Pirmin", "Glutofen", "", 4),
    ("Quirin", "Salzfass", "", 6),
    ("Runa", "Birkenhain", "", 5),
    ("Sönke", "Öltopf", "", 4),
    ("Thea", "Funkenflug", "", 6),
    ("Ulrike", "Zimtstern", "Ulli", 3),
    ("Veit", "Nebelhorn", "", 5),
    ("Wanda", "Kieselbach", "", 4),
)
_MINOR = "Milou"
_GUESTS = ("Nebelhorn", "Kieselbach")


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made: the sign-in's address and the pages worth opening."""

    email: str
    club: Club
    season: Season
    tonight: Event


def club() -> Club | None:
    """The demo club of this installation, known by its line in the journal."""
    line = JournalLine.objects.filter(kind=Fact.DEMO_SEEDED).order_by("id").first()
    return line.club if line else None


@transaction.atomic
def seed(*, by: Actor, password: str) -> Demo:
    """Makes the demo club and its organizer's account, all through the league's own services.

    Refused when there is one already.
    """
    permissions.require(by, actions.Action.CREATE_CLUB, None)
    if club() is not None or Account.objects.filter(email__iexact=EMAIL).exists():
        raise Refused("demo_exists")
    draw = random.Random(_SEED)  # the same evenings on every installation
    home = clubs.create(
        by=by,
        name=CLUB,
        description=(
            "Every week at half past seven, in the back room. Guests are welcome. "
            "This club is invented: look around, change anything."
        ),
        time_zone="Europe/Berlin",
    )
    append(Fact.DEMO_SEEDED, by=by, club=home)
    devils = home.rulesets.get(club_game__game="dice-devils")
    lanterns = _lanterns(by, home)
    organizer = _organizer(by, home, password)
    people = _people(organizer, home)
    today = wall_time.today(home)
    season = _season(organizer, home, devils, today)
    for weeks in range(EVENINGS, 0, -1):
        day = today - timedelta(weeks=weeks)
        evening = _evening(organizer, season, day, ruleset=lanterns if weeks == 3 else devils)
        _play(organizer, evening, people, draw)
    tonight = _evening(organizer, season, today, ruleset=devils)
    events.set_state(by=organizer, event=tonight, state=EventState.OPEN)
    for player in sorted(draw.sample(list(people), EXPECTED), key=lambda row: row.sort_key):
        entries.register(by=organizer, event=tonight, player=player)
    events.series(by=organizer, event=tonight, weeks=1)
    tonight.refresh_from_db()
    return Demo(email=EMAIL, club=home, season=season, tonight=tonight)


# --- removal -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Removal:
    """What a removal takes away, or would."""

    club: str
    players: int
    events: int
    records: int
    reasons: tuple[Refused, ...]
    """All that stands against it; with any, nothing is removed."""


def to_remove(*, by: Actor) -> Removal:
    """What ``remove`` would take away; NotFound where there is no demo club."""
    permissions.require(by, actions.Action.CREATE_CLUB, None)
    home = club()
    if home is None:
        raise NotFound("demo_missing")
    return Removal(
        club=home.name,
        players=_only_there(home).count(),
        events=home.events.count(),
        records=MatchRecord.objects.filter(stage__event__club=home).count(),
        reasons=tuple(_reasons(home)),
    )


def _reasons(home: Club) -> Iterator[Refused]:
    real = (
        Account.objects.filter(grants__in=_grants(home))
        .exclude(email__iexact=EMAIL)
        .order_by("email")
        .distinct()
        .values_list("email", flat=True)
    )
    if real:
        yield Refused("demo_has_real_accounts", accounts=", ".join(real))
    others = Account.objects.filter(is_active=True).exclude(email__iexact=EMAIL)
    if others.exists() and not others.filter(grants__role=Role.SITE_ADMIN).exists():
        yield Refused("demo_last_admin")


@transaction.atomic
def remove(*, by: Actor) -> Removal:
    """Removes the demo club with everything in it, and its organizer's account; nothing else.

    What stays is a line in the journal of the installation.
    People who belong to another club as well stay there. Refused, with all reasons at once, while
    other accounts have a role in the demo club or nobody else could look after the installation.
    """
    found = to_remove(by=by)
    if found.reasons:
        raise found.reasons[0] if len(found.reasons) == 1 else Refusals(found.reasons)
    home = club()
    assert home is not None  # to_remove has just seen it
    Club.objects.select_for_update().get(pk=home.pk)
    owner = Account.objects.filter(email__iexact=EMAIL).first()
    only_there = list(_only_there(home).values_list("pk", flat=True))
    theirs = Q(club=home) | Q(club_game__club=home) | Q(player__in=only_there)
    pictures.forget(theirs)
    for rows in _rows_in_order(home):
        rows.delete()
    Player.objects.filter(pk__in=only_there).delete()
    there = {identity(*box) for box in ClubGame.objects.values_list("game", "title")}
    RatingScope.objects.filter(kind=RatingKind.GAME).exclude(game__in=there).delete()
    RatingScope.objects.update(is_stale=True, stale_from=None, mark=F("mark") + 1)
    if owner is not None:
        IdempotencyKey.objects.filter(actor_key=f"person:{owner.pk}").delete()
        owner.delete()
    append(
        Fact.DEMO_REMOVED,
        by=by,
        payload={"club": found.club, "players": found.players, "records": found.records},
    )
    return found


def _grants(home: Club) -> Any:  # a queryset of one model or a union of its scopes
    return Grant.objects.filter(Q(club=home) | Q(season__club=home) | Q(event__club=home))


def _only_there(home: Club) -> Any:  # a queryset of players
    elsewhere = Q(memberships__club=home) | Q(entries__event__club=home)
    known = Player.objects.filter(elsewhere).values("pk")
    return (
        Player.objects.filter(pk__in=known)
        .exclude(pk__in=Membership.objects.exclude(club=home).values("player"))
        .exclude(pk__in=Entry.objects.exclude(event__club=home).values("player"))
        .exclude(account__in=Account.objects.exclude(email__iexact=EMAIL))
    )


def _rows_in_order(home: Club) -> Iterable[Any]:  # querysets of different models
    """Everything of the club, so that nothing is deleted before what hangs on it."""
    of_event = {"event__club": home}
    return (
        Snapshot.objects.filter(Q(stage__event__club=home) | Q(season__club=home)),
        Adjustment.objects.filter(Q(stage__event__club=home) | Q(season__club=home)),
        MatchRecord.objects.filter(stage__event__club=home),
        Seating.objects.filter(round__stage__event__club=home),
        Round.objects.filter(stage__event__club=home),
        Entry.objects.filter(**of_event),
        Stage.objects.filter(**of_event),
        ApiToken.objects.filter(**of_event),
        Invitation.objects.filter(
            Q(club=home) | Q(season__club=home) | Q(event__club=home) | Q(account__email=EMAIL)
        ),
        _grants(home),
        JournalLine.objects.filter(club=home),
        Event.objects.filter(club=home),
        Season.objects.filter(club=home),
        Play.objects.filter(club=home),
        Ruleset.objects.filter(club=home),
        PointsScheme.objects.filter(club=home),
        Preset.objects.filter(club=home),
        ClubGame.objects.filter(club=home),
        Membership.objects.filter(club=home),
        Club.objects.filter(pk=home.pk),
    )


# --- the parts of the demo -------------------------------------------------------------------


def _organizer(by: Actor, home: Club, password: str) -> Actor:
    """The account that looks after the installation and the demo club."""
    _, secret = access.invite(
        by=by, kind=InvitationKind.ROLE, role=Role.CLUB_ADMIN, scope=home, note="Demo"
    )
    account = access.accept(secret=secret, email=EMAIL, password=password)
    access.grant(by=by, account=account, role=Role.SITE_ADMIN)
    return account_actors.person(account)


def _lanterns(by: Actor, home: Club) -> Ruleset:
    box = rules.add_game(by=by, club=home, game="free-form", title=LANTERNS, copies=4)
    return rules.add_ruleset(
        by=by,
        club_game=box,
        name=LANTERNS,
        options={"seats": [2, 5], "counts": "points", "higher_wins": True},
    )


def _people(by: Actor, home: Club) -> dict[Player, int]:
    """The club's people with their luck; the first came long ago, guests last week."""
    found: dict[Player, int] = {}
    joined = wall_time.today(home) - timedelta(days=400)
    for number, (given, family, nickname, luck) in enumerate(_PEOPLE, start=1):
        is_guest = family in _GUESTS
        player = players.add(
            by=by,
            club=home,
            given=given,
            family=family,
            nickname=nickname,
            is_minor=nickname == _MINOR,
            birth_year=joined.year - 11 if nickname == _MINOR else None,
            member_no="" if is_guest else f"{number:03}",
            kind=MembershipKind.GUEST if is_guest else MembershipKind.MEMBER,
            since=joined,
            allow_similar=True,
        )
        found[player] = luck
    return found


def _season(by: Actor, home: Club, ruleset: Ruleset, today: date) -> Season:
    """Began with the month of the first evening and goes on for ten months."""
    first = (today - timedelta(weeks=EVENINGS)).replace(day=1)
    last = (first + timedelta(days=315)).replace(day=1) - timedelta(days=1)
    years = f"{first.year}" if first.year == last.year else f"{first.year}/{last.year % 100:02}"
    return seasons.create(
        by=by,
        club=home,
        name=f"Season {years}",
        starts_on=first,
        ends_on=last,
        ruleset=ruleset,
        min_matches=4,
    )


def _evening(by: Actor, season: Season, day: date, *, ruleset: Ruleset) -> Event:
    zone = wall_time.zone_of(season)
    return events.create(
        by=by,
        club=season.club,
        season=season,
        name="Club night",
        place="Back room of the Copper Kettle",
        starts_at=wall_time.moment(datetime.combine(day, _BEGIN), zone),
        ends_at=wall_time.moment(datetime.combine(day, _END), zone),
        stage={"ruleset": ruleset},
    )


def _play(by: Actor, event: Event, people: dict[Player, int], draw: random.Random) -> None:
    """Plays the evening from the roll call to the last result."""
    coming = draw.sample(list(people), draw.randint(12, 17))
    luck: dict[int, int] = {}
    for player in sorted(coming, key=lambda row: row.sort_key):
        entry = entries.register(by=by, event=event, player=player, present=True)
        luck[entry.pk] = people[player]
    stage = event.stages.get()
    for _ in range(ROUNDS):
        seating = seatings.draw(by=by, stage=stage, seed=draw.randrange(2**31))
        seating = seatings.publish(by=by, seating=seating, expected_version=seating.version)
        for table in seating.tables.select_related("ruleset__club_game").order_by("number"):
            sheet = _sheet(table, luck, draw)
            record = records.submit(by=by, table=table, data=sheet, expected_version=0)
            assert record.state == RecordState.CONFIRMED
        rounds.close(by=by, round_=seating.round)
    events.set_state(by=by, event=event, state=EventState.FINISHED)


def _sheet(table: Table, luck: dict[int, int], draw: random.Random) -> JSON:
    seats = [luck[seat.entry_id] for seat in table.seats.order_by("position")]
    if table.ruleset.club_game.game == "dice-devils":
        return devils_sheet(seats, draw)
    return {"seats": [{"points": draw.randint(20, 45) + 2 * fortune} for fortune in seats]}


def devils_sheet(seats: Sequence[int], draw: random.Random) -> JSON:
    """Items won one by one until somebody has enough to end the match."""
    options = DiceDevilsOptions()
    box = [kind.key for kind in options.item_types for _ in range(kind.count)]
    draw.shuffle(box)
    # noughts are written down, too: a row without any item would count as not filled in
    won: list[dict[str, JSON]] = [{kind.key: 0 for kind in options.item_types} for _ in seats]
    counts = [0] * len(seats)
    while max(counts) < options.end_item_count:
        seat = draw.choices(range(len(seats)), weights=[4 + fortune for fortune in seats])[0]
        item = box.pop()
        counts[seat] += 1
        had = won[seat][item]
        assert isinstance(had, int)
        won[seat][item] = had + 1
    ranks = list(options.ranks_in_play(len(seats)))
    draw.shuffle(ranks)
    return {
        "level": "FULL",
        "seats": [
            {"items": items, "final_rank": rank} for items, rank in zip(won, ranks, strict=True)
        ],
    }
