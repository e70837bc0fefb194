"""Forms of fixtures: how many matches until when, and the times at which a table could play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.forms.chosen import DayField, day_input
from league.queries.seating.fixtures import MOST_MATCHES
from league.services.evening.appointments import LONGEST_PLACE, MOST_MOMENTS
from league.times import wall_time

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from django_stubs_ext import StrOrPromise

TIMES = tuple(f"time_{n}" for n in range(1, MOST_MOMENTS + 1))
_READ = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")


class WallTimeField(forms.CharField):
    """A moment as the clock of the room shows it; read in the zone of the event."""

    def __init__(self, *, label: StrOrPromise, required: bool = False) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_READ[0])
        super().__init__(label=label, required=required, widget=widget)

    def clean(self, value: object) -> datetime | None:
        text = super().clean(value)
        if not text:
            return None
        naive = forms.DateTimeField(input_formats=_READ)
        found: datetime | None = naive.clean(text)
        return found.replace(tzinfo=None) if found is not None else None


class DrawForm(forms.Form):
    """How many matches everybody plays, and until when.

    No field is called ``matches``: in a browser that hides what every element can say of itself.
    """

    each = forms.IntegerField(
        label=_("Matches each"),
        min_value=1,
        max_value=MOST_MATCHES,
        initial=4,
        help_text=_("Where the numbers don't fit, some play one more."),
    )
    due_on = DayField(label=_("Last day"), widget=day_input(), required=False)


class DueForm(forms.Form):
    """Another last day for the tables ticked."""

    due_on = DayField(label=_("New last day"), widget=day_input(), required=False)


class TimesForm(forms.Form):
    """Up to five times at which somebody could play."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # the framework's own arguments
        for n, name in enumerate(TIMES, start=1):
            label = _("Day and time") if n == 1 else _("Day and time %(n)s") % {"n": n}
            self.fields[name] = WallTimeField(label=label, required=n == 1)

    def moments(self, zone: ZoneInfo) -> list[datetime]:
        walls = [self.cleaned_data[name] for name in TIMES]
        return [wall_time.moment(wall, zone) for wall in walls if wall is not None]

    @property
    def first(self) -> forms.BoundField:
        return self[TIMES[0]]

    @property
    def others(self) -> list[forms.BoundField]:
        return [self[name] for name in TIMES[1:]]


class PlaceForm(forms.Form):
    """Where a match is played."""

    place = forms.CharField(
        label=pgettext_lazy("venue", "Place"), max_length=LONGEST_PLACE, required=False
    )


class FixForm(PlaceForm):
    """When and where a match is played, as an organizer writes it down."""

    at = WallTimeField(label=_("Day and time"), required=True)
    field_order = ("at", "place")

    def moment(self, zone: ZoneInfo) -> datetime:
        return wall_time.moment(self.cleaned_data["at"], zone)
