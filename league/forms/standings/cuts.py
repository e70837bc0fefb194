"""The form of a cut: how many go on, to what, and how a tie at the line is parted."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.enums import StageKind

KINDS = [
    (StageKind.FINAL.value, StageKind.FINAL.label),
    (StageKind.SEMI_FINAL.value, StageKind.SEMI_FINAL.label),
]
CHOICES = [
    ("lot", _("Draw lots now (the draw is recorded)")),
    ("play_off", _("They played for it: enter their order")),
    ("widen", _("Let all of them advance")),
]


class CutForm(forms.Form):
    """Size and kind; with people level across the line also how they are parted."""

    size = forms.IntegerField(label=_("How many advance"), min_value=2, max_value=500)
    kind = forms.ChoiceField(label=_("To which stage"), choices=KINDS)
    winners_first = forms.BooleanField(label=_("Table winners advance first"), required=False)
    byes = forms.IntegerField(
        label=_("How many skip to the final"),
        min_value=0,
        max_value=498,
        required=False,
        help_text=_(
            "Only for a semi-final, by rank; they count among those who advance. A tie at "
            "this line is played off. Leave empty for none."
        ),
    )
    choice = forms.ChoiceField(
        label=_("Tied at the cut"),
        choices=CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: object, level: Sequence[tuple[int, str]] = (), **more: object):
        """``level``: numbers and names of those who are level across the line."""
        super().__init__(*args, **more)  # type: ignore[arg-type]  # the framework's own arguments
        self.level = level
        if not level:
            del self.fields["choice"]
        for player, name in level:
            self.fields[f"place_{player}"] = forms.IntegerField(
                label=_("Place of %(name)s in the play-off") % {"name": name},
                min_value=1,
                max_value=len(level),
                required=False,
            )

    def order(self) -> tuple[int, ...]:
        """Players by the place typed; whoever has none is left out."""
        placed = [
            (self.cleaned_data[f"place_{player}"], player)
            for player, _name in self.level
            if self.cleaned_data.get(f"place_{player}")
        ]
        return tuple(player for _place, player in sorted(placed))
