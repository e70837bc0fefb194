"""The page that compares two moments of a standing and says why everybody moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.queries import events, moments, moves, seasons
from league.queries import standings as standing
from league.standings import payload as plain
from league.templatetags.league import number_shown
from league.web import paths, ranking
from league.web.actor import actor_of
from league.web.moments import day_choices, round_choices, words
from league.web.refusals import guarded
from league.web.when import titled, when

if TYPE_CHECKING:
    from fractions import Fraction

    from league.models import Club, Event
    from league.queries.moves import Comparison
    from league.standings.diff import Cause, ExplainedMove, Fact
    from league.web.moments import Choice
    from league.web.paths import Crumb

BEFORE, AFTER = "before", "after"
REASONS_SHOWN = 6
NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Move:
    """One player's way: ranks and points before and after, and the reasons as sentences."""

    name: str
    url: str
    before: str
    after: str
    change: int | None
    points: str
    reasons: tuple[str, ...]
    more: int


@require_safe
@guarded
def of_season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    shown = standing.payload(season, actor)
    choices = day_choices(shown)
    before = moments.of_season(season, _filled(request, choices), BEFORE)
    after = moments.of_season(season, request.GET, AFTER)
    found = moves.between(season, actor, before=before, after=after)
    trail = [paths.to_club(season.club), paths.to_season(season)]
    return _page(request, found, season.club, choices, trail)


@require_safe
@guarded
def of_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    actor = actor_of(request)
    stage = events.stage(actor, events.get(actor, slug), number)
    shown = standing.payload(stage, actor)
    choices = round_choices(shown)
    before = moments.of_stage(stage, _filled(request, choices), BEFORE)
    after = moments.of_stage(stage, request.GET, AFTER)
    found = moves.between(stage, actor, before=before, after=after)
    trail = [paths.to_club(stage.event.club), paths.to_event(stage.event)]
    return _page(request, found, stage.event, choices, trail)


def _filled(request: HttpRequest, choices: list[Choice]) -> dict[str, str]:
    """What was asked; else the moment before the last one."""
    if request.GET.get(BEFORE):
        return {BEFORE: request.GET[BEFORE]}
    return {BEFORE: choices[1]["value"]} if len(choices) > 1 else {}


def _page(
    request: HttpRequest,
    found: Comparison,
    of: Club | Event,
    choices: list[Choice],
    trail: list[Crumb],
) -> HttpResponse:
    return render(
        request,
        "league/standings/moves.html",
        {
            "found": found,
            "moves": [_move(found, one, of) for one in found.moves],
            "before": moments.written(found.before),
            "after": moments.written(found.after),
            "before_words": words(found.before, of),
            "after_words": words(found.after, of) or _("now"),
            "choices": choices,
            "where": trail[-1],
            "crumbs": [*trail, paths.here(_("What moved"))],
        },
    )


def _move(found: Comparison, one: ExplainedMove, of: Club | Event) -> Move:
    move = one.move
    was, now = found.points.get(move.player, (None, None))
    reasons = tuple(dict.fromkeys(_reason(found, cause, of) for cause in one.causes))
    return Move(
        name=found.names.get(move.player, ""),
        url=ranking.player_url()(move.player),
        before=plain.rank_text(move.before, move.before_tied),
        after=plain.rank_text(move.after, move.after_tied),
        change=move.before - move.after if move.before and move.after else None,
        points=_points(was, now),
        reasons=reasons[:REASONS_SHOWN],
        more=max(0, len(reasons) - REASONS_SHOWN),
    )


def _points(was: Fraction | None, now: Fraction | None) -> str:
    if was == now:
        return _number(now)
    return _("%(before)s → %(after)s") % {"before": _number(was), "after": _number(now)}


def _number(value: Fraction | None) -> str:
    return ranking.DASH if value is None else number_shown(plain.number(value))


def _reason(found: Comparison, cause: Cause, of: Club | Event) -> str:
    fact = _fact(found, cause.fact, of)
    names = [found.names.get(player, "") for player in cause.others]
    if not names:
        return fact
    who = ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
    if cause.kind == "passed":
        return _("%(names)s passed: %(fact)s") % {"names": who, "fact": fact}
    return _("%(names)s fell behind: %(fact)s") % {"names": who, "fact": fact}


def _fact(found: Comparison, fact: Fact, of: Club | Event) -> str:
    told = found.lines.get(fact.line)
    match = _match(found, fact)
    sentences = {
        "confirmed": _("%(match)s was played") % {"match": match},
        "corrected": _("%(match)s was corrected") % {"match": match},
        "voided": _("%(match)s was voided") % {"match": match},
        "adjusted": _("points were given or taken"),
        "bye": _("a round without a match"),
    }
    sentence = sentences[fact.kind]
    if told is None or fact.kind == "confirmed":
        return sentence
    at = when(told.at, of).wall
    moment = {
        "fact": sentence,
        "day": date_format(at, "DATE_FORMAT"),
        "time": date_format(at, "H:i"),
    }
    if told.who:
        return _("%(fact)s on %(day)s at %(time)s by %(who)s") % {**moment, "who": told.who}
    return _("%(fact)s on %(day)s at %(time)s") % moment


def _match(found: Comparison, fact: Fact) -> str:
    event = found.events.get(fact.event) if fact.event is not None else None
    number, table = found.tables.get(fact.match or 0, (0, 0))
    place = _("Round %(round)s, table %(table)s") % {"round": number, "table": table}
    if event is None or len(found.events) == 1:
        return place
    return _("%(label)s: %(text)s") % {"label": titled(event), "text": place}
