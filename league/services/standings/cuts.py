"""The cut: who goes on to a semi-final or final, ties at the line, and who takes whose place."""

from __future__ import annotations

import copy
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundState, StageKind, StageMode
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.journal import append, lock_event
from league.models import Entry, Event, Qualifier, Season, Stage
from league.queries.seating import seating_fields
from league.queries.standings import counting, cuts
from league.seating.split import table_splits
from league.services.evening import entries, rounds
from league.services.occasions import stages
from league.standings.cut import CutDecision
from league.standings.types import PlayerId
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.core.actors import Actor
    from league.models import Player
    from league.queries.standings.cuts import Line
    from league.services.occasions.stages import StageFields
    from league.standings.cut import Choice, Through

CHOICES: tuple[str, ...] = ("lot", "play_off", "widen")
REPLACEMENT = "replacement"


@dataclass(frozen=True, slots=True)
class Answer:
    """How a tie at the line is parted.

    Attributes:
        choice: ``lot`` (drawn here and recorded), ``play_off`` (``order`` tells who won it) or
            ``widen`` (all of them go on).
        order: players by number, best first; for a play-off.
    """

    choice: Choice
    order: tuple[int, ...] = ()


def preview(
    *,
    by: Actor,
    stage: Stage,
    size: int,
    kind: StageKind = StageKind.FINAL,
    winners_first: bool = False,
    byes: int = 0,
    answer: Answer | None = None,
) -> Line:
    """What ``make`` would do with the same words, as the stage stands now; nothing is stored.

    Without an answer a tie at the line stays a question. A lot is drawn by the cut alone.

    Raises:
        BadInput, Refused: as ``make``; ``unknown_choice`` for a lot.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    _check_byes(stage, kind, byes)
    line = cuts.line(by, stage, size, winners_first=winners_first, byes=byes)
    if answer is None:
        return line
    if answer.choice == "lot":
        raise BadInput("unknown_choice", field="choice", choice=answer.choice)
    decided, _ = _decided(line, answer)
    return cuts.line(by, stage, size, winners_first=winners_first, byes=byes, decided=decided)


def make(
    *,
    by: Actor,
    stage: Stage,
    size: int,
    kind: StageKind = StageKind.FINAL,
    winners_first: bool = False,
    byes: int = 0,
    answer: Answer | None = None,
) -> Stage:
    """The best ``size`` of a stage go on to the next one, which is made if it is not there.

    With ``winners_first`` whoever won a table goes on before all others. Of a semi-final the
    first ``byes`` ranks go straight into the final; people level across that line all play.
    Of a final with a season before it the best of that season are entered and play. A running
    round is closed by it if all its results are in. Made again before the next stage has a
    round, the cut replaces the earlier one.

    Raises:
        BadInput: ``number_out_of_range`` (size, byes), ``byes_without_final`` (byes),
            ``cut_order`` (order).
        Refused: ``results_missing``, ``cut_undecided`` where people are level across the line and
            nothing is said about it, ``cut_not_asked``, ``cut_too_few``, ``final_has_rounds``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    if kind == StageKind.MAIN:
        raise BadInput("unknown_choice", field="kind", choice=kind.value)
    with transaction.atomic():
        event = lock_event(stage.event_id)
        stage = Stage.objects.select_related(
            "event__club", "event__season", "ruleset__club_game", "source_season__club"
        ).get(pk=stage.pk)
        of_season = cuts.season_before(stage) is not None
        if of_season and stage.rounds.exists():
            raise Refused("final_has_rounds")
        if not of_season:
            cuts.require_last(stage)
            for row in stage.rounds.filter(state=RoundState.PUBLISHED, is_rolling=False):
                rounds.close(by=by, round_=row, accept_missing=False)
        event.club.refresh_from_db(fields=["seq"])
        stage.event = event
        _check_byes(stage, kind, byes)
        line = cuts.line(by, stage, size, winners_first=winners_first, byes=byes)
        decided, seed = _decided(line, answer)
        if decided is not None:
            line = cuts.line(
                by, stage, size, winners_first=winners_first, byes=byes, decided=decided
            )
        through = line.cut.through
        if sum(one.how != cuts.BYE for one in through) < 2:
            raise Refused("cut_too_few", field="size")
        rows = {one.player: _entered(by, event, line, one.player) for one in through}
        if seed and decided is not None and not of_season:
            _keep_lot(by, stage, line, decided, seed)
        following = (
            stage
            if of_season
            else cuts.after(stage) or _next_stage(by, event, stage, kind, through)
        )
        _qualify(following, line, rows)
        append(
            Fact.CUT_MADE,
            by=by,
            event=event,
            payload={
                "stage": stage.pk,
                "next": following.pk,
                "size": size,
                "byes": byes,
                "entries": [rows[one.player].pk for one in through],
                "choice": decided.choice if decided is not None else "",
                "seed": seed,
                "order": [int(player) for player in decided.order] if decided is not None else [],
            },
            stale_stages=[following.pk],
        )
    return following


def _qualify(following: Stage, line: Line, rows: Mapping[PlayerId, Entry]) -> None:
    """Writes down who goes on to ``following``; an earlier cut into it is replaced."""
    Qualifier.objects.filter(stage=following).delete()
    Qualifier.objects.bulk_create(
        Qualifier(
            stage=following,
            entry=rows[one.player],
            rank=one.rank,
            how=one.how,
            replaces=line.entries.get(one.replaces) if one.replaces is not None else None,
        )
        for one in line.cut.through
    )


def _check_byes(stage: Stage, kind: StageKind, byes: int) -> None:
    """Refuses byes where nothing is played between this cut and the final."""
    next_kind = stage.kind if cuts.season_before(stage) is not None else kind
    if byes and next_kind != StageKind.SEMI_FINAL:
        raise BadInput("byes_without_final", field="byes")


def _entered(by: Actor, event: Event, line: Line, player: PlayerId) -> Entry:
    """The entry of somebody who goes on; who comes from a season gets one by that."""
    return _entry_of(by, event, line.entries.get(player), line.people[player])


def _entry_of(by: Actor, event: Event, row: Entry | None, player: Player) -> Entry:
    if row is not None and row.state == EntryState.REGISTERED:
        return row
    if row is not None:
        return entries.promote_waiting(by=by, entry=row)
    return entries.register(by=by, event=event, player=player)


def decline(*, by: Actor, stage: Stage, entry: Entry) -> Stage:
    """Somebody who goes on does not play: the next by rank takes the place.

    The rank in the stage or season before stays. Of a season whoever is next is entered for it.
    The journal names who was called in whose place.
    Undone by ``accept``.

    Raises:
        Refused: ``not_going_on``, ``final_has_rounds``.
    """
    return _answered(by, stage, entry, declines=True)


def accept(*, by: Actor, stage: Stage, entry: Entry) -> Stage:
    """Takes back that somebody does not play; whoever came in for them stands back."""
    return _answered(by, stage, entry, declines=False)


def undo(*, by: Actor, stage: Stage) -> Stage:
    """Takes a cut back before the next stage has a round: nobody goes on, the stage is gone.

    Returns the stage that was cut.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event = lock_event(stage.event_id)
        following = Stage.objects.get(pk=stage.pk)
        if following.rounds.exists():
            raise Refused("final_has_rounds")
        source = following.source or following
        if not following.qualifiers.exists():
            raise NotFound("not_found")
        following.qualifiers.all().delete()
        append(
            Fact.CUT_UNDONE,
            by=by,
            event=event,
            payload={"stage": source.pk, "next": following.pk},
            stale_stages=[source.pk],
        )
        if source != following:
            stages.remove_empty(by=by, stage=following)
    return source


def _answered(by: Actor, stage: Stage, entry: Entry, *, declines: bool) -> Stage:
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event = lock_event(stage.event_id)
        row = Qualifier.objects.filter(stage=stage, entry=entry).first()
        if row is None:
            raise Refused("not_going_on", name=entry.player.name)
        if stage.rounds.exists():
            raise Refused("final_has_rounds")
        if row.declined == declines:
            return stage
        row.declined = declines
        row.save(update_fields=["declined"])
        called = _called_up(by, stage, event)
        append(
            Fact.QUALIFIER_ANSWERED,
            by=by,
            event=event,
            payload={
                "stage": stage.pk,
                "entry": entry.pk,
                "player": entry.player_id,
                "declined": declines,
                "called": [
                    {
                        "entry": one.entry_id,
                        "player": one.entry.player_id,
                        "rank": one.rank,
                        "replaces": one.replaces_id,
                    }
                    for one in called
                ],
            },
            stale_stages=[stage.pk],
        )
    return stage


def _called_up(by: Actor, stage: Stage, event: Event) -> list[Qualifier]:
    """Fills the places of those who declined with the next by rank, and no others."""
    rows = list(Qualifier.objects.filter(stage=stage).select_related("entry").order_by("pk"))
    own = [row for row in rows if row.how != REPLACEMENT]
    refused = {row.entry.player_id for row in rows if row.how == REPLACEMENT and row.declined}
    free = [row for row in own if row.declined]
    Qualifier.objects.filter(stage=stage, how=REPLACEMENT, declined=False).delete()
    source = stage.source or cuts.season_before(stage)
    if not free or source is None:
        return []
    counted = counting.count(source, as_of=event.club.seq)
    here = {row.player_id: row for row in Entry.objects.filter(event=event)}
    there = {row.entry.player_id for row in own} | refused
    waiting = [
        row
        for row in counting.ranked(counted).rows
        if row.rank is not None
        and row.player not in there
        and cuts.may_be_called(here.get(row.player), of_season=isinstance(source, Season))
    ]
    return Qualifier.objects.bulk_create(
        Qualifier(
            stage=stage,
            entry=_entry_of(by, event, here.get(row.player), counted.people[row.player]),
            rank=row.rank,
            how=REPLACEMENT,
            replaces=gone.entry,
        )
        for gone, row in zip(free, waiting, strict=False)
    )


def _decided(line: Line, answer: Answer | None) -> tuple[CutDecision | None, str]:
    """How the tie at the line is parted, and the seed where a lot was drawn."""
    question = line.cut.question
    if question is None:
        if answer is not None and answer.choice != "lot":
            raise Refused("cut_not_asked", field="choice")
        return None, ""
    if answer is None:
        raise Refused(
            "cut_undecided",
            field="choice",
            names=", ".join(line.names[player] for player in question.players),
            places=question.places,
        )
    if answer.choice not in CHOICES:
        raise BadInput("unknown_choice", field="choice", choice=str(answer.choice)[:40])
    if answer.choice == "widen":
        return CutDecision("widen"), ""
    if answer.choice == "play_off":
        return CutDecision("play_off", tuple(PlayerId(player) for player in answer.order)), ""
    seed = secrets.token_hex(8)
    order = sorted(question.players)
    drawn = random.Random(seed).sample(order, len(order))
    return CutDecision("lot", tuple(drawn)), seed


def _keep_lot(by: Actor, stage: Stage, line: Line, decided: CutDecision, seed: str) -> None:
    """A lot, kept with its seed, its day and who drew it, so that anybody can draw it again."""
    day = wall_time.today(stage.event)
    stage.lots = [
        *stage.lots,
        {
            "entries": [line.entries[player].pk for player in decided.order],
            "seed": seed,
            "drawn_on": day.isoformat(),
            "drawn_by": by.key,
        },
    ]
    stage.save(update_fields=["lots"])


def _next_stage(
    by: Actor, event: Event, stage: Stage, kind: StageKind, through: Sequence[Through]
) -> Stage:
    """A stage like this one, for those who go on; one table where they fit at one."""
    people = sum(one.how != cuts.BYE for one in through)
    fields = stages.settings_of(stage)
    fields.update(
        {"kind": kind, "name": "", "mode": StageMode.ROUNDS, "method": "snake", "source": stage}
    )
    fields.update(_sizes(stage, people))
    return stages.add(by=by, event=event, fields=fields)


def _sizes(stage: Stage, people: int) -> StageFields:
    """Table sizes that so many people fill: one table, else those of the stage, else wider ones."""
    free: StageFields = {"size_min": None, "size_max": None}
    tried: list[StageFields] = [{}, free, {**free, "max_tables": None}]
    if people <= stage.ruleset.seats_max:
        tried.insert(0, {**free, "size_preferred": people})
    for sizes in tried:
        like = copy.copy(stage)
        for name, value in sizes.items():
            setattr(like, name, value)
        if table_splits(people, seating_fields.planning_field(like), keep=1):
            return sizes
    return tried[0]
