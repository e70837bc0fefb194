"""How a stage or season is scored, in words and with a worked example per table size."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import StageKind
from league.queries.occasions.season_rule import rule_of
from league.queries.standings.stage_settings import scheme_of, scoring_of, settings_of
from league.standings import texts
from league.standings.byes import mean_size
from league.standings.exact import exact_text
from league.standings.points import example_rows, scheme_from_json
from league.standings.season import effective_chain
from league.standings.tiebreaks import criterion
from league.standings.types import BYE_KINDS
from league.standings.words import rule_sentences
from league.templatetags.league import number_shown
from league.web.local_time import titled
from league.web.standings.scheme_words import scheme_sentences
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.models import Season, Stage
    from league.queries.standings.stage_scoring import StageScoring
    from league.standings.contract import PointsScheme
    from league.standings.points import ExampleRow
    from league.standings.rules import SeasonRule
    from league.standings.settings import StageSettings
    from league.standings.types import JSON as SpecJSON
    from league.standings.types import ByeKind


NAMES_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and its sentences; ``where`` names the evenings, if they are not all alike."""

    title: str
    sentences: tuple[str, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One link of the chain, as people read it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """What a table of ``size`` pays: per place, on a tie, and on average.

    ``scores`` are the game's own points of the example, where these count; there is then no tie.
    """

    size: int
    points: tuple[str, ...]
    mean: str
    tie: str
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """One points scheme and ``where`` it pays; empty where it pays everywhere.

    ``is_even``: every table size has the same mean per seat; None where the game decides it.
    """

    name: str
    where: str
    sentences: tuple[str, ...]
    examples: tuple[Example, ...]
    is_even: bool | None


@dataclass(frozen=True, slots=True)
class Scoring:
    """The whole page."""

    schemes: tuple[Points, ...]
    parts: tuple[Part, ...]
    chain: tuple[Criterion, ...]


def of_stage(stage: Stage) -> Scoring:
    settings = settings_of(stage)
    return Scoring(
        (_points(stage.scheme, _sizes([stage]), ""),),
        (
            Part(_("Rounds without a match"), _byes(scheme_of(stage), settings)),
            Part(_("At the table"), _at_tables(settings)),
            *_in_the_whole(scoring_of(stage), is_final=stage.kind != StageKind.MAIN),
        ),
        _chain(stage.chain),
    )


def of_season(season: Season, stages: Sequence[Stage]) -> Scoring:
    """How a season is scored in which these stages are played; without any as it would be."""
    rule = rule_of(season)
    guests = (
        _("Guests are ranked like members.")
        if season.rank_guests
        else _("Guests keep their place at the table and are not ranked.")
    )
    schemes = [
        _points(some[0].scheme, _sizes(some), _where(some, stages))
        for some in _alike(stages, lambda stage: scheme_of(stage).to_json())
    ]
    if not schemes:
        ruleset = season.ruleset
        sizes = range(max(2, ruleset.seats_min), ruleset.seats_max + 1) if ruleset else range(2, 7)
        schemes = [_points(season.scheme, sizes, "")]
    return Scoring(
        tuple(schemes),
        (
            Part(_("What counts"), (*counting(rule), *_evening_row(rule), guests)),
            *_weights(stages),
            *_by_settings(stages, _("Rounds without a match"), _byes),
            *_by_settings(
                stages, _("At the table"), lambda _scheme, settings: _at_tables(settings)
            ),
        ),
        _chain(effective_chain(tuple(season.chain), rule)),
    )


def _alike(
    stages: Sequence[Stage], key: Callable[[Stage], object]
) -> tuple[tuple[Stage, ...], ...]:
    """The stages that are alike in something, by the first of each kind."""
    found: dict[str, list[Stage]] = {}
    for stage in stages:
        found.setdefault(json.dumps(key(stage), sort_keys=True, default=str), []).append(stage)
    return tuple(tuple(some) for some in found.values())


def _by_settings(
    stages: Sequence[Stage],
    title: str,
    sentences: Callable[[PointsScheme, StageSettings], tuple[str, ...]],
) -> Iterable[Part]:
    def told(stage: Stage) -> tuple[str, ...]:
        return sentences(scheme_of(stage), settings_of(stage))

    for some in _alike(stages, told):
        yield Part(title, told(some[0]), _where(some, stages))


def _where(some: Sequence[Stage], stages: Sequence[Stage]) -> str:
    """The evenings of some of the stages, by name; empty where these are all of them."""
    if len(some) == len(stages):
        return ""
    several = {stage.event_id for stage in stages if stage.number > 1}
    names = list(dict.fromkeys(_name(stage, of_many=stage.event_id in several) for stage in some))
    more = len(names) - NAMES_SHOWN
    shown = ", ".join(names[:NAMES_SHOWN])
    if more <= 0:
        return shown
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more) % {
        "names": shown,
        "n": more,
    }


def _name(stage: Stage, *, of_many: bool) -> str:
    day = titled(stage.event)
    return labelled(day, stage) if of_many else day


def _weights(stages: Sequence[Stage]) -> Iterable[Part]:
    """Which evenings count more or less than once; nothing where all count alike."""
    weights = _alike(stages, lambda stage: exact_text(scoring_of(stage).weight))
    found = []
    for some in weights:
        weight = scoring_of(some[0]).weight
        if weight != 1:
            found.append(
                _("%(where)s: results count %(weight)s times.")
                % {
                    "where": _where(some, stages) or _("All evenings"),
                    "weight": number_shown(exact_text(weight)),
                }
            )
    if found:
        yield Part(_("Weights"), tuple(found))


def _evening_row(rule: SeasonRule) -> Iterable[str]:
    if rule.kind == "evening_places":
        row = " · ".join(number_shown(exact_text(points)) for points in rule.places)
        yield _("Places on an evening are worth %(points)s; after that, nothing.") % {"points": row}


def _sizes(stages: Sequence[Stage]) -> Iterable[int]:
    """The table sizes that the games of these stages allow."""
    return sorted(
        {
            size
            for stage in stages
            for size in range(max(2, stage.ruleset.seats_min), stage.ruleset.seats_max + 1)
        }
    )


def _points(spec: Mapping[str, SpecJSON], sizes: Iterable[int], where: str) -> Points:
    scheme = scheme_from_json(spec)
    rows = example_rows(scheme, sizes)
    means = {row.mean for row in rows}
    return Points(
        name=_(texts.SCHEME_NAMES[scheme.key]),
        where=where,
        sentences=scheme_sentences(scheme),
        examples=tuple(_example(row) for row in rows),
        is_even=None if None in means else len(means) <= 1,
    )


def _chain(keys: Sequence[str]) -> tuple[Criterion, ...]:
    return tuple(Criterion(_(criterion(key).name), _(criterion(key).sentence)) for key in keys)


def _example(row: ExampleRow) -> Example:
    return Example(
        size=row.size,
        points=tuple(number_shown(points) for points in row.points),
        mean=number_shown(row.mean),
        tie=_tie(row),
        scores=tuple(number_shown(score, 3) for score in row.scores),
    )


def _tie(row: ExampleRow) -> str:
    if not row.tied_points:
        return ""
    first = 1 if row.size == 2 else 2
    return _("Tied for places %(first)s and %(second)s: %(points)s each.") % {
        "first": first,
        "second": first + 1,
        "points": number_shown(row.tied_points[first - 1]),
    }


def _byes(scheme: PointsScheme, settings: StageSettings) -> tuple[str, ...]:
    """One sentence per kind of round without a match."""
    found = [_worth(scheme, settings, kind, _(texts.BYE_NAMES[kind])) for kind in BYE_KINDS]
    if settings.bye_limit is not None:
        found.append(_(texts.SETTING_TEXTS["bye_limit"]) % {"limit": settings.bye_limit})
    return tuple(found)


def worth(stage: Stage, kind: ByeKind, called: str) -> str:
    """What one kind of round without a match is worth in a stage, under the name of a button."""
    return _worth(scheme_of(stage), settings_of(stage), kind, called)


def _worth(scheme: PointsScheme, settings: StageSettings, kind: ByeKind, called: str) -> str:
    value, size = settings.value_of(kind), mean_size(scheme, settings)
    # Without a mean per seat such a round is worth the own average instead.
    rule = "own_average" if value.rule == "mean" and size is None else value.rule
    said = _(texts.BYE_TEXTS[rule]) % {
        "points": number_shown(exact_text(value.amount)),
        "size": size,
    }
    return _("%(kind)s: %(worth)s.") % {"kind": called, "worth": said}


def _at_tables(settings: StageSettings) -> tuple[str, ...]:
    guests = "guests_hold_places" if settings.guests_hold_places else "guests_are_skipped"
    return (
        _(texts.SETTING_TEXTS[guests]),
        *_of_fillers(settings),
        _(texts.SETTING_TEXTS[f"shared_win_{settings.shared_win}"]),
        _(texts.SETTING_TEXTS[f"dropped_{settings.dropped}"]),
        *_of_sides(settings),
        *_of_ties(settings),
    )


def _of_fillers(settings: StageSettings) -> Iterator[str]:
    if settings.filler_points is not None:
        points = number_shown(exact_text(settings.filler_points))
        yield _(texts.SETTING_TEXTS["filler_points"]) % {"points": points}


def _of_ties(settings: StageSettings) -> Iterator[str]:
    if settings.full_size is not None:
        yield _(texts.SETTING_TEXTS["full_size"]) % {"size": settings.full_size}
    if settings.opponents_floor:
        percent = number_shown(settings.opponents_floor * 100)
        yield _(texts.SETTING_TEXTS["opponents_floor"]) % {"percent": percent}


def _of_sides(settings: StageSettings) -> Iterator[str]:
    """What is not as usual for games won or lost together."""
    told = {
        "cooperative_won": settings.cooperative_won,
        "cooperative_lost": settings.cooperative_lost,
    }
    for name, points in told.items():
        if points is not None:
            yield _(texts.SETTING_TEXTS[name]) % {"points": number_shown(exact_text(points))}
    if settings.side_points != "share":
        yield _(texts.SETTING_TEXTS[f"side_points_{settings.side_points}"])


def _in_the_whole(scoring: StageScoring, *, is_final: bool) -> tuple[Part, ...]:
    """What the stage is worth in its season, and what a final takes over; usually nothing."""
    found = []
    if scoring.weight != 1:
        weight = number_shown(exact_text(scoring.weight))
        found.append(_("In the season its results count %(weight)s times.") % {"weight": weight})
    if scoring.carry:
        percent = number_shown(exact_text(scoring.carry))
        found.append(
            _("Everyone brings along %(percent)s%% of the points made before.")
            % {"percent": percent}
        )
    if is_final:
        found.append(
            _("Ties in a final are broken by the rank before it.")
            if scoring.level_by_earlier
            else _("Players tied in a final share the rank.")
        )
    return (Part(_("In the whole"), tuple(found)),) if found else ()


def counting(rule: SeasonRule) -> tuple[str, ...]:
    """The season's rule, and from how many results on a player is ranked."""
    return tuple(_(text) % params for text, params in rule_sentences(rule))
