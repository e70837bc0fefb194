"""What a screen on the wall can show: its slides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from league.queries.public.pages import Place
    from league.web.discs import GameShown
    from league.web.evening import open_play
    from league.web.evening.clock_cards import RoundClocks
    from league.web.local_time import When
    from league.web.public import table_cards
    from league.web.public.play_slides import Watched
    from league.web.public.podium import Podium
    from league.web.ranked_table import RankedTable


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a table that is settled."""

    rank: int | str | None
    tied: bool
    name: str
    is_filler: bool
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that is settled, the winner first."""

    number: int
    seats: list[SeatResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One thing that a screen shows for a while; ``key`` is of which kind."""

    key: str
    title: str
    part: str = ""

    @property
    def anchor(self) -> str:
        """Tells it from the others of a screen."""
        return self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSlide(Slide):
    """The time left, for all or table by table."""

    clocks: RoundClocks


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingSlide(Slide):
    """Who sits at which table."""

    tables: list[table_cards.TableCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesSlide(Slide):
    """At which table everybody sits, by name."""

    names: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSlide(Slide):
    """Who waits and who plays, while tables form one by one."""

    room: open_play.RoomShown


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySlide(Slide):
    """A match in the browser that is going on."""

    watched: Watched

    @property
    def anchor(self) -> str:
        return f"play-{self.watched.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsSlide(Slide):
    """What was confirmed, table by table."""

    results: list[TableResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSlide(Slide):
    """The standings of a stage."""

    standings: RankedTable


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumSlide(Slide):
    """The first three places of an event that is over; ``flakes`` of confetti fall on them."""

    podium: Podium
    flakes: range = range(24)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSlide(Slide):
    """Something said in large letters, with a code for phones: welcome, and what comes next.

    ``here`` of ``count`` have come; ``games`` are what is played.
    """

    say: str
    qr: str
    text: str = ""
    when: When | None = None
    count: int = 0
    invites: bool = False
    is_cancelled: bool = False
    here: int = 0
    logo: str = ""
    games: tuple[GameShown, ...] = ()


@dataclass(frozen=True, slots=True)
class Slides:
    """All that a screen shows in turn."""

    slides: list[Slide]
