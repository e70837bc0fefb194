"""The form of "What do I need?": who, which rank, and what is still to come."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_RANK, MOST_EVENINGS, MOST_MATCHES = 10_000, 60, 20
SIZES = (2, 6)


class NeedForm(forms.Form):
    """Read from the address; ``people`` are the rows of the standing, by number and name."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    rank = forms.IntegerField(label=_("Rank to reach"), min_value=1, max_value=MOST_RANK)
    evenings = forms.IntegerField(label=_("Evenings left"), min_value=1, max_value=MOST_EVENINGS)
    # Not "matches": a form with a field of that name hides the method that scripts ask it by.
    per_evening = forms.IntegerField(
        label=_("Matches on each evening"),
        min_value=1,
        max_value=MOST_MATCHES,
        required=False,
        help_text=_("Leave empty for the usual number."),
    )
    size = forms.IntegerField(
        label=_("Players at a table"),
        min_value=SIZES[0],
        max_value=SIZES[1],
        required=False,
        help_text=_("Leave empty for the usual number."),
    )

    def __init__(
        self, data: object, *, people: Sequence[tuple[int, str]], initial: dict[str, object]
    ) -> None:
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a mapping of texts, or None
        field = self.fields["player"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = people
