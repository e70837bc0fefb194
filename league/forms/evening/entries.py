"""Forms about one entry of an event. The services check; forms ask."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

KEEP, VOID = "keep", "void"


class DisqualifyForm(forms.Form):
    """Why somebody is disqualified, and whether their results count on."""

    results = forms.ChoiceField(
        label=_("Results so far"),
        choices=[(KEEP, _("still count")), (VOID, _("no longer count"))],
        widget=forms.RadioSelect,
        help_text=_("Results of the others at the same tables stay as they are."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=400, help_text=_("Kept in the journal."))

    @property
    def keeps(self) -> bool:
        return bool(self.cleaned_data["results"] == KEEP)
