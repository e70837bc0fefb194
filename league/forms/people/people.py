"""Forms of clubs, people, roles and accounts. The services check; forms ask."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from league.core.enums import MembershipKind, NameLevel, Role, Visibility
from league.core.person_fields import FROM_START, IN_LISTS, OF_PLAYER, PersonField, Sort
from league.forms import uploads
from league.forms.chosen import DayField, Versioned

if TYPE_CHECKING:
    from league.core.person_fields import Changes, Listed

_DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class ClubForm(forms.Form):
    """Founding and settings of a club."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(label=_("Name of the club"), max_length=120)
    description = forms.CharField(
        label=_("Who we are"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Shown on the club's page: when and where you play, and how to join."),
    )
    visibility = forms.ChoiceField(label=_("Who can find the club"), choices=Visibility.choices)
    name_level = forms.ChoiceField(
        label=_("Names shown to the public"),
        choices=NameLevel.choices,
        help_text=_("Players can choose for themselves; under-18s are shown by nickname."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"))
    language = forms.ChoiceField(label=_("Language of the club"), choices=settings.LANGUAGES)
    rates_casual = forms.BooleanField(
        label=_("Rate casual matches of members"),
        required=False,
        help_text=_(
            "Matches in the browser that are opened by the club's rulesets from then on, if "
            "everyone is signed in as a member and no bot has a seat. Those who give up finish "
            "last. Standings never count these matches."
        ),
    )
    free_talk = forms.BooleanField(
        label=_("Let adult members write freely at tables in the browser"),
        required=False,
        help_text=_(
            "Otherwise, they choose from ready-made phrases. Under-18s and guests always do."
        ),
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=[("UTC", "UTC"), *((zone, zone) for zone in zones)]
        )
        self.order_fields(
            ["version", "name", "description", "visibility", "name_level", "time_zone"]
        )


class FaceForm(Versioned):
    """How a club looks and how it is reached."""

    accent = forms.CharField(
        label=_("Accent colour"),
        required=False,
        max_length=7,
        help_text=_("Such as #1d6f5c. Leave empty for the usual one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    address = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=200,
        help_text=_("Where you play. The club's page links it to OpenStreetMap."),
    )
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=400,
        help_text=_("Such as an e-mail address or a website. Everyone can read it."),
    )
    joining = forms.CharField(
        label=_("How to join"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    imprint = forms.CharField(
        label=_("Imprint"),
        required=False,
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Who answers for these pages. Linked at the foot of every page of the club."),
    )
    privacy = forms.CharField(
        label=_("Privacy notice"),
        required=False,
        max_length=16_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Linked at the foot of every page of the club."),
    )


class PersonForm(forms.Form):
    """What a club writes down about a person."""

    asked: ClassVar[Sequence[PersonField]] = OF_PLAYER

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)

    # Django's forms take free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.asked:
            self.fields[field.name] = _box(field)
        self.order_fields([field.name for field in self.asked])

    def _typed(self) -> dict[str, Any]:  # Any: the service checks each value
        data = self.cleaned_data
        return {field.name: data[field.name] for field in self.asked if field.name in data}


def _box(field: PersonField) -> forms.Field:
    common: dict[str, Any] = {"label": field.label, "required": field.name == "name"}
    if field.note is not None:
        common["help_text"] = field.note
    match field.sort:
        case Sort.YEAR:
            return forms.IntegerField(
                widget=forms.TextInput(attrs={"inputmode": "numeric"}), **common
            )
        case Sort.FLAG:
            return forms.BooleanField(**common)
        case Sort.LEVEL:
            choices = [("", _("As the club shows names")), *NameLevel.choices]
            return forms.ChoiceField(choices=choices, **common)
        case Sort.EMAIL:
            return forms.EmailField(max_length=field.most, **common)
    if field.name == "name":
        attrs = {"autocomplete": "off", "autocapitalize": "words"}
        common["widget"] = forms.TextInput(attrs=attrs)
    return forms.CharField(max_length=field.most, **common)


class NewPersonForm(PersonForm):
    """A new person with their membership."""

    # What is the club's stands beside the kind of membership.
    asked = sorted(FROM_START, key=lambda field: field.of_membership)

    kind = forms.ChoiceField(
        label=_("Status in the club"),
        choices=MembershipKind.choices,
        initial=MembershipKind.MEMBER,
    )
    since = DayField(
        label=_("Since"), required=False, widget=_DATE, help_text=_("Leave empty for today.")
    )
    allow_similar = forms.BooleanField(label=_("This is someone else: add anyway"), required=False)

    def written(self) -> Listed:
        """What was typed about the person, as the service takes it."""
        return cast("Listed", self._typed())

    @property
    def more(self) -> list[forms.BoundField]:
        """What need not be said at once."""
        return [box for box in self if box.name not in {"key", "name", "allow_similar"}]

    @property
    def opens_more(self) -> bool:
        """Whether something beside the name needs another look."""
        return bool(set(self.errors) - {"name", "allow_similar", "__all__"})


class ProfileForm(PersonForm):
    """A known person: the fields that the viewer may change."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    parents_word = forms.BooleanField(
        label=_("A parent has agreed that more of the name is shown"),
        required=False,
        help_text=_("Kept in the journal."),
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, allowed: frozenset[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in list(self.fields):
            if name not in allowed | {"version"}:
                del self.fields[name]

    def changes(self) -> Changes:
        """What was typed, as the service takes it."""
        return cast("Changes", self._typed())


class MembershipForm(Versioned):
    kind = forms.ChoiceField(label=_("Status"), choices=MembershipKind.choices)
    member_no = forms.CharField(label=_("Member number"), required=False, max_length=40)
    since = DayField(
        label=_("Since"),
        required=False,
        widget=_DATE,
        help_text=_("What a member plays from this day on counts in the standings."),
    )


class EndForm(Versioned):
    on = DayField(label=_("Last day"), required=False, widget=_DATE)


class InviteForm(forms.Form):
    """A link that gives a role."""

    role = forms.ChoiceField(label=_("Role"))
    scope = forms.ChoiceField(label=_("Where"))
    note = forms.CharField(
        label=_("For whom"),
        required=False,
        max_length=200,
        help_text=_("A note for yourself, such as a name."),
    )
    days = forms.IntegerField(label=_("Days until the link expires"), initial=14)

    # Django's forms take free keywords.
    def __init__(
        self,
        *args: Any,
        roles: Sequence[Role],
        scopes: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"), choices=[(role.value, role.label) for role in roles]
        )
        self.fields["scope"] = forms.ChoiceField(label=_("Where"), choices=scopes)


class TokenForm(forms.Form):
    """A token of one's own, or a device of an event."""

    name = forms.CharField(label=_("What is it for?"), max_length=120)
    scopes = forms.MultipleChoiceField(
        label=_("May"),
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("read", _("read what I can see")),
            ("records", _("enter and confirm results")),
            ("organize", _("organize events")),
            ("clubs", _("run clubs: found them, change their settings, games and rules")),
        ],
        initial=["read"],
    )
    days = forms.IntegerField(
        label=_("Days until it expires"),
        required=False,
        help_text=_("Leave empty if it should never expire."),
    )
    event = forms.ChoiceField(label=_("Only for the event"), required=False)
    device = forms.BooleanField(
        label=_("A projector or scoreboard: can only read this event"), required=False
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, events: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if events:
            self.fields["event"] = forms.ChoiceField(
                label=_("Only for the event"),
                required=False,
                choices=[("", _("Everything I can see")), *events],
            )
        else:
            del self.fields["event"], self.fields["device"]


class AcceptForm(forms.Form):
    """A new account, or (without the address) a new password."""

    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters. A sentence is easy to remember."),
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, with_email: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_email:
            del self.fields["email"]


class AddressForm(forms.Form):
    """Another address for the own account."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class LanguageForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


# --- import ----------------------------------------------------------------------------

_DELIMITER_WORDS = {",": _("comma"), ";": _("semicolon"), "tab": _("tab")}
COLUMN_WORDS = {
    **{field.name: field.label for field in IN_LISTS},
    "kind": _("Member or guest"),
    "since": _("Member since"),
    "club": _("Club"),
}


ROW = "row"


class UploadForm(forms.Form):
    """The list to look at: a file, or what was pasted."""

    file = uploads.file_field(required=False)
    pasted = forms.CharField(
        label=_("Or paste names"),
        required=False,
        strip=False,
        help_text=_("One name per line, or rows copied from a spreadsheet."),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )


class ReadingForm(uploads.ReadingForm):
    """How a list of people is to be read."""

    words = COLUMN_WORDS
    delimiters = _DELIMITER_WORDS

    typed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=3)
    first_line = forms.ChoiceField(
        label=_("The first line"),
        choices=[("headings", _("contains the headings")), (ROW, _("is a person"))],
    )
