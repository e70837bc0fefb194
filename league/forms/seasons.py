"""The form of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import CountingRule, CountingUnit
from league.forms.chosen import CHAIN, Chosen, chain_initial, day_input
from league.forms.seating import BALANCE, COMPANY, PLACES, SeatingFields

if TYPE_CHECKING:
    from league.models import Season
    from league.services.seasons import SeasonFields


class SeasonForm(SeatingFields, Chosen):
    """Everything about a season; all but the first three have sensible defaults."""

    HAS_CHAIN = True

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = forms.DateField(label=_("First day"), widget=day_input())
    ends_on = forms.DateField(
        label=_("Last day"), widget=day_input(), help_text=_("This day still belongs to it.")
    )
    ruleset = forms.ChoiceField(label=_("Usual game"), required=False)
    counting = forms.ChoiceField(label=_("What counts"), choices=CountingRule.choices)
    counting_n = forms.IntegerField(
        label=_("How many count"),
        required=False,
        min_value=1,
        max_value=10_000,
        help_text=_("How many are the best or the worst, or are added to an average."),
    )
    counting_unit = forms.ChoiceField(
        label=_("Counted in"), choices=CountingUnit.choices, required=False
    )
    min_matches = forms.IntegerField(
        label=_("Ranked from how many"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=_("Who has fewer is listed without a rank."),
    )
    scheme = forms.ChoiceField(
        label=_("Points scheme of new evenings"),
        help_text=_("Evenings that exist keep their own."),
    )
    rank_guests = forms.BooleanField(label=_("Guests are ranked too"), required=False)
    auto_publish = forms.BooleanField(
        label=_("Publish standings as results come in"), required=False
    )
    GROUPS = (
        (_("Season"), ("name", "starts_on", "ends_on", "ruleset"), False),
        (
            _("Counting"),
            ("counting", "counting_n", "counting_unit", "min_matches", "rank_guests"),
            False,
        ),
        (_("Points and ranking"), ("scheme", *CHAIN, "auto_publish"), True),
        (_("Seating of new evenings"), (*COMPANY, *BALANCE, *PLACES), True),
    )

    def fields_of(self) -> SeasonFields:
        """What the form says, as ``services.seasons`` takes it."""
        data = self.cleaned_data
        counting = CountingRule(data["counting"])
        return {
            "name": data["name"],
            "starts_on": data["starts_on"],
            "ends_on": data["ends_on"],
            "ruleset": self.ruleset_rows.get(data["ruleset"]),
            "counting": counting,
            "counting_n": (
                None if counting in {CountingRule.SUM, CountingRule.AVERAGE} else data["counting_n"]
            ),
            "counting_unit": CountingUnit(data["counting_unit"] or CountingUnit.MATCHES),
            "min_matches": data["min_matches"] or 0,
            "scheme": self.spec_of(data["scheme"]),
            "chain": self.chain(),
            "seating": self.seating(),
            "rank_guests": data["rank_guests"],
            "auto_publish": data["auto_publish"],
        }

    @classmethod
    def initial_of(cls, season: Season) -> dict[str, object]:
        return {
            "version": season.version,
            "name": season.name,
            "starts_on": season.starts_on,
            "ends_on": season.ends_on,
            "ruleset": str(season.ruleset_id or ""),
            "counting": season.counting,
            "counting_n": season.counting_n,
            "counting_unit": season.counting_unit,
            "min_matches": season.min_matches,
            **chain_initial(season.chain),
            **cls.seating_initial(season.seating),
            "rank_guests": season.rank_guests,
            "auto_publish": season.auto_publish,
        }
