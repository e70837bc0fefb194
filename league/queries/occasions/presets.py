"""Sets of rules to begin from: those of the house and those that a club keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from league.core.actions import Action
from league.core.errors import NotFound
from league.models import Preset, Season, Stage
from league.permissions import can_see, require
from league.queries.occasions.season_rule import rule_spec
from league.standings.presets import PRESETS
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club
    from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class Offered:
    """A set to choose; ``pk`` is None for one of the house, ``season`` where it is for events."""

    key: str
    name: str
    text: str
    stage: Mapping[str, Any]
    season: Mapping[str, Any] | None
    pk: int | None = None
    version: int | None = None


def offered(viewer: Actor, club: Club) -> tuple[Offered, ...]:
    """The club's own by name, then those of the house."""
    if not can_see(viewer, club):
        raise NotFound("not_found")
    rows = Preset.objects.filter(club=club.pk).order_by("name", "pk")
    own = [as_offered(row) for row in rows]
    known = [
        Offered(one.key, gettext(one.name), gettext(one.text), one.stage, one.season)
        for one in PRESETS
    ]
    return (*own, *known)


def as_offered(row: Preset) -> Offered:
    """One of the club's own as it is offered."""
    return Offered(f"own-{row.pk}", row.name, "", row.stage, row.season, row.pk, row.version)


def rule_of(part: Mapping[str, Any]) -> dict[str, JSON]:
    """What a preset's season counts, as ``league.standings.rules`` reads it."""
    return rule_spec(season_row(part))


def season_row(part: Mapping[str, Any]) -> Season:
    """A season, unsaved and without days, that counts as the preset says."""
    return Season(**part)


def chosen(viewer: Actor, club: Club, key: str) -> Offered | None:
    """The set under this key; None where nothing, or nothing known, is asked for."""
    return next((one for one in offered(viewer, club) if one.key == key), None) if key else None


def get(viewer: Actor, club: Club, pk: int) -> Preset:
    """One of the club's own."""
    row = Preset.objects.select_related("club").filter(club=club.pk, pk=pk).first()
    if row is None or not can_see(viewer, club):
        raise NotFound("not_found")
    return row


def named(viewer: Actor, club: Club, name: str) -> Preset | None:
    """The club's own of this name, as ``league.services.occasions.presets`` cleans it."""
    if not can_see(viewer, club):
        raise NotFound("not_found")
    return Preset.objects.filter(club=club.pk, name=names.clean(name)).first()


def parts_of(
    viewer: Actor, *, season: Season | None = None, stage: Stage | None = None
) -> tuple[dict[str, object], dict[str, object] | None]:
    """What a preset made of these would hold: the part for stages, and that for seasons.

    Of a season, stages are as in its latest evening; without one, as the season's new evenings
    would be. Of a stage alone, what its own season counts comes along.
    """
    scope: Season | Stage | None = season or stage
    assert scope is not None
    managing = Action.MANAGE_SEASON if isinstance(scope, Season) else Action.MANAGE_EVENT
    require(viewer, managing, scope)
    if stage is None and season is not None:
        rows = Stage.objects.filter(event__season=season.pk, event__removed_at__isnull=True)
        stage = rows.order_by("-event__starts_at", "number", "pk").first()
    elif stage is not None:
        season = stage.event.season
    part: dict[str, object] = {}
    if stage is not None:
        part = {name: getattr(stage, name) for name in ("scheme", "chain", "bye", "late")}
        part["no_show"] = stage.no_show
    elif season is not None:
        part = {"scheme": season.scheme, "chain": PRESETS[0].stage["chain"]}
    return part, None if season is None else _season_part(season)


def _season_part(row: Season) -> dict[str, object]:
    fields = ("scheme", "chain", "counting", "counting_n", "counting_unit", "min_matches")
    more = ("counting_more", "rank_guests")
    return {name: getattr(row, name) for name in (*fields, *more)}
