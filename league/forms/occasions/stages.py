"""The form of a stage: how it seats, how it scores."""

from __future__ import annotations

import contextlib
import copy
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.enums import StageKind, StageMode
from league.forms.chosen import CHAIN, Chosen, chain_initial, set_choices
from league.forms.play import clock_choices
from league.forms.seating.seating import BALANCE, COMPANY, PLACES, SeatingFields
from league.forms.standings.scoring import (
    FINAL,
    MORE,
    MORE_VALUES,
    TIES,
    TOGETHER,
    ScoringFields,
    value_fields,
    value_initial,
    value_of,
)
from league.queries.standings.stage_scoring import scoring_from_json
from league.seating.methods import METHODS
from league.standings.errors import StandingsError
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django_stubs_ext import StrOrPromise

    from league.core.errors import LeagueError
    from league.models import Season, Stage
    from league.services.occasions.stages import StageFields

METHOD_WORDS = {
    "random": _("Random, fewest repeats"),
    "swiss": _("By standings: similar scores meet"),
    "balanced": _("Balanced: all tables equally strong"),
    "snake": _("Snake through the ranking"),
    "fixed": _("A fixed list"),
}


class StageForm(SeatingFields, ScoringFields, Chosen):
    """How a stage seats and scores."""

    HAS_CHAIN = True

    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    mode = forms.ChoiceField(
        label=_("Kind of play"),
        choices=StageMode.choices,
        help_text=_("Fixtures: you say until when, and the people of each table find a day."),
    )
    ruleset = forms.ChoiceField(label=_("Game"))
    rulesets = forms.MultipleChoiceField(
        label=_("Other games on offer"), required=False, widget=forms.CheckboxSelectMultiple
    )
    method = forms.ChoiceField(label=_("Seating"))
    size_preferred = forms.IntegerField(label=_("Preferred table size"), min_value=1, max_value=12)
    size_min = forms.IntegerField(
        label=_("Smallest table"), min_value=1, max_value=12, required=False
    )
    size_max = forms.IntegerField(
        label=_("Largest table"), min_value=1, max_value=12, required=False
    )
    max_tables = forms.IntegerField(
        label=_("Tables in the room"), min_value=1, max_value=500, required=False
    )
    scheme = forms.ChoiceField(label=_("Points scheme"))
    auto_publish = forms.BooleanField(
        label=_("Publish standings as results come in"), required=False
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes per round"), min_value=1, max_value=600, required=False
    )
    clock_starts = forms.BooleanField(
        label=_("Start the clock when a round is published"), required=False
    )
    plays_here = forms.BooleanField(
        label=_("Tables may play in the browser"),
        required=False,
        help_text=_("The result then enters the table's sheet automatically."),
    )
    play_clock = forms.ChoiceField(
        label=_("Clock in the browser"),
        required=False,
        help_text=_(
            "Each player's time for the whole match, and what every decision adds. When it runs "
            "out, a bot decides: the result still counts, with a note. Matches that have begun "
            "keep their clock."
        ),
    )
    source_season = forms.ChoiceField(
        label=_("The final of this season"),
        required=False,
        help_text=_("You call up its best players at the desk, under the standings."),
    )
    GROUPS: ClassVar[tuple[tuple[StrOrPromise, tuple[str, ...], bool], ...]] = (
        (_("Games"), ("mode", "ruleset", "rulesets"), False),
        (_("Tables"), ("method", "size_preferred"), False),
        (
            _("More about tables"),
            ("size_min", "size_max", "max_tables", "name", "plays_here", "play_clock"),
            True,
        ),
        (_("Clock"), ("round_minutes", "clock_starts"), True),
        (_("Who meets whom again"), COMPANY, True),
        (_("Fairness and costs"), BALANCE, True),
        (_("Rooms and tables"), PLACES, True),
        (_("Points and ranking"), ("scheme", *CHAIN, "auto_publish"), False),
        (
            _("Rounds without a match"),
            tuple(
                field
                for name in ("bye", *MORE_VALUES, "late", "no_show")
                for field in (name, f"{name}_points")
            ),
            True,
        ),
        (_("More about scoring"), MORE, True),
        (_("Games won or lost together"), TOGETHER, True),
        (_("What tie-breaks use"), TIES, True),
        (_("What carries over into a final"), ("source_season", *FINAL), True),
    )
    VALUES = ("bye", "late", "no_show")

    # Django's form takes free keywords.
    def __init__(
        self, *args: Any, seasons: Iterable[Season] = (), clock: str = "", **kwargs: Any
    ) -> None:
        """``seasons`` are those whose final this may be, ``clock`` is the one that is set."""
        self.season_rows = {str(row.pk): row for row in seasons}
        super().__init__(*args, **kwargs)
        set_choices(
            self.fields["source_season"],
            [("", "–"), *((key, row.name) for key, row in self.season_rows.items())],
        )
        set_choices(self.fields["play_clock"], clock_choices.choices(clock))
        set_choices(
            self.fields["method"],
            [(method.key, str(METHOD_WORDS.get(method.key, method.key))) for method in METHODS],
        )
        for name in self.VALUES:
            value_fields(self, name)

    def fields_of(self) -> StageFields:
        """What the form says, as ``services.stages`` takes it."""
        data = self.cleaned_data
        season = self.season_rows.get(data["source_season"])
        reserve, increment = clock_choices.read(data["play_clock"])
        return {
            "source_season": season,
            "name": data["name"],
            "mode": StageMode(data["mode"]),
            "ruleset": self.ruleset_rows[data["ruleset"]],
            "rulesets": [self.ruleset_rows[key] for key in data["rulesets"]],
            "method": data["method"],
            "size_preferred": data["size_preferred"],
            "size_min": data["size_min"],
            "size_max": data["size_max"],
            "max_tables": data["max_tables"],
            "seating": self.seating(),
            "scheme": self.spec_of(data["scheme"]),
            "chain": self.chain(),
            "bye": value_of(self, "bye"),
            "late": value_of(self, "late"),
            "no_show": value_of(self, "no_show"),
            "scoring": self.scoring(),
            "auto_publish": data["auto_publish"],
            "round_minutes": data["round_minutes"],
            "clock_starts": data["clock_starts"],
            "plays_here": data["plays_here"],
            "play_reserve": reserve,
            "play_increment": increment,
        }

    @classmethod
    def initial_of(cls, stage: Stage) -> dict[str, object]:
        values: dict[str, object] = {}
        for name in cls.VALUES:
            values |= value_initial(name, {"kind": "zero", **getattr(stage, name)})
        return {
            "version": stage.version,
            "name": stage.name,
            "mode": stage.mode,
            "ruleset": str(stage.ruleset_id),
            "rulesets": [str(row.pk) for row in stage.rulesets.all()],
            "method": stage.method,
            "size_preferred": stage.size_preferred,
            "size_min": stage.size_min,
            "size_max": stage.size_max,
            "max_tables": stage.max_tables,
            **cls.seating_initial(stage.seating),
            **cls.scoring_initial(stage.scoring),
            **chain_initial(stage.chain),
            **values,
            "auto_publish": stage.auto_publish,
            "round_minutes": stage.round_minutes,
            "clock_starts": stage.clock_starts,
            "plays_here": stage.plays_here,
            "play_clock": clock_choices.key_of(stage.play_reserve, stage.play_increment),
            "source_season": str(stage.source_season_id or ""),
        }

    def filled_in(self, stage: Stage) -> Stage:
        """An unsaved copy of ``stage`` with what the form says, as far as it can be read."""
        row = copy.copy(stage)
        data = (
            self.cleaned_data if self.is_bound and hasattr(self, "cleaned_data") else self.initial
        )
        for name in data.keys() & {"kind", "size_min", "size_max"}:
            setattr(row, name, data[name])
        if "scheme" in data:
            row.scheme = self.spec_of(data["scheme"])
        if "chain_0" in data:
            row.chain = [data[link] for link in CHAIN if data.get(link)]
        if data.get("ruleset") in self.ruleset_rows:
            row.ruleset = self.ruleset_rows[data["ruleset"]]
        if "source_season" in data:
            row.source_season = self.season_rows.get(data["source_season"])
        if "weight" in data:
            weight = data["weight"].strip().replace(",", ".")
            with contextlib.suppress(StandingsError):  # said at the field, by who stores it
                scoring = {**row.scoring, "weight": weight or "1"}
                scoring_from_json(scoring)
                row.scoring = scoring
        return row

    def remark(self, remarks: Iterable[LeagueError]) -> None:
        """Says each remark at its field; of the chain where one more criterion would go."""
        for one in remarks:
            name = one.field
            if name == "chain":
                last = max(n for n, link in enumerate(CHAIN) if n == 0 or self[link].value())
                name = CHAIN[min(last + 1, len(CHAIN) - 1)]
            self[name].help_text = sentence(one)  # the field as the page shows it


class NewStageForm(StageForm):
    """A further stage: what it is, and everything that any stage has."""

    kind = forms.ChoiceField(
        label=_("Which stage"),
        choices=[
            (kind.value, kind.label)
            for kind in (StageKind.SEMI_FINAL, StageKind.FINAL, StageKind.MAIN)
        ],
    )

    GROUPS = (
        (_("Stage"), ("kind", "name"), False),
        *(
            (title, tuple(name for name in names if name != "name"), is_extra)
            for title, names, is_extra in StageForm.GROUPS
        ),
    )

    def fields_of(self) -> StageFields:
        fields = super().fields_of()
        if fields["source_season"] is None:
            del fields["source_season"]  # then the stage before it is where its people come from
            fields["kind"] = StageKind(self.cleaned_data["kind"])
        return fields

    @classmethod
    def initial_of(cls, stage: Stage) -> dict[str, object]:
        """The settings of the stage before, for a stage of its own."""
        kind = StageKind.FINAL if stage.kind == StageKind.SEMI_FINAL else StageKind.SEMI_FINAL
        return {**super().initial_of(stage), "version": None, "name": "", "kind": kind.value}

    def filled_in(self, stage: Stage) -> Stage:
        """The stage that would be added after ``stage``."""
        row = super().filled_in(stage)
        row.pk = None
        return row
