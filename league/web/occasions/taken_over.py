"""What an event takes over from an earlier one, setting by setting, in the words of its forms."""

from __future__ import annotations

from copy import copy
from datetime import time
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.formats import time_format
from django.utils.text import Truncator
from django.utils.translation import gettext

from league.forms.chosen import CHAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.forms.occasions.events import EventForm
    from league.forms.occasions.stages import StageForm
    from league.models import Stage

Told = tuple[str, str]

_ASKED = {"version", "name", "day", "last_day", "season"}  # anew for each event
_ALWAYS = ("ruleset", "rulesets", "mode", "method", "size_preferred", "scheme")
_LONGEST = 60


def of_event(form: EventForm, usual: Mapping[str, object]) -> list[Told]:
    """Where the event would begin otherwise than by the ``usual`` settings."""
    own = {name: usual.get(name, field.initial) for name, field in form.fields.items()}
    changed = [
        name
        for name in form.fields
        if name not in _ASKED and (form.initial.get(name) or "") != (own[name] or "")
    ]
    return _told(form, changed)


def of_stage(form: StageForm, row: Stage) -> list[Told]:
    """How a stage plays and scores, and all else that is not as usual."""
    plain = copy(row)
    plain.seating, plain.scoring = {}, {}
    plain.bye, plain.late, plain.no_show = {"kind": "mean"}, {"kind": "zero"}, {"kind": "zero"}
    plain.size_min = plain.size_max = plain.max_tables = plain.round_minutes = None
    plain.name, plain.clock_starts, plain.auto_publish = "", False, True
    plain.plays_here, plain.play_reserve, plain.play_increment = False, None, None
    usual = form.initial_of(plain)
    changed = [
        name
        for name in form.fields
        if name not in {"version", "source_season", *_ALWAYS, *CHAIN}
        and form.initial.get(name) != usual.get(name)
    ]
    chain = [words for _label, words in _told(form, CHAIN)]
    return [
        *_told(form, _ALWAYS),
        (gettext("Who is ahead"), ", ".join(chain)),
        *_told(form, changed),
    ]


def _told(form: forms.Form, names: Iterable[str]) -> list[Told]:
    found = []
    for name in names:
        field = form.fields[name]
        words = _words(field, form.initial.get(name))
        if words:
            found.append((str(field.label), words))
    return found


# What a form begins with may be of any type.
def _words(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if value in (None, "", []):
        return "" if isinstance(field, forms.ChoiceField) else "–"
    if isinstance(field, forms.ChoiceField):  # one of them, or several
        chosen = {str(one) for one in (value if isinstance(value, list) else [value])}
        offered = cast("Iterable[tuple[object, object]]", field.choices)
        return ", ".join(str(label) for key, label in offered if str(key) in chosen)
    if isinstance(value, time):
        return time_format(value, "TIME_FORMAT")
    return Truncator(str(value)).chars(_LONGEST)
