"""What an address is told of, and when; and a new e-mail address."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.notices import NoticeKind

_CLOCK = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def _days() -> list[tuple[str, str]]:
    days = [
        (str(number), gettext("Once a week: %(day)s") % {"day": WEEKDAYS[number - 1]})
        for number in range(1, 8)
    ]
    return [("", gettext("At once")), *days]


def _hours() -> list[tuple[str, str]]:
    return [(str(hour), time_format(time(hour), "TIME_FORMAT")) for hour in range(24)]


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

    weekly_day = forms.TypedChoiceField(
        label=_("Standings and seasons"),
        required=False,
        choices=_days,
        coerce=int,
        empty_value=None,
        help_text=_("Once a week you get all of it in one message. Everything else comes at once."),
    )
    weekly_hour = forms.TypedChoiceField(
        label=_("Time of the weekly message"),
        required=False,
        choices=_hours,
        coerce=int,
        empty_value=None,
        help_text=_("By the club's clock."),
    )

    # Django's forms take free keywords.
    def __init__(
        self, *args: Any, kinds: Iterable[NoticeKind], can_be_weekly: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if not can_be_weekly:
            del self.fields["weekly_day"], self.fields["weekly_hour"]
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

    @property
    def weekly(self) -> tuple[int, int] | None:
        """Day and hour of the weekly message; None: at once."""
        day = self.cleaned_data.get("weekly_day")
        if day is None:
            return None
        hour = self.cleaned_data["weekly_hour"]
        return day, 18 if hour is None else hour


class MailForm(forms.Form):
    """One more e-mail address."""

    address = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
