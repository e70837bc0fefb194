"""How a regional table counts: what of a season's rule makes sense over several clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.enums import CountingRule, CountingUnit
from league.queries.occasions.season_rule import NUMBERS

if TYPE_CHECKING:
    from league.standings.types import JSON as SpecJSON


class RegionForm(forms.Form):
    """The rule; whatever is left out is as in a season that adds everything."""

    counting = forms.ChoiceField(
        label=_("What counts"), choices=CountingRule.choices, required=False
    )
    counting_n = forms.IntegerField(
        label=_("How many results count"),
        required=False,
        min_value=1,
        max_value=10_000,
        help_text=_("For “best n”, “worst k” or an average."),
    )
    counting_unit = forms.ChoiceField(
        label=_("Counted by"), choices=CountingUnit.choices, required=False
    )
    min_matches = forms.IntegerField(
        label=_("Matches or evenings needed for a rank"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=_("Players with fewer are listed without a rank."),
    )

    @property
    def rule(self) -> dict[str, SpecJSON]:
        """The rule as ``league.standings.rules`` reads it."""
        data = self.cleaned_data
        kind = data["counting"] or CountingRule.SUM.value
        found: dict[str, SpecJSON] = {
            "kind": kind,
            "unit": data["counting_unit"] or CountingUnit.MATCHES.value,
            "minimum": data["min_matches"] or 0,
        }
        if kind in NUMBERS and data["counting_n"] is not None:
            found[NUMBERS[kind]] = data["counting_n"]
        return found
