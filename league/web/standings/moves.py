"""The page that compares two moments of a standing and says why everybody moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.queries.occasions import events, seasons
from league.queries.standings import moments, moves
from league.queries.standings import standings as standing
from league.standings import payload as plain
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import titled, when
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.web.standings.moments import day_choices, round_choices, words
from league.words.dates import date_format
from league.words.labels import labelled

if TYPE_CHECKING:
    from fractions import Fraction

    from league.models import Club, Event
    from league.queries.standings.decisions import Decision
    from league.queries.standings.moves import Comparison
    from league.standings.diff import Cause, ExplainedMove, Fact
    from league.web.paths import Crumb
    from league.web.standings.moments import Choice

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


@dataclass(frozen=True, slots=True)
class MovesPage:
    """Two moments of a standing, everybody's way between them, and what was decided meanwhile."""

    found: Comparison
    moves: tuple[Move, ...]
    decisions: tuple[str, ...]
    before: str
    after: str
    before_words: str
    after_words: str
    choices: list[Choice]
    where: Crumb
    crumbs: list[Crumb]


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
    context = MovesPage(
        found=found,
        moves=tuple(_move(found, one, of) for one in found.moves),
        decisions=tuple(
            _when(found, one.line, _decision(found, one), of) for one in found.decisions
        ),
        before=moments.written(found.before),
        after=moments.written(found.after),
        before_words=words(found.before, of),
        after_words=words(found.after, of) or _("now"),
        choices=choices,
        where=trail[-1],
        crumbs=[*trail, paths.here(_("Changes"))],
    )
    return page(request, "league/standings/moves.html", context)


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
    match = _match(found, fact)
    sentences = {
        "confirmed": _("%(match)s was played") % {"match": match},
        "corrected": _("%(match)s was corrected") % {"match": match},
        "voided": _("%(match)s was voided") % {"match": match},
        "adjusted": _("a penalty or bonus was given or undone"),
        "bye": _("a round without a match"),
        **_settings(found, fact.event),
    }
    sentence = sentences[fact.kind]
    return sentence if fact.kind == "confirmed" else _when(found, fact.line, sentence, of)


def _settings(found: Comparison, event: int | None) -> dict[str, str]:
    """Changed rules, told with the evening they are of where there are several."""
    row = found.events.get(event) if event is not None else None
    where = f"{titled(row)}: " if row is not None and len(found.events) > 1 else ""
    return {
        "scheme": where + _("the points scheme was changed"),
        "chain": where + _("the order of tie-breaks was changed"),
        "rule": _("the counting rule was changed"),
        "settings": where + _("what a round without a match is worth, or a weight, was changed"),
        "guests": _("whether guests are ranked was changed"),
    }


def _decision(found: Comparison, one: Decision) -> str:
    name = found.names.get(one.player or 0, "")
    event = found.events.get(one.event or 0)
    words = {"name": name, "event": titled(event) if event is not None else _("an evening")}
    sentences = {
        **_settings(found, one.event),
        "merged": _("two records of %(name)s were merged") % words,
        "unmerged": _("the merge with %(name)s was undone") % words,
        "split": _("results of %(name)s were moved to someone else") % words,
        "claimed": _("an account was linked to %(name)s") % words,
        "moved_in": _("%(event)s was added to the season") % words,
        "moved_out": _("%(event)s was removed from the season") % words,
        "cancelled": _("%(event)s was cancelled") % words,
        "returned": _("the cancellation of %(event)s was undone") % words,
        "published": _("the standings were shown to the public"),
        "hidden": _("the standings were hidden from the public"),
    }
    return sentences[one.kind]


def _when(found: Comparison, line: int, sentence: str, of: Club | Event) -> str:
    """A sentence with the day and hour of its line in the journal, and with who wrote it."""
    told = found.lines.get(line)
    if told is None:
        return sentence
    at = when(told.at, of).wall
    moment = {
        "fact": sentence,
        "day": date_format(at, "DATE_FORMAT"),
        "time": date_format(at, "TIME_FORMAT"),
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
    return labelled(titled(event), place)
