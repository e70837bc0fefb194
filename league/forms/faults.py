"""Refusals of the league, shown at the fields of a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from league.core.errors import BadInputs, LeagueError
from league.words.sentences import sentence

if TYPE_CHECKING:
    from django.forms import BaseForm


def attach(form: BaseForm, error: LeagueError, places: Mapping[str, str] | None = None) -> None:
    """Puts the sentence of ``error`` at its field; on top of the form where it has none there.

    Args:
        places: names of the service's fields that the form calls otherwise.
    """
    if isinstance(error, BadInputs):
        for part in error.errors:
            attach(form, part, places)
        return
    field = (places or {}).get(error.field, error.field)
    if field not in form.fields:
        field = field.split(".")[0]
    form.add_error(field if field in form.fields else None, sentence(error))
