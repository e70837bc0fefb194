"""Public pages of the fairness ledger: whom everybody met, where they sat, who sat out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.core.enums import Visibility
from league.queries.occasions import events as occasions
from league.queries.occasions import seasons
from league.queries.seating import fairness
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.seating.meetings import Meetings, meetings
from league.web.standings import ranking

if TYPE_CHECKING:
    from fractions import Fraction

    from league.core.actors import Actor
    from league.models import Event, Season
    from league.queries.seating.fairness import Fairness, FairnessRow, RoundRow
    from league.seating.ledger import Line, Share
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class ShareShown:
    """A number beside its fair share, and a word where it is off by more than rounding."""

    times: int
    fair: str
    is_fair: bool
    word: str


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody got of everything."""

    name: str
    url: str
    mine: bool
    line: Line
    unusual: ShareShown
    starts: ShareShown
    sat_out: ShareShown
    sizes: str


@dataclass(frozen=True, slots=True)
class Seats:
    """How often somebody sat on each seat; None where no table had so many."""

    name: str
    url: str
    mine: bool
    cells: tuple[ShareShown | None, ...]


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """What everybody got of an event or a season, and the whole of it in sentences."""

    title: str
    back: str
    json: str
    crumbs: list[Crumb]
    is_listed: bool
    people: tuple[Person, ...]
    has_byes: bool
    has_unusual: bool
    seats: tuple[Seats, ...]
    seat_numbers: range
    met: Meetings | None
    summary: list[str]
    rounds: tuple[RoundRow, ...]
    several_stages: bool


@require_safe
@guarded
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """How fair the seating of an event was to everybody."""
    actor = actor_of(request)
    row = occasions.get(actor, slug)
    return _page(
        request,
        actor,
        row,
        fairness.of_event(actor, row),
        json=paths.at("v1:event_fairness", row.pk),
        trail=[paths.to_club(row.club), paths.to_event(row)],
    )


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """How fair the seating was over all evenings of a season."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    return _page(
        request,
        actor,
        row,
        fairness.of_season(actor, row),
        json=paths.at("v1:season_fairness", row.pk),
        trail=[paths.to_club(row.club), paths.to_season(row)],
    )


def _page(
    request: HttpRequest,
    actor: Actor,
    scope: Event | Season,
    found: Fairness,
    *,
    json: str,
    trail: list[Crumb],
) -> HttpResponse:
    own, link = actor.player_id, ranking.players_of(scope.club)
    context = FairnessPage(
        title=scope.name,
        back=trail[-1]["href"],
        json=json,
        crumbs=[*trail, paths.here(_("Fairness"))],
        is_listed=scope.club.visibility == Visibility.PUBLIC,
        people=tuple(_row(row, own, link) for row in found.rows),
        has_byes=any(row.line.sat_out.times for row in found.rows),
        has_unusual=any(row.line.unusual.times for row in found.rows),
        seats=tuple(_seats(row, own, link, found.most_seats) for row in found.rows),
        seat_numbers=range(1, found.most_seats + 1),
        met=meetings(found, own),
        summary=_summary(found),
        rounds=found.rounds,
        several_stages=len({one.stage for one in found.rounds}) > 1,
    )
    return page(request, "league/seating/fairness.html", context)


def _row(row: FairnessRow, own: int | None, link: ranking.Link) -> Person:
    line = row.line
    return Person(
        name=row.name,
        url=link(row.player_id),
        mine=row.player_id == own,
        line=line,
        unusual=_share(line.unusual),
        starts=_share(line.starts),
        sat_out=_share(line.sat_out),
        sizes=", ".join(
            ngettext("%(n)s× at a table of %(size)s", "%(n)s× at tables of %(size)s", n)
            % {"n": n, "size": size}
            for size, n in line.sizes.items()
        ),
    )


def _seats(row: FairnessRow, own: int | None, link: ranking.Link, most: int) -> Seats:
    seats = row.line.seats
    return Seats(
        row.name,
        link(row.player_id),
        row.player_id == own,
        tuple(_share(seats[seat]) if seat < len(seats) else None for seat in range(most)),
    )


def _share(share: Share) -> ShareShown:
    word = "" if share.is_fair else _("more") if share.times > share.fair else _("fewer")
    return ShareShown(share.times, _number(share.fair), share.is_fair, word)


def _number(value: Fraction) -> str:
    return number_shown(value, 1)


def _summary(found: Fairness) -> list[str]:
    book = found.book
    if not book.lines:
        return []
    told = [
        ngettext("%(n)s round with a seating.", "%(n)s rounds with a seating.", book.rounds)
        % {"n": book.rounds}
    ]
    if not book.repeats:
        return told
    if book.repeats == book.forced:
        told.append(_("%(n)s repeat meetings; all of them were unavoidable.") % {"n": book.repeats})
    elif not book.forced:
        told.append(
            ngettext(
                "%(n)s repeat meeting.",
                "%(n)s repeat meetings.",
                book.repeats,
            )
            % {"n": book.repeats}
        )
    else:
        told.append(
            _(
                "%(n)s repeat meetings; at least %(forced)s were unavoidable. No pair met "
                "more than %(most)s times."
            )
            % {"n": book.repeats, "forced": book.forced, "most": book.most_met}
        )
    if book.repeat_cost > book.repeats:
        told.append(
            _(
                "Counting 2 for a third meeting, 3 for a fourth and so on, that makes "
                "%(cost)s; at least %(least)s were unavoidable."
            )
            % {"cost": book.repeat_cost, "least": book.forced_cost}
        )
    return told
