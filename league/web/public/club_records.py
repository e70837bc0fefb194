"""A club's records: on its page the best of each kind, on their own page all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.core.enums import Visibility
from league.core.errors import NotFound
from league.queries.occasions import clubs
from league.queries.public import club_records as read
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import dated
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Club
    from league.queries.public.club_records import Records
    from league.queries.public.record_tally import ClubRecord
    from league.web.paths import Crumb

SHORT = 8  # on the club's page
NAMED = 3  # of those who equalled a record


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """All records of a club."""

    club: Club
    crumbs: list[Crumb]
    records: list[RecordLine]
    is_listed: bool


@require_safe
@guarded
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """All records of a club, each with the match that made it."""
    actor = actor_of(request)
    club = clubs.by_slug(viewer=actor, slug=slug)
    if club is None:
        raise NotFound("not_found")
    found = read.of_club(actor, club)
    return page(
        request,
        "league/public/records.html",
        RecordsPage(
            club=club,
            crumbs=[paths.to_club(club), paths.here(_("Records"))],
            records=rows(found, club) if found else [],
            is_listed=club.visibility == Visibility.PUBLIC,
        ),
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a record."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record in words, the match that made it, and who has equalled it since.

    ``others`` have equalled it beside those named.
    """

    label: str
    value: str
    holders: tuple[Holder, ...]
    equalled: tuple[Holder, ...]
    others: int
    event: str
    href: str
    table: int


def best(actor: Actor, club: Club) -> list[RecordLine] | None:
    """The best of each kind for the club's page; None where they would take too long there."""
    found = read.of_club(actor, club, only_quick=True)
    if found is None:
        return None
    return rows(found, club, only=_best_of_each(found))[:SHORT]


def _best_of_each(found: Records) -> set[int]:
    """The numbers of the rows that are the best of their kind and game, over all table sizes."""
    best: dict[tuple[str, str], int] = {}
    for at, row in enumerate(found.rows):
        key = (row.code, row.game)
        held = found.rows[best[key]] if key in best else None
        better = held is None or (
            row.value < held.value if row.lower_wins else row.value > held.value
        )
        if better:
            best[key] = at
    return set(best.values())


def rows(found: Records, club: Club, *, only: set[int] | None = None) -> list[RecordLine]:
    link = ranking.players_of(club)

    def holders(players: Sequence[int]) -> tuple[Holder, ...]:
        return tuple(Holder(name=found.names[player], url=link(player)) for player in players)

    return [
        RecordLine(
            label=_label(row),
            value=_value(row),
            holders=holders(row.holders),
            equalled=holders(row.level[:NAMED]),
            others=max(0, len(row.level) - NAMED),
            event=dated(row.match.event_name, row.match.starts_at, club),
            href=f"{reverse('event', args=[row.match.event_slug])}"
            f"?{urlencode({'stage': row.match.stage, 'round': row.match.round})}"
            f"#table-{row.match.table}",
            table=row.match.table,
        )
        for at, row in enumerate(found.rows)
        if only is None or at in only
    ]


def _label(row: ClubRecord) -> str:
    words = {
        "score": _("Lowest score: %(game)s") if row.lower_wins else _("Highest score: %(game)s"),
        "closest": _("Closest match: %(game)s"),
        "streak": _("Longest winning streak"),
        "matches": _("Most matches"),
        "evenings": _("Most evenings in a row"),
    }
    text = words[row.code] % {"game": row.game}
    if row.code != "score":
        return text
    size = ngettext("table of %(n)d", "table of %(n)d", row.size) % {"n": row.size}
    unparted = size.replace(" ", "\N{NO-BREAK SPACE}")
    return _("%(label)s, %(size)s") % {"label": text, "size": unparted}


def _value(row: ClubRecord) -> str:
    n = int(row.value)
    match row.code:
        case "streak":
            return ngettext("%(n)s win", "%(n)s wins", n) % {"n": n}
        case "matches":
            return ngettext("%(n)s match", "%(n)s matches", n) % {"n": n}
        case "evenings":
            return ngettext("%(n)s evening", "%(n)s evenings", n) % {"n": n}
        case "closest":
            return _("won by %(points)s") % {"points": number_shown(row.value, 3)}
    return number_shown(row.value, 3)
