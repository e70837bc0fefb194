"""Forms of penalties and bonuses and of importing results. The services check; forms ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from league import csv_reading
from league.match_list import FIELDS

NEW_GAME = "new"
COLUMN_WORDS: Mapping[str, Any] = {  # Any: lazy texts
    "match": _("Match number"),
    "date": _("Date"),
    "target": _("Target points"),
    "n_players": _("Number of players"),
    "number": _("Member number"),
    "player": _("Player"),
    "points": _("Points"),
    "place": _("Place"),
}
_DELIMITER_WORDS: Mapping[str, Any] = {",": _("Comma"), ";": _("Semicolon"), "tab": _("Tab")}


class AdjustmentForm(forms.Form):
    """A penalty or a bonus."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)
    player = forms.ChoiceField(label=_("Player"))
    points = forms.CharField(
        label=_("League points"),
        max_length=20,
        help_text=_("Minus for a penalty. Halves and fractions are exact: -2, 1.5, 1/3."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=400, help_text=_("Everybody can read this in the standings.")
    )

    # Django's forms take free keywords.
    def __init__(self, *args: Any, people: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("Choose…")), *((str(pk), name) for pk, name in people)]
        self.fields["player"] = forms.ChoiceField(label=_("Player"), choices=choices)
        self.order_fields(["key", "player", "points", "reason"])


class Shelf(TypedDict):
    """The games that may be chosen; ``may_add``: also a new one."""

    games: Sequence[str]
    may_add: bool


class ResultsForm(forms.Form):
    """What is imported: the game, how large tables may be, and who may be new."""

    game = forms.ChoiceField(label=_("Game"))
    title = forms.CharField(
        label=_("Title of a new game"),
        required=False,
        max_length=80,
        help_text=_("Needed for a new game alone; it is put on the club's shelf."),
    )
    max_seats = forms.IntegerField(
        label=_("Most players at a table"),
        min_value=2,
        max_value=12,
        initial=6,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    skip_larger = forms.BooleanField(label=_("Leave out matches with more players"), required=False)
    create_players = forms.BooleanField(
        label=_("Make guests of names that nobody in the club bears"), required=False
    )

    # Django's forms take free keywords.
    def __init__(
        self,
        *args: Any,
        games: Sequence[str] = (),
        may_add: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[str, Any]] = [(f"={title}", title) for title in games]
        if may_add or not choices:
            choices.append((NEW_GAME, _("A new game")))
        self.fields["game"] = forms.ChoiceField(label=_("Game"), choices=choices)
        self.order_fields(["game", "title", "max_seats", "skip_larger", "create_players"])

    @property
    def title_chosen(self) -> str:
        """The title of the game that is meant."""
        chosen: str = self.cleaned_data["game"]
        title: str = self.cleaned_data["title"]
        return title if chosen == NEW_GAME else chosen.removeprefix("=")


class UploadForm(ResultsForm):
    """The file to look at."""

    file = forms.FileField(
        label=_("File"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )


class ReadingForm(forms.Form):
    """How a file that has been looked at is to be read; the file comes along.

    It is drawn, never validated: the reading itself checks every choice.
    """

    use_required_attribute = False
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    encoding = forms.ChoiceField(label=_("Encoding"), choices=list(csv_reading.ENCODINGS.items()))
    delimiter = forms.ChoiceField(label=_("Delimiter"), choices=list(_DELIMITER_WORDS.items()))

    # Django's forms take free keywords.
    def __init__(self, *args: Any, header: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["data"] = forms.CharField(widget=forms.HiddenInput)
        headed = [(str(at), text or f"({at + 1})") for at, text in enumerate(header)]
        choices = [("", _("not in the file")), *headed]
        for name in FIELDS:
            self.fields[f"column_{name}"] = forms.ChoiceField(
                label=COLUMN_WORDS[name], choices=choices
            )

    @property
    def column_fields(self) -> list[forms.BoundField]:
        return [self[f"column_{name}"] for name in FIELDS]


def columns_from(data: Mapping[str, str]) -> dict[str, int | None] | None:
    """The columns chosen in a posted ``ReadingForm``; ``None`` where it holds no choice."""
    found: dict[str, int | None] = {}
    for name in FIELDS:
        value = data.get(f"column_{name}")
        if value is not None:
            is_number = value.isascii() and value.isdigit() and len(value) < 6
            found[name] = int(value) if is_number else None
    return found or None
