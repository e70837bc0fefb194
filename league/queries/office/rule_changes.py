"""What a line of the journal says about changed scoring: the old and the new, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.core.enums import CountingRule
from league.standings.texts import SCHEME_NAMES
from league.standings.tiebreaks import BY_KEY

if TYPE_CHECKING:
    from league.standings.types import JSON


def told(changed: JSON) -> Iterable[tuple[str, str]]:
    """Scheme, chain and counting rule of a payload's ``changed``, each as "old → new".

    A payload is JSON of any shape; what is not such a change is passed over.
    """
    if not isinstance(changed, Mapping):
        return
    for key, label, words in (
        ("scheme", _("Points scheme"), _scheme),
        ("chain", _("Tie-breaks"), _chain),
        ("counting", _("What counts"), _counting),
    ):
        change = changed.get(key)
        if isinstance(change, Mapping) and {"old", "new"} <= change.keys():
            yield label, f"{words(change['old'])} → {words(change['new'])}"


def _scheme(spec: JSON) -> str:
    if not isinstance(spec, Mapping):
        return ""
    key = str(spec.get("key"))
    name = _(SCHEME_NAMES[key]) if key in SCHEME_NAMES else key
    rows = spec.get("rows")
    if not isinstance(rows, Mapping):
        return name
    return f"{name} ({', '.join(_row(row) for row in rows.values())})"


def _row(row: JSON) -> str:
    if not isinstance(row, Sequence) or isinstance(row, str):
        return str(row)
    return "-".join(str(points) for points in row)


def _chain(keys: JSON) -> str:
    if not isinstance(keys, Sequence) or isinstance(keys, str):
        return ""
    return ", ".join(
        _(BY_KEY[key].name) if isinstance(key, str) and key in BY_KEY else str(key) for key in keys
    )


def _counting(rule: JSON) -> str:
    return str(dict(CountingRule.choices).get(str(rule), rule))
