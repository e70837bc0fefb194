"""The form of a new webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core import hooks
from league.core.enums import WebhookRights
from league.core.errors import BadInput
from league.words.reach_phrases import GROUPS
from league.words.sentences import sentence


class WebhookForm(forms.Form):
    """Where, what, and with whose eyes."""

    address = forms.CharField(
        label=_("Address"),
        max_length=2000,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        help_text=_("Where your program or service takes messages."),
    )
    rights = forms.ChoiceField(
        label=_("May be sent"),
        choices=WebhookRights.choices,
        initial=WebhookRights.PUBLIC,
        widget=forms.RadioSelect,
        help_text=_(
            "Organizers can read who did what, results that are withheld and events that are not "
            "announced. Choose this only for a program of your own."
        ),
    )
    groups = forms.MultipleChoiceField(
        label=_("About"),
        choices=list(GROUPS.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["results", "standings", "rounds", "events"],
        help_text=_("Sign-ups, people, rules and the club itself are for organizers only."),
    )

    def clean(self) -> dict[str, Any]:  # the framework's: fields of many types
        data = super().clean() or {}
        is_public = data.get("rights") == WebhookRights.PUBLIC
        for group in data.get("groups", ()):
            if is_public and not hooks.kinds_of(group, public=True):
                told = BadInput("webhook_not_public", value=str(GROUPS[group]))
                self.add_error("groups", sentence(told))
        return data

    @property
    def types(self) -> list[str]:
        """The kinds of lines that were chosen by what they are about."""
        public = self.cleaned_data["rights"] == WebhookRights.PUBLIC
        return [
            kind
            for group in self.cleaned_data["groups"]
            for kind in hooks.kinds_of(group, public=public)
        ]
