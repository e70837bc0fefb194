"""What must be kept of a player so that a table can be ranked again without all results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from league.standings.contract import Term, TermKind, Value
from league.standings.exact import exact_text
from league.standings.types import JSON, Adjustment, EventId, PlayerId, ReasonId


@dataclass(frozen=True, slots=True)
class Strength:
    """What the opponents of a player add up to, at all tables.

    `met` meetings brought `points` together; `with_mean` of them were with opponents who have
    a mean per match, which add up to `means`.
    """

    points: Fraction = Fraction(0)
    met: int = 0
    means: Fraction = Fraction(0)
    with_mean: int = 0

    @property
    def values(self) -> dict[str, Value]:
        """The values of the criteria that look at opponents."""
        return {
            "opponents": self.points if self.met else None,
            "opponents_average": self.means / self.with_mean if self.with_mean else None,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's sums, and the values of the criteria that do not ask who is level.

    `have` is what a minimum is measured against. `strength` is kept only where a criterion
    looks at opponents.
    """

    player: PlayerId
    points: Fraction
    matches: int
    wins: Fraction
    places: tuple[int, ...]
    average: Fraction | None
    mean_per_match: Fraction | None
    have: int
    adjustments: tuple[Adjustment, ...] = ()
    extras: tuple[Term, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    strength: Strength | None = None

    def with_strength(self, strength: Strength) -> Summary:
        values = {
            key: strength.values.get(key, value) if key in strength.values else value
            for key, value in self.values.items()
        }
        return replace(self, strength=strength, values=values)


def follow_opponents(
    known: Mapping[PlayerId, Summary],
    changed: Mapping[PlayerId, Summary],
    met: Mapping[PlayerId, Mapping[PlayerId, int]],
) -> dict[PlayerId, Summary]:
    """All summaries after some changed, with everybody's opponents' values brought up to date.

    `changed` must name everybody whose own results or meetings are not what they were; `met`
    tells for each of them how often they have now met whom.
    """
    after = {**known, **changed}
    nobody = Strength()
    moved: dict[PlayerId, Strength] = {}
    for player in changed:
        strength = nobody
        for rival, times in met[player].items():
            strength = _plus(strength, None, after.get(rival), times, times)
        moved[player] = strength
    for player, summary in changed.items():
        before = known.get(player)
        for rival, times in met[player].items():
            if rival in changed or rival not in after:
                continue
            strength = moved.get(rival) or after[rival].strength or nobody
            moved[rival] = _plus(strength, before, summary, times, 0)
    return {
        player: summary.with_strength(moved[player]) if player in moved else summary
        for player, summary in after.items()
    }


def _plus(
    strength: Strength, before: Summary | None, after: Summary | None, times: int, met: int
) -> Strength:
    """The strength after an opponent met so often went from one summary to another."""
    points, means, with_mean = strength.points, strength.means, strength.with_mean
    for summary, sign in ((before, -times), (after, times)):
        if summary is None:
            continue
        points += summary.points * sign
        if summary.mean_per_match is not None:
            means += summary.mean_per_match * sign
            with_mean += sign
    return Strength(points, strength.met + met, means, with_mean)


def summary_to_json(summary: Summary) -> dict[str, JSON]:
    """Write a summary exactly, to be stored with a row per player."""
    return {
        "player": summary.player,
        "points": exact_text(summary.points),
        "matches": summary.matches,
        "wins": exact_text(summary.wins),
        "places": list(summary.places),
        "average": _text(summary.average),
        "mean_per_match": _text(summary.mean_per_match),
        "have": summary.have,
        "adjustments": [[one.reason, exact_text(one.points)] for one in summary.adjustments],
        "extras": [_extra(term) for term in summary.extras],
        "values": {key: _value(value) for key, value in summary.values.items()},
        "strength": None
        if summary.strength is None
        else [
            exact_text(summary.strength.points),
            summary.strength.met,
            exact_text(summary.strength.means),
            summary.strength.with_mean,
        ],
    }


def summary_from_json(told: Mapping[str, JSON]) -> Summary:
    """Read what `summary_to_json` wrote; nothing else is understood."""
    player = PlayerId(_whole(told["player"]))
    values = told["values"]
    strength = told["strength"]
    assert isinstance(values, Mapping)
    return Summary(
        player=player,
        points=_exact(told["points"]),
        matches=_whole(told["matches"]),
        wins=_exact(told["wins"]),
        places=tuple(_whole(count) for count in _listed(told["places"])),
        average=_maybe(told["average"]),
        mean_per_match=_maybe(told["mean_per_match"]),
        have=_whole(told["have"]),
        adjustments=tuple(
            Adjustment(player, _exact(points), ReasonId(_whole(reason)))
            for reason, points in (_listed(one) for one in _listed(told["adjustments"]))
        ),
        extras=tuple(_term(_listed(one)) for one in _listed(told["extras"])),
        values={key: _value_from(value) for key, value in values.items()},
        strength=None if strength is None else _strength(_listed(strength)),
    )


def _extra(term: Term) -> list[JSON]:
    return [term.kind, exact_text(term.value), term.event, term.round, term.reason]


def _term(told: Sequence[JSON]) -> Term:
    kinds: tuple[TermKind, ...] = ("adjustment", "attendance", "sit_out", "carried")
    kind = next(kind for kind in kinds if kind == told[0])
    event, round_, reason = told[2:]
    return Term(
        _exact(told[1]),
        kind,
        event=None if event is None else EventId(_whole(event)),
        round=None if round_ is None else _whole(round_),
        reason=None if reason is None else ReasonId(_whole(reason)),
    )


def _strength(told: Sequence[JSON]) -> Strength:
    points, met, means, with_mean = told
    return Strength(_exact(points), _whole(met), _exact(means), _whole(with_mean))


def _value(value: Value) -> JSON:
    """A number as text, counts as whole numbers, many numbers as runs of equal ones."""
    if value is None or isinstance(value, Fraction):
        return _text(value)
    if all(isinstance(one, int) for one in value):
        return [one for one in value if isinstance(one, int)]
    texts = [exact_text(Fraction(one)) for one in value]
    return [[text, len(list(run))] for text, run in groupby(texts)]


def _value_from(told: JSON) -> Value:
    if told is None or isinstance(told, str):
        return _maybe(told)
    parts = _listed(told)
    counts = [part for part in parts if isinstance(part, int)]
    if len(counts) == len(parts):
        return tuple(counts)
    found: list[Fraction] = []
    for text, times in (_listed(part) for part in parts):
        found.extend([_exact(text)] * _whole(times))
    return tuple(found)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)


def _maybe(told: JSON) -> Fraction | None:
    return None if told is None else _exact(told)


def _exact(told: JSON) -> Fraction:
    assert isinstance(told, str)
    return _number(told)


@lru_cache(maxsize=4096)
def _number(text: str) -> Fraction:
    """Equal texts give the same object: long tuples of results are then compared at once."""
    return Fraction(text)


def _whole(told: JSON) -> int:
    assert isinstance(told, int)
    return told


def _listed(told: JSON) -> Sequence[JSON]:
    assert isinstance(told, Sequence)
    return told
