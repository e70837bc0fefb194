"""What somebody says who opens a table. The services check; the form asks."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import all_games
from league.core.enums import PlayAccess

MOST_SEATS = 6


class OpenTableForm(forms.Form):
    """A game, how many seats, who may come."""

    template_name = "components/_form.html"

    game = forms.ChoiceField(label=_("Game"))
    size = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Bots among them"),
        coerce=int,
        initial=0,
        help_text=_("You can add bots later, too."),
    )
    access = forms.ChoiceField(
        label=_("Who can join"), choices=PlayAccess.choices, widget=forms.RadioSelect
    )
    name = forms.CharField(label=_("Your name"), max_length=40, required=False)

    def __init__(self, *args: object, asks_name: bool, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        played = [package for package in all_games() if package.play is not None]
        self.fields["game"].choices = [(each.key, gettext(each.title)) for each in played]  # type: ignore[attr-defined]
        low = min(min(each.seats) for each in played)
        sizes = range(low, MOST_SEATS + 1)
        self.fields["size"].choices = [(size, str(size)) for size in sizes]  # type: ignore[attr-defined]
        self.fields["bots"].choices = [(count, str(count)) for count in range(MOST_SEATS)]  # type: ignore[attr-defined]
        self.fields["size"].initial = 4
        self.fields["access"].initial = PlayAccess.LOBBY
        self.fields["name"].required = asks_name
