"""Forms of presets: the name of a new one, and which one to begin from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.forms.chosen import CHAIN, Versioned, chain_initial
from league.forms.occasions.seasons import TURNS, SeasonForm
from league.forms.standings.scoring import value_initial
from league.queries.occasions.presets import season_row

if TYPE_CHECKING:
    from league.queries.occasions.presets import Offered


class PresetForm(Versioned):
    """The name under which a set of rules is kept, or is to be kept from now on."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        help_text=_("Your club's name for it, such as “Our league night”."),
    )


class KeepForm(PresetForm):
    """The name of a new preset; where there is one of that name, whether to take its place."""

    replaces = forms.BooleanField(
        label=_("Replace its rules with these"),
        required=False,
        widget=forms.HiddenInput,
    )

    offered = forms.CharField(required=False, widget=forms.HiddenInput)

    def offer_to_replace(self, name: str, version: int) -> None:
        """Asks whether the preset of this name, in this version, is to get these rules."""
        self.take_version(version)
        assert isinstance(self.data, QueryDict)
        self.data["offered"] = name
        self.fields["replaces"].widget = forms.CheckboxInput()

    def is_to_replace(self, name: str) -> bool:
        """Whether that was asked about the preset of this name, and answered with yes."""
        data = self.cleaned_data
        return bool(data["replaces"] and data["offered"] == name)


def chain_of(chain: Sequence[str]) -> dict[str, str]:
    """A chain as the fields show it, further links empty."""
    return {**dict.fromkeys(CHAIN, ""), **chain_initial(chain)}


def season_values(preset: Offered) -> dict[str, object]:
    """What a preset fills into the form of a season; the scheme is a choice of its own."""
    row = season_row(preset.season or {})
    others = {"version", "name", "starts_on", "ends_on", "ruleset", "auto_publish"}
    others |= SeasonForm.seating_initial({}).keys() | set(TURNS)
    filled = {k: value for k, value in SeasonForm.initial_of(row).items() if k not in others}
    return {**filled, **chain_of(row.chain)}


def stage_values(preset: Offered) -> dict[str, object]:
    """What a preset fills into the form of a stage."""
    part = preset.stage
    values: dict[str, object] = {**chain_of(part["chain"])}
    for name in ("bye", "late", "no_show"):
        if name in part:
            values |= value_initial(name, {"kind": "zero", **part[name]})
    return values
