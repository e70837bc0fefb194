"""How a list is rated: the engine and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.chosen import Versioned
from league.ratings.plackett_luce import PlackettLuce
from league.ratings.registry import ENGINES, engine

if TYPE_CHECKING:
    from league.models import RatingScope
    from league.ratings.contract import Settings


class RatingForm(Versioned):
    """The settings a club decides on; the others of an engine stay as they are."""

    engine = forms.ChoiceField(
        label=_("Rating method"),
        choices=lambda: [(made.key, gettext(made.label)) for made in ENGINES],
    )
    beta = forms.FloatField(
        label=_("Luck"),
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_(
            "For Plackett–Luce: about 8 for games of skill, 17 for games with a lot of luck."
        ),
    )
    k = forms.FloatField(
        label=_("Points at stake (K)"),
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_("For Elo: the most that one match can change."),
    )
    falling = forms.BooleanField(
        label=_("Newcomers' ratings move faster"),
        required=False,
        help_text=_("For Elo: the stake falls from 60 to 14 over the first 30 matches."),
    )
    provisional = forms.IntegerField(
        label=_("Matches before a rank is shown"), min_value=0, max_value=1000
    )
    include_guests = forms.BooleanField(label=_("Rate guests too"), required=False)

    @staticmethod
    def initial_of(scope: RatingScope) -> dict[str, object]:
        """What the form begins with: the scope's settings, the usual ones of the other engine."""
        usual = {**engine("elo_pairs", {}).settings(), **engine("plackett_luce", {}).settings()}
        settings = {**usual, **scope.settings}
        return {
            "engine": scope.engine,
            "beta": settings["beta"],
            "k": settings["k"],
            "falling": settings["provisional"],
            "provisional": scope.provisional,
            "include_guests": scope.include_guests,
            "version": scope.version,
        }

    def settings(self, scope: RatingScope) -> Settings:
        """The settings of the chosen engine."""
        chosen = self.cleaned_data["engine"]
        kept = dict(scope.settings) if scope.engine == chosen else {}
        if chosen == PlackettLuce.key:
            return kept | {"beta": self.cleaned_data["beta"]}
        return kept | {"k": self.cleaned_data["k"], "provisional": self.cleaned_data["falling"]}


class LuckForm(forms.Form):
    """How much luck one ruleset has; empty: as the ratings of its game say."""

    beta = forms.FloatField(
        label=_("Luck"),
        required=False,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_(
            "8 for pure skill, 17 for a lot of luck. Leave empty for the game's own setting."
        ),
    )
