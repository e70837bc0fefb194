"""Forms of a file that is handed in, looked at, and confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from league.lists import csv_reading
from league.lists.whole_numbers import whole
from league.lists.xlsx_writing import MEDIA

_MOST_COLUMNS = 99_999
_ACCEPTED = f".csv,.xlsx,.json,.txt,.tsv,text/csv,text/plain,{MEDIA}"
_WORKBOOK = "UEsDB"  # how a packed file begins in base64
# Where a number says nothing, the writing does.
_WRITINGS: Mapping[str, Any] = {  # Any: lazy texts
    "cp1252": _("Western European"),
    "cp1250": _("Central European"),
    "cp1251": _("Cyrillic"),
    "cp1253": _("Greek"),
    "cp1254": _("Turkish"),
    "cp932": _("Japanese"),
    "gb18030": _("Simplified Chinese"),
    "big5": _("Traditional Chinese"),
    "cp949": _("Korean"),
}


def _encodings() -> list[tuple[str, str]]:
    return [
        (key, f"{name} ({_WRITINGS[key]})" if key in _WRITINGS else name)
        for key, name in csv_reading.ENCODINGS.items()
    ]


def file_field(*, required: bool = True) -> forms.FileField:
    """Where a list from a spreadsheet is chosen."""
    return forms.FileField(
        label=_("File"),
        required=required,
        widget=forms.FileInput(attrs={"accept": _ACCEPTED}),
    )


class ReadingForm(forms.Form):
    """How a file that has been looked at is to be read; the file comes along.

    It is drawn, never validated: the reading itself checks every choice. ``words`` are the
    columns that the file may have, in order.
    """

    words: ClassVar[Mapping[str, Any]] = {}  # Any: lazy texts
    delimiters: ClassVar[Mapping[str, Any]] = {}

    use_required_attribute = False
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    encoding = forms.ChoiceField(label=_("Encoding"), choices=_encodings)
    delimiter = forms.ChoiceField(label=_("Delimiter"))

    # Django's forms take free keywords.
    def __init__(self, *args: Any, header: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["delimiter"] = forms.ChoiceField(
            label=_("Delimiter"), choices=list(self.delimiters.items())
        )
        self.fields["data"] = forms.CharField(widget=forms.HiddenInput)
        headed = [(str(at), text or f"({at + 1})") for at, text in enumerate(header)]
        choices = [("", _("not in the file")), *headed]
        for name, label in self.words.items():
            self.fields[f"column_{name}"] = forms.ChoiceField(label=label, choices=choices)

    @property
    def is_workbook(self) -> bool:
        """Whether the file says itself how it is to be read."""
        return str(self.initial.get("data", "")).startswith(_WORKBOOK)

    @property
    def column_fields(self) -> list[forms.BoundField]:
        return [self[f"column_{name}"] for name in self.words]

    @classmethod
    def columns_from(cls, data: Mapping[str, str]) -> dict[str, int | None] | None:
        """The columns chosen in this form as it was sent; ``None`` where it holds no choice."""
        found: dict[str, int | None] = {}
        for name in cls.words:
            value = data.get(f"column_{name}")
            if value is not None:
                found[name] = whole(value, low=0, high=_MOST_COLUMNS)
        return found or None
