"""Forms of penalties and bonuses and of importing results. The services check; forms ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms import uploads
from league.lists.match_list import FIELDS

NEW_GAME = "new"
FROM_FILE = "file"
COLUMN_WORDS: Mapping[str, Any] = {  # Any: lazy texts
    "game": _("Title of the game"),
    "match": _("Match number"),
    "date": _("Date"),
    "target": _("Target points"),
    "n_players": _("Number of players"),
    "number": _("Member number"),
    "player": _("Player"),
    "points": _("Points"),
    "place": _("Place"),
    "tiebreak": _("Tie-break (final rank, letters)"),
    "won": _("Won (yes or no)"),
}
# Of lists with rounds, which are read by their headings.
ROUND_WORDS: Mapping[str, Any] = {  # Any: lazy texts
    "event": _("Event"),
    "title": _("Name of the event"),
    "stage": _("Stage"),
    "round": _("Round"),
    "table": _("Table"),
    "seat": _("Seat"),
    "role": _("Guest or filler"),
    "side": _("Side"),
    "drawn": _("Drawn (yes or no)"),
    "league_points": _("League points"),
    "bye": _("Bye"),
    "penalty": _("Penalty"),
    "reason": _("Reason"),
    "state": _("State"),
}
_DELIMITER_WORDS: Mapping[str, Any] = {",": _("Comma"), ";": _("Semicolon"), "tab": _("Tab")}


class AdjustmentForm(forms.Form):
    """A penalty or a bonus; where an average decides, the form says that it is averaged too."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)
    player = forms.ChoiceField(label=_("Player"))
    points = forms.CharField(
        label=_("League points"),
        max_length=20,
        help_text=_("Minus for a penalty. Halves and fractions are exact: -2, 1.5, 1/3."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=400, help_text=_("Everyone can see this in the standings.")
    )

    # Django's forms take free keywords.
    def __init__(
        self,
        *args: Any,
        people: Sequence[tuple[int, str]] = (),
        is_averaged: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("Choose…")), *((str(pk), name) for pk, name in people)]
        self.fields["player"] = forms.ChoiceField(label=_("Player"), choices=choices)
        if is_averaged:
            self.fields["points"].help_text = _(
                "Minus for a penalty. This season counts by average: the points are added to the"
                " total before it is divided by the matches."
            )
        self.order_fields(["key", "player", "points", "reason"])


class Shelf(TypedDict):
    """The games that may be chosen; ``may_add``: also a new one."""

    games: Sequence[str]
    may_add: bool


class ResultsForm(forms.Form):
    """What is imported: the game, how large tables may be, and who may be new."""

    game = forms.ChoiceField(label=_("Game, where the file names none"))
    title = forms.CharField(
        label=_("Title of a new game"),
        required=False,
        max_length=80,
        help_text=_("Only needed for a new game; it is added to the club's shelf."),
    )
    max_seats = forms.IntegerField(
        label=_("Most players at a table"),
        min_value=2,
        max_value=12,
        initial=6,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    skip_larger = forms.BooleanField(label=_("Leave out matches with more players"), required=False)
    create_players = forms.BooleanField(label=_("Add unknown names as guests"), required=False)

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
        choices.append((FROM_FILE, _("As the file says")))
        self.fields["game"] = forms.ChoiceField(
            label=_("Game, where the file names none"), choices=choices
        )
        self.order_fields(["game", "title", "max_seats", "skip_larger", "create_players"])

    @property
    def title_chosen(self) -> str:
        """The title of the game that is meant where the file names none."""
        chosen: str = self.cleaned_data["game"]
        title: str = self.cleaned_data["title"]
        if chosen == FROM_FILE:
            return ""
        return title if chosen == NEW_GAME else chosen.removeprefix("=")


class UploadForm(ResultsForm):
    """The file to look at."""

    file = uploads.file_field()


class ReadingForm(uploads.ReadingForm):
    """How a list of results is to be read."""

    words = {name: COLUMN_WORDS[name] for name in FIELDS}
    delimiters = _DELIMITER_WORDS
