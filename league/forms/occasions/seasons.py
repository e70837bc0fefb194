"""The form of a season."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from league.core.enums import CountingRule, CountingUnit, PeriodKind
from league.forms.chosen import (
    CHAIN,
    Chosen,
    DayField,
    chain_initial,
    day_input,
    listed_numbers,
    time_input,
)
from league.forms.seating.seating import BALANCE, COMPANY, PLACES, SeatingFields
from league.times.periods import turns_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import Season
    from league.services.occasions.seasons import SeasonFields
    from league.standings.types import JSON as SpecJSON
    from league.times.periods import Turns


TURNS = ("periods", "turn_weekday", "turn_day", "turn_days", "turn_time", "turn_zone")


class SeasonForm(SeatingFields, Chosen):
    """Everything about a season; all but the first three have sensible defaults."""

    HAS_CHAIN = True

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = DayField(label=_("First day"), widget=day_input())
    ends_on = DayField(
        label=_("Last day"), widget=day_input(), help_text=_("This day is included.")
    )
    ruleset = forms.ChoiceField(label=_("Usual game"), required=False)
    counting = forms.ChoiceField(label=_("What counts"), choices=CountingRule.choices)
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
    leave_out = forms.IntegerField(
        label=_("Worst results to drop from an average"),
        required=False,
        min_value=0,
        max_value=10_000,
    )
    judged = forms.ChoiceField(
        label=_("When evenings are weighted, drop the worst"),
        choices=[
            ("after", _("after weighting")),
            ("before", _("before weighting")),
            ("best", _("whichever is best for the player")),
        ],
        required=False,
    )
    minimum_unit = forms.ChoiceField(
        label=_("Minimum counted in"),
        choices=[("", _("the same as above")), *CountingUnit.choices],
        required=False,
    )
    guest_minimum = forms.IntegerField(
        label=_("Matches or evenings guests need for a rank"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=_("Leave empty for the same as members."),
    )
    attendance = forms.CharField(
        label=_("Points for every evening played"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )
    sit_out = forms.CharField(
        label=_("Points for every round sitting out"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )
    places = forms.CharField(
        label=_("Points for the places of an evening"),
        required=False,
        max_length=300,
        help_text=_("From first place down, such as 25 20 16. Leave empty for the usual list."),
    )
    scheme = forms.ChoiceField(
        label=_("Points scheme of new evenings"),
        help_text=_("Existing evenings keep theirs."),
    )
    periods = forms.ChoiceField(
        label=_("Standings for parts of the season"),
        choices=PeriodKind.choices,
        required=False,
        help_text=_("Each week or month also gets its own standings."),
    )
    turn_weekday = forms.TypedChoiceField(
        label=_("Week starts on"),
        choices=[(n, WEEKDAYS[n - 1]) for n in range(1, 8)],
        coerce=int,
        required=False,
    )
    turn_day = forms.IntegerField(
        label=_("Month starts on day"),
        required=False,
        min_value=1,
        max_value=31,
        help_text=_("In shorter months: the last day."),
    )
    turn_days = forms.CharField(
        label=_("Chosen days"),
        required=False,
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Such as 2026-03-04 2026-04-01. The time before the first day is a part of its own."
        ),
    )
    turn_time = forms.TimeField(
        label=_("Starts at"),
        required=False,
        widget=time_input(),
        help_text=_("Leave empty for midnight."),
    )
    turn_zone = forms.CharField(
        label=_("Time zone for this"),
        required=False,
        max_length=64,
        help_text=_("A time zone such as America/New_York. Leave empty for the club's."),
    )
    rank_guests = forms.BooleanField(label=_("Rank guests too"), required=False)
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
        (
            _("More about counting"),
            (
                *("attendance", "sit_out", "places", "leave_out", "judged"),
                *("minimum_unit", "guest_minimum"),
            ),
            True,
        ),
        (_("Weeks and months"), TURNS, True),
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
            "counting_more": self._more(counting),
            "periods": self._turns(),
            "scheme": self.spec_of(data["scheme"]),
            "chain": self.chain(),
            "seating": self.seating(),
            "rank_guests": data["rank_guests"],
            "auto_publish": data["auto_publish"],
        }

    def _more(self, counting: CountingRule) -> dict[str, SpecJSON]:
        """The further keys of ``league.standings.rules``; what is empty is the usual."""
        data = self.cleaned_data
        more: dict[str, SpecJSON] = {"judged": data["judged"] or "after"}
        for name in ("attendance", "sit_out"):
            if text := data[name].strip().replace(",", "."):
                more[name] = text
        if data["places"].strip() and counting == CountingRule.EVENING_PLACES:
            more["places"] = listed_numbers(data["places"])
        if data["leave_out"] and counting == CountingRule.AVERAGE:
            more["k"] = data["leave_out"]
        if data["minimum_unit"]:
            more["minimum_unit"] = data["minimum_unit"]
        if data["guest_minimum"] is not None:
            more["guest_minimum"] = data["guest_minimum"]
        return more

    def _turns(self) -> dict[str, object]:
        """What ``league.times.periods`` reads; a kind is told its own value alone."""
        data = self.cleaned_data
        kind = data["periods"] or PeriodKind.NONE
        if kind == PeriodKind.NONE:
            return {}
        at = data["turn_time"]
        spec: dict[str, object] = {
            "kind": kind,
            "time": f"{at:%H:%M}" if at else "00:00",
            "zone": data["turn_zone"].strip(),
        }
        if kind == PeriodKind.WEEK:
            return {**spec, "weekday": data["turn_weekday"] or 1}
        if kind == PeriodKind.MONTH:
            return {**spec, "day": data["turn_day"] or 1}
        return {**spec, "days": re.findall(r"[^\s,;]+", data["turn_days"])}

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
            **cls._more_initial(season.counting_more),
            **cls.turns_initial(turns_of(season)),
            **chain_initial(season.chain),
            **cls.seating_initial(season.seating),
            "rank_guests": season.rank_guests,
            "auto_publish": season.auto_publish,
        }

    @staticmethod
    def _more_initial(more: Mapping[str, Any]) -> dict[str, object]:
        return {
            "judged": more.get("judged", "after"),
            "attendance": more.get("attendance", ""),
            "sit_out": more.get("sit_out", ""),
            "places": " ".join(str(one) for one in more.get("places", ())),
            "leave_out": more.get("k"),
            "minimum_unit": more.get("minimum_unit") or "",
            "guest_minimum": more.get("guest_minimum"),
        }

    @staticmethod
    def turns_initial(turns: Turns) -> dict[str, object]:
        return {
            "periods": turns.kind.value,
            "turn_weekday": turns.weekday,
            "turn_day": turns.day,
            "turn_days": " ".join(day.isoformat() for day in turns.days),
            "turn_time": turns.at,
            "turn_zone": turns.zone,
        }
