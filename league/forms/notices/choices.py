"""What an address is told of, and when; and a new e-mail address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import time

    from league.core.notices import NoticeKind

_CLOCK = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class ChoiceForm(forms.Form):
    """Kinds of messages, and quiet hours: both ends of them or none."""

    wanted = forms.MultipleChoiceField(
        label=_("What you hear about"), required=False, widget=forms.CheckboxSelectMultiple
    )
    quiet_from = forms.TimeField(label=_("Quiet hours from"), required=False, widget=_CLOCK)
    quiet_until = forms.TimeField(
        label=_("Quiet hours until"),
        required=False,
        widget=_CLOCK,
        help_text=_(
            "By the club's clock. What happens at your table tonight comes anyway; the rest waits."
        ),
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, kinds: Iterable[NoticeKind], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["wanted"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(kind.value, kind.label) for kind in kinds]

    def clean(self) -> dict[str, Any]:  # as Django has it
        found = super().clean() or {}
        begin, end = found.get("quiet_from"), found.get("quiet_until")
        if (begin is None) != (end is None):
            self.add_error("quiet_until", _("Enter both times, or neither."))
        return found

    @property
    def quiet(self) -> tuple[time, time] | None:
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        return None if begin is None or end is None else (begin, end)


class MailForm(forms.Form):
    """One more e-mail address."""

    address = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
