"""Reading a list of people, one a line: its columns by any usual heading; no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date

from django.conf import settings

from league.core.enums import MembershipKind
from league.core.errors import BadInput
from league.core.person_fields import IN_LISTS
from league.lists import csv_reading, table_reading
from league.lists.cells import day_of
from league.times import days
from league.words import names

FIELDS = (*(field.name for field in IN_LISTS), "kind", "since", "club")
ALIASES: Mapping[str, Sequence[str]] = {
    **{field.name: field.headings for field in IN_LISTS},
    "kind": (
        *("status", "member or guest", "type", "membership"),
        *("Art", "Mitglied oder Gast", "Mitgliedschaft", "statut", "type d'adhésion"),
    ),
    "since": (
        *("member since", "joined", "joined on", "from", "start"),
        *("Mitglied seit", "seit", "Eintritt", "Beitritt", "Eintrittsdatum", "Beitrittsdatum"),
        *("membre depuis", "depuis", "adhésion", "date d'adhésion"),
    ),
    "club": ("club name", "Verein", "Klub", "group", "Gruppe", "association", "groupe"),
}
_KINDS: Mapping[str, MembershipKind] = {
    names.fold(word): kind
    for kind, words in {
        MembershipKind.MEMBER: ("member", "m", "active", "Mitglied", "aktiv", "membre", "actif"),
        MembershipKind.GUEST: ("guest", "g", "visitor", "Gast", "invité", "invitée", "visiteur"),
    }.items()
    for word in words
}


def kind_of(written: str) -> MembershipKind | None:
    """Member or guest; None where nothing is written."""
    if not written.strip():
        return None
    kind = _KINDS.get(names.fold(written))
    if kind is None:
        raise BadInput("bad_membership_kind", field="kind", value=names.clean(written)[:40])
    return kind


def since_of(written: str) -> date | None:
    """The first day of a membership; None where nothing is written."""
    if not written.strip():
        return None
    day = day_of(written, "since")
    days.require("since", day)
    return day


def has_headings(
    data: bytes,
    encoding: str | None,
    delimiter: str | None,
    known: Mapping[str, str] | None = None,
) -> bool:
    with suppress(BadInput):  # what cannot be read is told when it is read
        found = columns_of(table_of(data, encoding, delimiter, headed=True), None, known)
        return bool(found.keys() & {"name", "given", "family"})
    return True


def table_of(
    data: bytes,
    encoding: str | None = None,
    delimiter: str | None = None,
    headed: bool = True,
) -> csv_reading.Table:
    return table_reading.read(
        data,
        encoding=encoding,
        delimiter=delimiter,
        headed=headed,
        max_bytes=settings.LEAGUE_IMPORT_MAX_BYTES,
        max_rows=settings.LEAGUE_IMPORT_MAX_ROWS,
    )


def columns_of(
    table: csv_reading.Table,
    columns: Mapping[str, int | None] | None,
    known: Mapping[str, str] | None = None,
) -> dict[str, int]:
    """As chosen, else by the headings and what is ``known`` of them."""
    if columns is not None:
        return csv_reading.chosen_columns(table.header.cells, columns)
    if not table.headed:
        return {"name": 0}
    found = csv_reading.match_columns(table.header.cells, ALIASES, known)
    said = {(known or {}).get(csv_reading.plain(cell)) for cell in table.header.cells}
    return found if said & {"name", "given", "family"} else _name_or_family(found)


def _name_or_family(found: dict[str, int]) -> dict[str, int]:
    """“Nom” or “family” as the only name is the whole name; beside a given name it is half."""
    if "name" not in found and "given" not in found and "family" in found:
        return {"name": found["family"], **{k: v for k, v in found.items() if k != "family"}}
    if "name" in found and "given" in found and "family" not in found:
        # German lists head the family name “Name” when “Vorname” stands beside it.
        return {"family": found["name"], **{k: v for k, v in found.items() if k != "name"}}
    return found
