"""Who earned a badge in a confirmed result: what its sheet tells, and its match if played here.

A match in the browser is believed as long as its result stands as it was handed in. What a seat
did after its player gave up earned nobody anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.badges import EDITION
from games.core.errors import GameError
from games.core.lines import outcome_from_json
from games.core.sheet import Level
from league.core.enums import RecordState
from league.core.errors import Refused
from league.models import MatchRecord, Play
from league.queries.play import states
from league.queries.records import sheets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.db.models import QuerySet

    from games.core.badges import BadgeRules
    from league.models import SeatScore
    from league.queries.records.sheets import Rules


def due() -> QuerySet[MatchRecord]:
    """Confirmed results that were not gone through as badges are earned by now."""
    return MatchRecord.objects.filter(state=RecordState.CONFIRMED, badges_as__lt=EDITION)


def earned(record: MatchRecord) -> frozenset[tuple[int, str]]:
    """The badges of one version: each score that earned one, and its key."""
    rules = sheets.rules_of(record.ruleset)
    badges = rules.package.badges
    if badges is None or record.ruleset.edition != rules.package.edition:
        return frozenset()
    scores = list(record.scores.select_related("entry").order_by("position"))
    return frozenset((*_by_sheet(record, rules, badges, scores), *_by_play(record, badges, scores)))


def _by_sheet(
    record: MatchRecord, rules: Rules, badges: BadgeRules[object], scores: Sequence[SeatScore]
) -> Iterator[tuple[int, str]]:
    """What a sheet without errors tells; one that was let stand in spite of some tells nothing."""
    asked = rules.package.sheet
    if any(issue["level"] == Level.ERROR.value for issue in record.issues):
        return
    try:
        sheet = asked.parse(record.sheet, seats=len(scores), options=rules.options)
    except GameError:
        return
    for key, seats in badges.from_sheet(sheet, asked.settle(sheet)).items():
        yield from ((scores[seat].pk, key) for seat in seats)


def _by_play(
    record: MatchRecord, badges: BadgeRules[object], scores: Sequence[SeatScore]
) -> Iterator[tuple[int, str]]:
    """What the match tells that handed in this very sheet."""
    plays = Play.objects.filter(table=record.table_id, record__isnull=False)
    play = plays.select_related("record").order_by("-pk").first()
    if play is None or play.record is None or play.outcome is None:
        return
    if play.size != len(scores) or not _is_as_handed_in(record, scores, play.record):
        return
    try:
        steps = states.steps(play)
    except Refused:  # played by rules of another edition
        return
    if not steps:
        return
    sat = {seat.number: seat.player_id for seat in play.seats.filter(has_resigned=False)}
    by_player = {score.entry.player_id: score.pk for score in scores}
    outcome = outcome_from_json(play.outcome, play.size)
    for key, seats in badges.from_steps(steps, outcome).items():
        for seat in seats:
            player = sat.get(seat)
            if player is not None and player in by_player:
                yield by_player[player], key


def _is_as_handed_in(
    record: MatchRecord, scores: Sequence[SeatScore], handed_in: MatchRecord
) -> bool:
    """Whether it says the same still, in whatever order its people sit by now."""
    before = list(handed_in.scores.order_by("position").values_list("entry_id", flat=True))
    now = [score.entry_id for score in scores]
    if sorted(before) != sorted(now):
        return False
    order = [before.index(entry) for entry in now]
    return bool(record.sheet == sheets.reordered(handed_in.sheet, order))
