"""Forms of events: a new one, its settings, a copy, a weekly series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.core.enums import AsksEmail, Confirmation, EventKind, StageMode
from league.forms.chosen import Chosen, DayField, day_input, set_choices, time_input
from league.queries.evening import sign_up_mail
from league.times import wall_time

if TYPE_CHECKING:
    from league.models import Event, Season
    from league.queries.occasions.presets import Offered
    from league.services.occasions.events import EventFields
    from league.services.occasions.stages import StageFields


class EventForm(Chosen):
    """An event. ``front`` names what a new one asks for at once; the rest waits under “More”."""

    name = forms.CharField(label=_("Name"), max_length=120)
    day = DayField(label=_("Day"), widget=day_input())
    begins = forms.TimeField(label=_("Starts at"), widget=time_input())
    ruleset = forms.ChoiceField(label=_("Game"))
    season = forms.ChoiceField(label=_("Season"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=EventKind.choices)
    mode = forms.ChoiceField(
        label=_("Kind of play"),
        choices=StageMode.choices,
        help_text=_("Fixtures: you say until when, and the people of each table find a day."),
    )
    rulesets = forms.MultipleChoiceField(
        label=_("Other games on offer"), required=False, widget=forms.CheckboxSelectMultiple
    )
    size_preferred = forms.IntegerField(
        label=_("Preferred table size"), min_value=1, max_value=12, required=False
    )
    preset = forms.ChoiceField(
        label=_("Preset"), required=False, help_text=_("Leave empty for the season's rules.")
    )
    last_day = DayField(label=_("Last day"), widget=day_input(), required=False)
    ends = forms.TimeField(label=_("Ends at"), widget=time_input(), required=False)
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=200, required=False)
    notes = forms.CharField(
        label=_("Notes for everyone"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    capacity = forms.IntegerField(
        label=_("Maximum number of players"),
        required=False,
        min_value=1,
        max_value=2000,
        help_text=_("Everyone after that goes on the waiting list."),
    )
    offer_hours = forms.IntegerField(
        label=_("Hours to accept a free place"),
        required=False,
        min_value=1,
        max_value=336,
        help_text=_("Leave empty to give it to the first on the waiting list straight away."),
    )
    last_entry_round = forms.IntegerField(
        label=_("Last round late players can join"),
        required=False,
        min_value=1,
        max_value=2000,
    )
    by_name = forms.BooleanField(
        label=_("Anyone can sign up by name"),
        required=False,
        help_text=_("They need no account and come as guests. You can remove them at the desk."),
    )
    needs_code = forms.BooleanField(
        label=_("They need the code at the door"),
        required=False,
        help_text=_("It hangs on a poster in your rooms: print it from the desk."),
    )
    asks_email = forms.ChoiceField(
        label=_("E-mail address when signing up by name"),
        choices=AsksEmail.choices,
        required=False,
        help_text=_(
            "If an address is needed, the place is held for 24 hours, until the link in the e-mail "
            "is used. Only organizers see the addresses, and they are deleted 30 days after the "
            "event."
        ),
    )
    fee = forms.CharField(
        label=_("Fee"),
        required=False,
        max_length=80,
        help_text=_("Shown when people sign up. For example: €5, students €3."),
    )
    confirmation = forms.ChoiceField(label=_("Who confirms results"), choices=Confirmation.choices)
    rank_guests = forms.BooleanField(label=_("Rank guests too"), required=False)
    not_announced = forms.BooleanField(
        label=_("Not announced yet"),
        required=False,
        help_text=_("Only organizers see it until they announce it."),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        required=False,
        max_length=64,
        help_text=_("Only if it differs from the club's."),
    )

    FRONT = ("name", "day", "begins", "ruleset")
    PLACES = {
        "starts_at": "day",
        "ends_at": "ends",
    }

    # Django's form takes free keywords.
    def __init__(
        self,
        *args: Any,
        seasons: Iterable[Season] = (),
        presets: Iterable[Offered] = (),
        with_stage: bool = True,
        **kwargs: Any,
    ) -> None:
        """``presets`` are sets of rules that the stage of a new event may begin from."""
        self.presets = {one.key: one for one in presets}
        self.seasons = {str(row.pk): row for row in seasons}
        super().__init__(*args, **kwargs)
        set_choices(self.fields["season"], _season_choices(self.seasons))
        named = [(key, one.name) for key, one in self.presets.items()]
        set_choices(self.fields["preset"], [("", "–"), *named])
        if not sign_up_mail.is_offered():
            del self.fields["asks_email"]
        if not with_stage:
            for name in ("ruleset", "rulesets", "mode", "size_preferred", "preset"):
                del self.fields[name]
        elif len(self.ruleset_rows) < 2:
            del self.fields["rulesets"]

    @property
    def front(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FRONT if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        return [bound for bound in self if bound.name not in self.FRONT and not bound.is_hidden]

    @property
    def opens_more(self) -> bool:
        """Whether “More” must be open: something is wrong in it, or would turn people away."""
        limits = ("capacity", "last_entry_round")
        return any(bound.errors or (bound.name in limits and bound.value()) for bound in self.more)

    def fields_of(self, zone: ZoneInfo) -> EventFields:
        """What the form says, as ``services.events`` takes it; times are those of ``zone``."""
        data = self.cleaned_data
        own = data["time_zone"]
        if own and wall_time.is_zone(own):
            zone = ZoneInfo(own)
        starts = datetime.combine(data["day"], data["begins"])
        ends = _end(starts, data["last_day"], data["ends"])
        said: EventFields = {
            "name": data["name"],
            "starts_at": wall_time.moment(starts, zone),
            "ends_at": wall_time.moment(ends, zone) if ends else None,
            "season": self.seasons.get(data["season"]),
            "kind": EventKind(data["kind"]),
            "place": data["place"],
            "notes": data["notes"],
            "capacity": data["capacity"],
            "offer_hours": data["offer_hours"],
            "last_entry_round": data["last_entry_round"],
            "by_name": data["by_name"],
            "needs_code": data["needs_code"],
            "fee": data["fee"],
            "confirmation": Confirmation(data["confirmation"]),
            "rank_guests": data["rank_guests"],
            "is_announced": not data["not_announced"],
            "time_zone": own,
        }
        if data.get("asks_email"):
            said["asks_email"] = AsksEmail(data["asks_email"])
        return said

    def stage_of(self) -> StageFields:
        data = self.cleaned_data
        said: StageFields = {
            "ruleset": self.ruleset_rows[data["ruleset"]],
            "mode": StageMode(data["mode"]),
        }
        if others := [key for key in data.get("rulesets", ()) if key != data["ruleset"]]:
            said["rulesets"] = [self.ruleset_rows[key] for key in others]
        if data["size_preferred"]:
            said["size_preferred"] = data["size_preferred"]
        if data["preset"]:
            said = cast("StageFields", {**said, **self.presets[data["preset"]].stage})
        return said

    @staticmethod
    def initial_of(event: Event) -> dict[str, object]:
        zone = wall_time.zone_of(event)
        starts = wall_time.wall(event.starts_at, zone)
        ends = wall_time.wall(event.ends_at, zone) if event.ends_at else None
        is_overnight = ends is not None and ends.date() == starts.date() + timedelta(days=1)
        goes_on = (
            ends is not None
            and ends.date() != starts.date()
            and not (is_overnight and ends.time() <= starts.time())
        )
        return {
            "version": event.version,
            "name": event.name,
            "day": starts.date(),
            "begins": starts.time(),
            "last_day": ends.date() if ends and goes_on else None,
            "ends": ends.time() if ends else None,
            "season": str(event.season_id or ""),
            "kind": event.kind,
            "place": event.place,
            "notes": event.notes,
            "capacity": event.capacity,
            "offer_hours": event.offer_hours,
            "last_entry_round": event.last_entry_round,
            "by_name": event.by_name,
            "needs_code": event.needs_code,
            "asks_email": event.asks_email,
            "fee": event.fee,
            "confirmation": event.confirmation,
            "rank_guests": event.rank_guests,
            "not_announced": not event.is_announced,
            "time_zone": event.time_zone,
        }


class CopyForm(Chosen):
    """When the copy takes place, what it is called and what it plays."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=120,
        help_text=_("A day in it follows the day below."),
    )
    day = DayField(label=_("Day"), widget=day_input())
    begins = forms.TimeField(label=_("Starts at"), widget=time_input())
    ruleset = forms.ChoiceField(label=_("Game"))
    season = forms.ChoiceField(label=_("Season"), required=False)

    # Django's form takes free keywords.
    def __init__(self, *args: Any, seasons: Iterable[Season] = (), **kwargs: Any) -> None:
        self.seasons = {str(row.pk): row for row in seasons}
        super().__init__(*args, **kwargs)
        set_choices(self.fields["season"], _season_choices(self.seasons))
        self.fields["ruleset"].required = False  # left out, it plays what the original plays

    @property
    def named(self) -> str:
        """The name, where it is not the one that was proposed for another day."""
        name: str = self.cleaned_data["name"]
        return "" if name == self.initial.get("name") else name

    def wall(self) -> datetime:
        return datetime.combine(self.cleaned_data["day"], self.cleaned_data["begins"])


class SeriesForm(forms.Form):
    """How long the weekly series goes on."""

    weeks = forms.IntegerField(
        label=_("For how many more weeks"), min_value=1, max_value=60, initial=8
    )


def _season_choices(seasons: Mapping[str, Season]) -> list[tuple[str, str]]:
    return [("", gettext("No season")), *((key, row.name) for key, row in seasons.items())]


def _end(starts: datetime, last_day: date | None, ends: time | None) -> datetime | None:
    """The end on the wall: on the last day, or else on the first day or in the night after it."""
    if ends is None:
        return None
    end = datetime.combine(last_day or starts.date(), ends)
    return end + timedelta(days=1) if last_day is None and end <= starts else end
