"""Parts of a player's page: ranks of running seasons, form, medals, favourites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import catalogue
from league.templatetags.league import number_shown, rank_shown
from league.web import paths
from league.web.local_time import dated
from league.web.public.badges import times_words
from league.web.public.certificates import place_words
from league.words.dates import date_format
from league.words.ordinals import ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.queries.people.badges import Held
    from league.queries.people.medals import Medal
    from league.queries.people.profiles import Match, PlaceCount
    from league.queries.people.season_ranks import SeasonRank

FORM: Final = 10
AT_ONCE: Final = 6
ENOUGH: Final = 5  # matches from which on a favourite is one


@dataclass(frozen=True, slots=True)
class RankLine:
    """A rank in a season, with the way to its table."""

    season: str
    href: str
    rank: str
    ranked: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A match of the form: its place on a disc, and the words for who does not see it."""

    look: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class MedalShown:
    """A rank at the end of an event or a season."""

    rank: int
    words: str
    title: str
    href: str
    day: str


@dataclass(frozen=True, slots=True)
class MedalCase:
    """How many of each, the latest of them, and the earlier ones folded."""

    counts: tuple[tuple[int, int, str], ...]
    latest: tuple[MedalShown, ...]
    earlier: tuple[MedalShown, ...]


@dataclass(frozen=True, slots=True)
class FeatShown:
    """A badge that a game gives, how often it was earned, and where first."""

    sign: str
    title: str
    meaning: str
    game: str
    times: str
    event: str
    href: str


@dataclass(frozen=True, slots=True)
class Feats:
    """The latest of them, and the earlier ones folded."""

    latest: tuple[FeatShown, ...]
    earlier: tuple[FeatShown, ...]


def feats(found: Sequence[Held]) -> Feats | None:
    if not found:
        return None
    shown = tuple(_feat(one) for one in found)
    return Feats(shown[:AT_ONCE], shown[AT_ONCE:])


def _feat(one: Held) -> FeatShown:
    return FeatShown(
        sign=one.badge.sign,
        title=_(one.badge.title),
        meaning=_(one.badge.meaning),
        game=_(catalogue.get(one.game).title),
        times=times_words(one.times),
        event=dated(one.event.name, one.first, one.event),
        href=paths.to_event(one.event)["href"],
    )


def rank_lines(found: Sequence[SeasonRank]) -> list[RankLine]:
    return [
        RankLine(
            season=one.season.name,
            href=paths.to_season(one.season)["href"],
            rank=rank_shown(one.rank, one.is_tied),
            ranked=one.ranked,
        )
        for one in found
    ]


def form(matches: Sequence[Match]) -> list[Dot]:
    """The last ten, the latest last, as one reads a line."""
    return [_dot(match) for match in reversed(matches[:FORM])]


def _dot(match: Match) -> Dot:
    if match.is_cooperative:
        sign, words = ("–", _("lost")) if match.is_lost else ("+", _("won"))
        return Dot("" if match.is_lost else "won", sign, f"{match.game}: {words}")
    of = _("%(place)s of %(size)s") % {"place": ordinal(str(match.place)), "size": match.size}
    half = match.place * 2 <= match.size
    look = "won" if match.is_first else "half" if half else ""
    return Dot(look, str(match.place), f"{match.game}: {of}")


def medal_case(found: Sequence[Medal]) -> MedalCase | None:
    if not found:
        return None
    shown = [_medal(one) for one in found]
    counts = tuple(
        (rank, sum(one.rank == rank for one in shown), place_words(rank, tied=False))
        for rank in (1, 2, 3)
    )
    return MedalCase(
        counts=tuple(one for one in counts if one[1]),
        latest=tuple(shown[:AT_ONCE]),
        earlier=tuple(shown[AT_ONCE:]),
    )


def _medal(one: Medal) -> MedalShown:
    words = place_words(one.rank, tied=False)
    if one.season is not None:
        day = date_format(one.season.ends_on, "DATE_FORMAT")
        href = paths.to_season(one.season)["href"]
        return MedalShown(one.rank, words, one.season.name, href, day)
    assert one.event is not None  # it is of one of the two
    title = dated(one.event.name, one.event.starts_at, one.event)
    return MedalShown(one.rank, words, title, paths.to_event(one.event)["href"], "")


def favourites(by_game: Sequence[PlaceCount], by_seat: Sequence[PlaceCount]) -> list[str]:
    """What they play most, and from which seat they do best, once there is enough to say so."""
    found = []
    games = sorted(by_game, key=lambda row: -row.matches)
    if len(games) > 1 and games[0].matches >= ENOUGH and games[0].matches > games[1].matches:
        found.append(
            ngettext(
                "Plays %(game)s most: %(n)s match.",
                "Plays %(game)s most: %(n)s matches.",
                games[0].matches,
            )
            % {"game": games[0].label, "n": games[0].matches}
        )
    seats = sorted((row for row in by_seat if row.matches >= ENOUGH), key=lambda row: row.mean)
    if len(seats) > 1 and seats[0].mean < seats[1].mean:
        found.append(
            _("Does best from seat %(seat)s: place %(mean)s on average in %(n)s matches.")
            % {
                "seat": seats[0].size,
                "mean": number_shown(seats[0].mean),
                "n": seats[0].matches,
            }
        )
    return found
