"""Matches in the browser: opening a table, beginning, deciding.

The chain of a play's actions is its journal: each names its seat and its moment, none is ever
changed, and none goes but by ``take_backs``. Nothing of it belongs to a club's journal before its
result does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games import catalogue
from games.core.errors import BadOptions, GameError, IllegalAction, NotYourTurn, UnknownGame
from league.core.enums import PlayAccess, PlayPace, PlayState
from league.core.errors import BadInput, NotAllowed, Refused, TooMany
from league.models import Club, Play, PlaySeat, Ruleset
from league.queries.office import rules
from league.queries.play import paces, reserves, states
from league.queries.play import real_table as held
from league.services import counters
from league.services.play import _clocks, _course, _faults, _seats, _seeds, _tables, real_table
from league.services.play._course import Course

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.core.actors import Actor

# A whole club on one Wi-Fi is one address, and a rematch is quick.
OPENED = 120
OPENED_SECONDS = 3600
USUAL_DAYS = 3


@transaction.atomic
def open_table(
    *,
    by: Actor,
    game: str = "",
    size: int,
    options: JSON = None,
    ruleset: Ruleset | None = None,
    bots: Sequence[str] = (),
    access: PlayAccess = PlayAccess.LOBBY,
    club: Club | None = None,
    pace: PlayPace = PlayPace.TOGETHER,
    days: int | None = None,
    reserve: int | None = None,
    increment: int | None = None,
    by_hand: bool = False,
    here: Sequence[str] = (),
    takes_back: bool = True,
    name: str = "",
    contribution: str = "",
    address: str = "",
) -> Play:
    """Opens a table of ``size`` seats; who opens it sits on the first and is its host.

    Args:
        game: its key in the catalogue; ``options`` are complete, or None for the usual ones.
        ruleset: a club's, in the place of both: the play is the club's then, for its members to
            open and for whoever may see the club to join.
        bots: their names, for the last seats.
        club: whose the play is without a ruleset of it.
        days: by turns, for each decision; three unless something else is said.
        reserve, increment: together, the seconds of each seat's clock and what every decision
            adds to them; no clock unless both are said.
        by_hand: with real dice or cards, whose draws people enter; not listed in the lobby.
        here: then, names of others who decide at the host's device, on the next seats.
        takes_back: whether decisions may be taken back.
        name, contribution: as for ``play_seats.sit``.
        address: where the request comes from; empty (a command, a test): not limited.
    """
    _tables.require_player(by)
    if ruleset is not None:
        ruleset = rules.ruleset(by, ruleset.club, ruleset.pk)
        _tables.require_of_club(by, ruleset.club)
        game, options = ruleset.club_game.game, ruleset.options
        club = ruleset.club
    elif club is not None:
        _tables.require_of_club(by, club)
    package = _package(game)
    options = _options(package, size, options)
    if by_hand or here:
        real_table.require_offered(package, pace, by_hand=by_hand, reserve=reserve)
        access = PlayAccess.LINK if access == PlayAccess.LOBBY else access
    _require_room(package, size, bots, here)
    _require_access(access, club)
    days = _days(pace, days)
    is_together = pace == PlayPace.TOGETHER
    reserve, increment = _clocks.checked(reserve, increment) if is_together else (None, None)
    limit_openings(address)
    play = _tables.new(
        Play(
            game=package.key,
            edition=package.edition,
            options=options,
            size=size,
            club=club,
            ruleset=ruleset,
            access=access,
            pace=pace,
            days=days,
            reserve=reserve,
            increment=increment,
            by_hand=by_hand,
            takes_back=takes_back,
        )
    )
    seats = _with_bots(play, bots)
    _seats.take(by, seats, seats[0], name, contribution)
    real_table.put_here(seats, here)
    PlaySeat.objects.bulk_create(seats)
    _tables.tell(play, lobby=True)
    return play


@transaction.atomic
def begin(*, by: Actor, play: Play, contribution: str = "") -> Play:
    """The host begins: what the seats brought along is fixed, and the first draws are made.

    A bot brings nothing: whoever knows the secret could choose it until the draws please.

    Args:
        contribution: what the host's seat adds to the seed now that the commitment has been seen,
            in the place of what it brought when the table was opened; for nothing once another
            person has added something, so that nobody adds when all others have.

    Raises:
        Refused: ``play_seats_free``.
    """
    play, seats = _tables.locked(by, play)
    host = _tables.own_seat(by, seats)
    _tables.require_host(play, host)
    _tables.require_state(play, PlayState.OPEN)
    free = sum(seat.is_free or not seat.is_here for seat in seats)
    if free:
        raise Refused("play_seats_free", count=free)
    if not play.by_hand and not any(
        seat.is_person and seat.contribution for seat in seats if seat is not host
    ):
        host.contribution = _seeds.contributed(contribution) or host.contribution
    host.save(update_fields=["contribution"])
    _course.begin(play, seats)
    _tables.tell(play, lobby=True)
    return play


@transaction.atomic
def act(
    *, by: Actor, play: Play, seen: int, back: int = 0, action: JSON, seat: int | None = None
) -> Play:
    """Takes a decision of the actor's own seat, then every draw and bot's answer that follows.

    Args:
        seat: with real dice, another one that decides at the actor's device.
        seen: the number of the last action that the actor knew of (``Shown.seq``).
        back: the number of the last move taken back then (``Shown.taken_back``).
        action: in its wire form, as offered.

    Raises:
        NotAllowed: ``play_not_seated``.
        Conflict: ``play_moved_on``: what has happened since could make this seat choose otherwise.
        Refused: ``play_not_your_turn``, ``play_is_open``, ``play_is_over``, ``play_is_stopped``;
            ``play_time_is_out``;
            or the code of the rule that forbids it, with its number in ``params["rule"]``.
        BadInput: an action that cannot be read.
    """
    play, seats = _tables.locked(by, play)
    row = _tables.own_seat(by, seats) if seat is None else _held(by, play, seats, seat)
    _tables.require_state(play, PlayState.RUNNING)
    if row.number in reserves.run_out(play, seats):
        raise Refused("play_time_is_out")
    _tables.require_up_to_date(play, row, seen, back)
    read = _read(states.package_of(play), action)
    course = Course(play, seats)
    row.ran_out = False
    try:
        course.act(row.number, read)
    except NotYourTurn:
        raise Refused("play_not_your_turn") from None
    except IllegalAction as error:
        raise _faults.told(Refused, error, "action") from error
    course.go_on()
    play.save()
    _tables.tell(play)
    return play


def _package(game: str) -> GamePackage:
    try:
        package = catalogue.get(game)
    except UnknownGame:
        raise BadInput("bad_choice", field="game", value=game[:60]) from None
    if package.play is None:
        raise BadInput("play_game_has_none", field="game")
    return package


def _options(package: GamePackage, size: int, options: JSON) -> JSON:
    """The complete options, as they are stored. Raises BadInput at the field."""
    sheet = package.sheet
    try:
        read = sheet.default_options() if options is None else sheet.options_from_json(options)
        if size not in sheet.seats(read):
            low, high = min(sheet.seats(read)), max(sheet.seats(read))
            raise BadInput("play_wrong_size", field="size", low=low, high=high)
    except BadOptions as error:
        raise _faults.told(BadInput, error, "options") from error
    return sheet.options_to_json(read)


def _with_bots(play: Play, bots: Sequence[str]) -> list[PlaySeat]:
    """The seats of a new table, with bots on the last ones; the caller stores them."""
    seats = [PlaySeat(play=play, number=number) for number in range(play.size)]
    for seat, bot in zip(reversed(seats), reversed(bots), strict=False):
        seat.bot = bot
    return seats


def _require_room(
    package: GamePackage, size: int, bots: Sequence[str], here: Sequence[str]
) -> None:
    """Raises BadInput for bots that the game has not, or that leave no seat for who opens."""
    if len(bots) + len(here) >= size:
        raise BadInput("play_too_many_bots", field="bots", most=size - 1)
    for bot in bots:
        _seats.require_bot(package, bot)


def _require_access(access: PlayAccess, club: Club | None) -> None:
    if access not in PlayAccess.values:
        raise BadInput("bad_choice", field="access", value=str(access)[:60])
    if access == PlayAccess.CLUB and club is None:
        raise BadInput("play_club_missing", field="access")


def _days(pace: PlayPace, days: int | None) -> int | None:
    """The days for each decision by turns; none where everybody is there. Raises BadInput."""
    if pace not in PlayPace.values:
        raise BadInput("bad_choice", field="pace", value=str(pace)[:60])
    if pace != PlayPace.TURNS:
        return None
    days = USUAL_DAYS if days is None else days
    if days not in paces.DAYS:
        raise BadInput("play_days", field="days", low=paces.DAYS[0], high=paces.DAYS[-1])
    return days


def _read(package: GamePackage, action: JSON) -> object:
    assert package.play is not None
    try:
        return package.play.action_from_json(action)
    except GameError as error:
        raise _faults.told(BadInput, error, "action") from error


def _held(by: Actor, play: Play, seats: list[PlaySeat], number: int) -> PlaySeat:
    """A seat that decides at the actor's device. Raises NotAllowed, BadInput."""
    own, seat = _tables.own_seat(by, seats), _tables.numbered(seats, number)
    if number not in held.held_by(play, seats, own.number):
        raise NotAllowed("play_not_at_this_device", number=number + 1)
    return seat


def limit_openings(address: str) -> None:
    """Raises TooMany for an address that has opened as many tables as a whole club would."""
    if address and counters.count(f"plays-opened:{address}", OPENED_SECONDS) > OPENED:
        raise TooMany("play_too_many_opened", minutes=OPENED_SECONDS // 60)
