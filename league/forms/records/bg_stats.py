"""The form of a file of BG Stats. The reading checks; the form asks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class BgStatsForm(forms.Form):
    """The file to look at, and what becomes of people and games that the club does not know."""

    file = forms.FileField(
        label=_("File of BG Stats"),
        help_text=_(
            "The app's export of all data, as it is (up to 24 MB) or zipped (up to 2.9 MB)."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,.zip,application/json,application/zip"}),
    )
    create_players = forms.BooleanField(label=_("Add unknown people as guests"), required=False)
    create_games = forms.BooleanField(label=_("Add missing games to the shelf"), required=False)

    # Django's forms take free keywords.
    def __init__(
        self,
        *args: Any,
        may_add_people: bool = False,
        may_add_games: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not may_add_people:
            del self.fields["create_players"]
        if not may_add_games:
            del self.fields["create_games"]
