"""A player's page."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.core.enums import ClaimState, NameLevel
from league.core.errors import NotFound
from league.queries.people import badges as earned
from league.queries.people import claims, medals, player_history, profiles, season_ranks
from league.queries.people import players as known
from league.queries.public import honours
from league.queries.standings import ratings
from league.standings.exact import percent
from league.templatetags.league import number_shown, rank_shown
from league.times import wall_time
from league.web import discs, paths, rendering
from league.web.actor import actor_of
from league.web.local_time import When, when
from league.web.occasions import calendars
from league.web.people.player_parts import favourites, feats, form, medal_case, rank_lines
from league.web.public import link_cards
from league.web.refusals import guarded
from league.web.standings import ranking
from league.web.standings.player_ratings import links_of, way_of
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.paginator import Page

    from league.core.actors import Actor
    from league.models import Club
    from league.queries.people.profiles import Match, PlaceCount, Profile
    from league.queries.public.honours import Badge, Honours
    from league.web.discs import Disc
    from league.web.people.player_parts import Dot, Feats, MedalCase, RankLine
    from league.web.public.link_cards import LinkCard
    from league.web.standings.player_ratings import LastSteps, Own

PER_PAGE, AT_ONCE = 30, 10
OPPONENTS = 50


@dataclass(frozen=True, slots=True)
class Named:
    """A club of the player."""

    name: str
    href: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What somebody played, how it went, and against whom."""

    profile: Profile
    name: str
    is_own: bool
    editing: str
    clubs: list[Named]
    figures: list[dict[str, str]]
    claim: ClaimOffered | None
    ratings: list[Own]
    way: LastSteps | None
    disc: Disc
    ranks: list[RankLine]
    form: list[Dot]
    medals: MedalCase | None
    favourites: list[str]
    page: Page[Match]
    query: str
    show_all: str
    matches: list[MatchLine]
    zones: list[str]
    by_game: PlacesTable | None
    by_size: PlacesTable | None
    by_seat: PlacesTable | None
    badges: list[BadgeShown]
    feats: Feats | None
    opponents: list[OpponentLine]
    calendar: dict[str, str] | None
    is_listed: bool
    link_card: LinkCard | None


@require_safe
@guarded
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """What somebody played, how it went, and against whom; as much of the name as is public."""
    actor = actor_of(request)
    via = request.GET.get("club", "")[:60]
    if not 0 < player_id < 2**63:
        raise NotFound("not_found")
    found = profiles.profile(actor, player_id, via=via)
    if found is None:
        return _moved(request, player_id)
    link = ranking.player_url(via)
    asked = request.GET.get("page")
    page = Paginator(found.matches, PER_PAGE).get_page(asked)
    shown = list(page) if asked else list(page)[:AT_ONCE]
    is_short = len(shown) < len(page)
    held = earned.of_player(actor, found.player, [club.pk for club in found.clubs])
    rated = ratings.of_player(actor, found.player, found.clubs)
    editable = known.editable(viewer=actor, player=found.player)
    return rendering.page(
        request,
        "league/people/player.html",
        PlayerPage(
            profile=found,
            name=found.face.name,
            is_own=actor.player_id == player_id,
            editing=paths.at("player_edit", player_id) if editable else "",
            clubs=[Named(name=club.name, href=paths.to_club(club)["href"]) for club in found.clubs],
            figures=figures(found),
            claim=_claim(actor, found),
            ratings=links_of(rated, found.player.pk),
            way=way_of(actor, found.player, rated),
            disc=discs.of_one(actor, found.player.pk, found.face.name),
            ranks=rank_lines(season_ranks.of_player(actor, found.player, found.clubs)),
            form=form(found.matches),
            medals=medal_case(medals.of_player(actor, found.player, found.clubs)),
            favourites=favourites(found.by_game, found.by_seat),
            page=page,
            query=f"club={via}&" if via else "",
            show_all=paths.here_with(request, "page", "1") if is_short else "",
            matches=[line(match) for match in shown],
            zones=sorted({str(wall_time.zone_of(match.occasion)) for match in found.matches}),
            by_game=places_table(_("Places by game"), found.by_game),
            by_size=places_table(_("Places by table size"), found.by_size),
            by_seat=places_table(_("Places by seat"), found.by_seat, seats=True),
            badges=[badge(one) for one in honours.of(found.matches).badges],
            feats=feats(held),
            opponents=opponents_table(found, link, via),
            calendar=calendars.of_viewer(request, player_id)
            if actor.player_id == player_id
            else None,
            is_listed=is_listed(found),
            link_card=link_cards.of_player(
                request, player_id, found.face.name, lambda: facts(found)
            )
            if is_listed(found)
            else None,
        ),
    )


def is_listed(found: Profile) -> bool:
    """Whether everybody finds them: by their whole name, in clubs that all find."""
    return found.face.level == NameLevel.FULL and link_cards.is_for_all(*found.clubs)


def _moved(request: HttpRequest, player_id: int) -> HttpResponse:
    """The number of a merged record leads to the kept one."""
    now = player_history.standing(player_id)
    if now == player_id:
        raise NotFound("not_found")
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("player", args=[now]) + (f"?{query}" if query else ""))


@dataclass(frozen=True, slots=True)
class ClaimOffered:
    """Whether the viewer may say to be this player, and whether they have."""

    clubs: Sequence[Club]
    is_asked: bool
    club: str
    is_first: bool


def _claim(actor: Actor, found: Profile) -> ClaimOffered | None:
    clubs = claims.askable(viewer=actor, player=found.player)
    if not clubs:
        return None
    stands = claims.of_viewer(viewer=actor, player=found.player)
    return ClaimOffered(
        clubs=clubs,
        is_asked=stands is not None and stands.state == ClaimState.ASKED,
        club=stands.club.name if stands is not None else "",
        is_first=actor.player_id is None,
    )


def figures(found: Profile) -> list[dict[str, str]]:
    """The numbers on top; a dash where there is nothing to speak of."""
    count = len(found.matches)
    rows = honours.of(found.matches)
    won = Fraction(found.wins, count) if count else None
    share = "–" if won is None else _("%(share)s%%") % {"share": percent(won)}
    mean = number_shown(_mean(found.placed)) if found.placed else "–"
    return [
        {"label": _("Matches"), "value": str(count) if count else "–"},
        {"label": _("Evenings"), "value": str(found.events) if count else "–"},
        {"label": _("Won"), "value": f"{found.wins} ({share})" if count else "–"},
        {"label": _("Average place"), "value": mean},
        {"label": _("Longest winning streak"), "value": _streak(rows) if count else "–"},
    ]


def facts(found: Profile) -> list[str]:
    """The first of them with their words, as a link to the page tells them."""
    return [labelled(one["label"], one["value"]) for one in figures(found)[:4]]


def _streak(found: Honours) -> str:
    """The longest row of wins, and the running one where there is one."""
    if found.running < 2:
        return str(found.longest)
    return _("%(longest)s (now %(running)s)") % {
        "longest": found.longest,
        "running": found.running,
    }


def _mean(matches: Sequence[Match]) -> str:
    return f"{sum(match.place for match in matches)}/{len(matches)}"


def _place(match: Match) -> str:
    if match.is_cooperative:
        return _("lost") if match.is_lost else _("won")
    return rank_shown(match.place, match.is_shared)


def place_of(match: Match, place: int) -> str:
    """The place of another seat of a match, in the words of the first one's."""
    if match.is_cooperative:
        return _place(match)
    return rank_shown(place, match.is_shared and place == match.place)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a player in a list."""

    when: When
    day_only: bool
    event: str
    href: str
    game: str
    round: int
    place: str
    size: int
    points: Fraction | None


def line(match: Match) -> MatchLine:
    return MatchLine(
        when=when(match.at, match.occasion),
        day_only=not match.has_hour,
        event=match.event,
        href=paths.at("event", match.event_slug),
        game=match.game,
        round=match.round_number,
        place=_place(match),
        size=match.size,
        points=match.points,
    )


@dataclass(frozen=True, slots=True)
class BadgeShown:
    """What was earned, in words, and where."""

    text: str
    event: str
    href: str
    when: When


def badge(one: Badge) -> BadgeShown:
    n = one.count
    words = {
        "first_win": _("First win"),
        "matches": ngettext("%(n)s match", "%(n)s matches", n) % {"n": n},
        "wins": ngettext("%(n)s win", "%(n)s wins", n) % {"n": n},
        "in_a_row": _("%(n)s wins in a row") % {"n": n},
        "won_sizes": _("Won at tables of %(n)s sizes") % {"n": n},
        "won_seats": _("Won from %(n)s seats") % {"n": n},
        "won_games": _("Won %(n)s games") % {"n": n},
    }
    return BadgeShown(
        text=words[one.code],
        event=one.match.event,
        href=paths.at("event", one.match.event_slug),
        when=when(one.match.at, one.match.occasion),
    )


@dataclass(frozen=True, slots=True)
class PlacesRow:
    """How often somebody took each place at one kind of table."""

    label: str
    matches: int
    counts: tuple[str, ...]
    mean: str


@dataclass(frozen=True, slots=True)
class PlacesTable:
    """Places by game, by table size or by seat."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[PlacesRow, ...]


def places_table(
    caption: str, rows: Sequence[PlaceCount], *, seats: bool = False
) -> PlacesTable | None:
    if not rows:
        return None
    most = max(len(row.counts) for row in rows)
    return PlacesTable(
        caption=caption,
        heads=tuple(rank_shown(place) for place in range(1, most + 1)),
        rows=tuple(
            PlacesRow(
                label=row.label
                or (
                    _("seat %(n)s") % {"n": row.size}
                    if seats
                    else ngettext("table of %(n)d", "table of %(n)d", row.size) % {"n": row.size}
                ),
                matches=row.matches,
                counts=tuple(
                    str(row.counts[at]) if at < len(row.counts) else "–" for at in range(most)
                ),
                mean=number_shown(row.mean),
            )
            for row in rows
        ),
    )


@dataclass(frozen=True, slots=True)
class OpponentNamed:
    """Somebody met, with the address of their page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """Somebody met at tables, and how often who was ahead; ``href`` leads to these matches."""

    player: OpponentNamed
    met: int
    ahead: int
    behind: int
    href: str


def opponents_table(found: Profile, link: ranking.Link, via: str) -> list[OpponentLine]:
    own = bool(found.face.findable)
    return [
        OpponentLine(
            player=OpponentNamed(name=row.name, url=link(row.player_id)),
            met=row.met,
            ahead=row.ahead,
            behind=row.behind,
            href=against_url(found.player.pk, row.player_id, via) if own and row.is_named else "",
        )
        for row in found.opponents[:OPPONENTS]
    ]


def against_url(player_id: int, other_id: int, via: str) -> str:
    """The page of the matches of two people."""
    tail = f"?{urlencode({'club': via})}" if via else ""
    return paths.at("player_against", player_id, other_id) + tail
