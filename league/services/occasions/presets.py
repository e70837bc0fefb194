"""A club's own sets of rules under a name: points, rank, and what a season counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import CountingRule, CountingUnit
from league.core.errors import BadInput, Conflict, NotFound
from league.core.facts import Fact
from league.journal import append, lock_club
from league.models import Club, Preset, Season
from league.services.changes import applied, told
from league.services.occasions import seasons, stages
from league.services.occasions.seasons import SeasonFields
from league.services.office import rules
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor

LONGEST_NAME = 120
SEASON = (
    *("scheme", "chain", "counting", "counting_n", "counting_unit"),
    *("min_matches", "counting_more", "rank_guests"),
)
STAGE = ("scheme", "chain", "bye", "late", "no_show")


class PresetFields(TypedDict, total=False):
    """What may be changed of a preset, as ``keep`` takes it."""

    name: str
    stage: Mapping[str, object]
    season: Mapping[str, object] | None


# Seasons are checked with days of their own; those of a preset have none.
_DAY = date(2000, 1, 1)


@transaction.atomic
def keep(
    *,
    by: Actor,
    club: Club,
    name: str,
    stage: Mapping[str, object],
    season: Mapping[str, object] | None = None,
) -> Preset:
    """Keeps a set of rules under a name; whoever begins from it gets a copy.

    Args:
        stage: ``scheme`` and ``chain``, and what a ``bye``, a ``late`` or ``no_show`` is worth.
        season: the fields of a season in ``SEASON``; None for events alone. What is left out of
            either is the usual.

    Raises:
        BadInput: with the path of the fault, such as ``season.counting_n``;
            ``preset_name_taken``.
    """
    permissions.require(by, Action.MANAGE_SEASON, club)
    lock_club(club.pk)
    cleaned = _name(club, name)
    read, for_season = _parts(club, stage, season)
    row = Preset.objects.create(club=club, name=cleaned, stage=read, season=for_season)
    append(
        Fact.PRESET_KEPT,
        by=by,
        club=club,
        payload={"preset": row.pk, "name": cleaned, "stage": told(read), "season": for_season},
    )
    return row


@transaction.atomic
def change(
    *, by: Actor, preset: Preset, expected_version: int, **fields: Unpack[PresetFields]
) -> Preset:
    """Gives a preset another name or other rules; what began from it keeps its own settings.

    Raises:
        Conflict: ``changed_meanwhile`` where somebody saved since ``expected_version``.
        BadInput: as ``keep``.
    """
    permissions.require(by, Action.MANAGE_SEASON, preset.club)
    club = lock_club(preset.club_id)
    row = club.presets.filter(pk=preset.pk).first()
    if row is None:
        raise NotFound("not_found")
    if row.version != expected_version:
        raise Conflict("changed_meanwhile")
    wanted: dict[str, object] = {}
    if "name" in fields:
        wanted["name"] = _name(club, fields["name"], but=row)
    if "stage" in fields or "season" in fields:
        wanted["stage"], wanted["season"] = _parts(
            club, fields.get("stage", row.stage), fields.get("season", row.season)
        )
    changes = applied(row, wanted)
    if not changes:
        return row
    row.version += 1
    row.save(update_fields=[*changes, "version"])
    payload: dict[str, JSON] = {"preset": row.pk, "name": row.name, "changes": changes}
    append(Fact.PRESET_CHANGED, by=by, club=club, payload=payload)
    return row


@transaction.atomic
def remove(*, by: Actor, preset: Preset) -> None:
    """Forgets a preset; seasons and stages that began from it keep their own settings."""
    permissions.require(by, Action.MANAGE_SEASON, preset.club)
    lock_club(preset.club_id)
    append(
        Fact.PRESET_REMOVED,
        by=by,
        club=preset.club,
        payload={"preset": preset.pk, "name": preset.name},
    )
    preset.delete()


def _name(club: Club, name: str, *, but: Preset | None = None) -> str:
    cleaned = names.clean(name)
    if not cleaned:
        raise BadInput("name_missing", field="name")
    if len(cleaned) > LONGEST_NAME:
        raise BadInput("too_long", field="name", most=LONGEST_NAME)
    others = club.presets.exclude(pk=but.pk) if but is not None else club.presets
    if others.filter(name=cleaned).exists():
        raise BadInput("preset_name_taken", field="name", name=cleaned)
    return cleaned


def _parts(
    club: Club, stage: Mapping[str, object], season: Mapping[str, object] | None
) -> tuple[dict[str, JSON], dict[str, JSON] | None]:
    with _below("stage"):
        for_stage = _stage(stage)
    if season is None:
        return for_stage, None
    with _below("season"):
        return for_stage, _season(club, season)


def _stage(given: Mapping[str, object]) -> dict[str, JSON]:
    _known(given, STAGE)
    for needed in ("scheme", "chain"):
        if needed not in given:
            raise BadInput("value_missing", field=needed)
    fields = cast("stages.StageFields", given)
    read: dict[str, object] = {
        "scheme": rules.scheme_spec(fields["scheme"], field="scheme"),
        "chain": rules.chain_spec(fields["chain"]),
        "bye": stages.value_rule(fields.get("bye", {"kind": "mean"}), field="bye"),
        "late": stages.value_rule(fields.get("late", {"kind": "zero"}), field="late"),
        "no_show": stages.value_rule(fields.get("no_show", {"kind": "zero"}), field="no_show"),
    }
    return {name: told(value) for name, value in read.items()}


def _season(club: Club, given: Mapping[str, object]) -> dict[str, JSON]:
    _known(given, SEASON)
    for needed in ("scheme", "chain", "counting"):
        if needed not in given:
            raise BadInput("value_missing", field=needed)
    fields = dict(given)
    fields["counting"] = _choice(CountingRule, given["counting"], "counting")
    fields["counting_unit"] = _choice(
        CountingUnit, given.get("counting_unit", CountingUnit.MATCHES), "counting_unit"
    )
    row = Season(club=club, starts_on=_DAY, ends_on=_DAY)
    read = seasons.as_stored(row, cast("SeasonFields", fields))
    return {name: told(read.get(name, getattr(row, name))) for name in SEASON}


def _choice(kind: type[CountingRule | CountingUnit], value: object, field: str) -> str:
    if value not in kind.values:
        raise BadInput("unknown_choice", field=field, choice=str(value)[:40])
    return kind(value)


def _known(given: Mapping[str, object], names_: tuple[str, ...]) -> None:
    for name in given:
        if name not in names_:
            raise BadInput("unknown_key", field=name, key=name[:40])


@contextmanager
def _below(part: str) -> Iterator[None]:
    """Faults inside are named by their path from the preset."""
    try:
        yield
    except BadInput as error:
        head = error.field.split(".")[0]
        is_rule = part == "season" and head and head not in SEASON and error.code != "unknown_key"
        path = f"{part}.counting_more.{error.field}" if is_rule else f"{part}.{error.field}"
        raise BadInput(error.code, field=path.rstrip("."), **error.params) from error
