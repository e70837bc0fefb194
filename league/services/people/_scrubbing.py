"""Taking somebody out of what others wrote: keys of who acted, words that name them, standings."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast

from league import snapshots
from league.core import personal
from league.core.person_fields import OF_PLAYER
from league.models import Account, Club, Event, FormerName, Player, Snapshot
from league.standings.types import PlayerId
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


SHORTEST = 3  # a shorter name alone is too often another word


def needles(people: Iterable[Player], accounts: Iterable[Account]) -> tuple[str, ...]:
    """What names these people in a text, the longest first.

    One word alone only where nobody else here is called so.
    """
    rows = list(people)
    private = [field.name for field in OF_PLAYER if field.is_private and field.most]  # texts
    found = {getattr(row, name) for row in rows for name in private}
    found |= {account.email for account in accounts}
    single = {row.nickname for row in rows}
    former = FormerName.objects.filter(player__in=rows).values_list("name", flat=True)
    for name in (*(row.name for row in rows), *former):
        (found if " " in name else single).add(name)
    others = Player.objects.exclude(pk__in=[row.pk for row in rows])
    for word in single:
        if len(word) >= SHORTEST and not others.filter(search_key__contains=names.fold(word)):
            found.add(word)
    return tuple(sorted(found - {""}, key=lambda text: (-len(text), text)))


def rename(part: Any, said: re.Pattern[str], label: str) -> Any:  # JSON of any shape
    """``part`` with every text in it that names somebody saying ``label`` instead."""
    if isinstance(part, str):
        return said.sub(lambda _: label, part)
    if isinstance(part, list):
        return [rename(each, said, label) for each in part]
    if isinstance(part, dict):
        return {key: rename(each, said, label) for key, each in part.items()}
    return part


def pattern(of: Iterable[str]) -> re.Pattern[str]:
    """Finds each text of ``of`` where it stands as words of its own; one word alone as written."""
    parts = [re.escape(each) if each.isalnum() else f"(?i:{re.escape(each)})" for each in of]
    return re.compile("|".join(rf"(?<!\w){part}(?!\w)" for part in parts))


def replace_words(texts: Collection[str], clubs: Collection[Club], label: str) -> None:
    """Puts ``label`` in the place of ``texts`` in what was written in ``clubs``."""
    if not texts:
        return
    said = pattern(texts)
    for place, ways in personal.WORDS.items():
        model, field = _field(place)
        rows = model._default_manager.annotate(words=Cast(field.name, models.TextField()))
        rows = rows.filter(_any("words__icontains", _spellings(texts)))
        if ways:
            keys = [club.pk for club in clubs]
            of_no_club = Q(**{f"{way}__isnull": True for way in ways})
            rows = rows.filter(_any_of({f"{way}__in": keys for way in ways}) | of_no_club)
        for row in rows.order_by("pk"):
            old = getattr(row, field.name)
            new = _within(rename(old, said, label), field)
            if new != old:
                _store(model, row.pk, {field.name: new})


def replace_actor(keys: Collection[str], new: str) -> None:
    """Lets ``new`` stand for whoever acted under ``keys``."""
    for place in personal.ACTORS:
        model, field = _field(place)
        if isinstance(field, models.JSONField):
            _replace_in_json(model, field.name, keys, new)
        else:
            model._default_manager.filter(**{f"{field.name}__in": keys}).update(**{field.name: new})


def rename_in_standings(
    rows: Iterable[Snapshot], people: Collection[int], texts: Collection[str], label: str
) -> None:
    """Stored standings, the published ones too: the same, unnamed."""
    said = pattern(texts) if texts else None
    called = dict.fromkeys(map(PlayerId, people), label)
    for row in rows:
        snapshots.rename(row, called, words=said and partial(rename, said=said, label=label))


def end_sessions(account: Account) -> None:
    """Signs ``account`` out everywhere; what its sessions kept goes."""
    for row in Session.objects.iterator():
        if row.get_decoded().get("_auth_user_id") == str(account.pk):
            row.delete()


def _replace_in_json(model: type[models.Model], name: str, keys: Collection[str], new: str) -> None:
    said = re.compile("|".join(rf"^{re.escape(key)}$" for key in keys))
    rows = model._default_manager.annotate(words=Cast(name, models.TextField()))
    for row in rows.filter(_any("words__contains", keys)):
        _store(model, row.pk, {name: rename(getattr(row, name), said, new)})


def _store(model: type[models.Model], pk: int, values: dict[str, Any]) -> None:
    """Whoever holds an older version of a text that people edit has to look again."""
    more = {"version": F("version") + 1} if issubclass(model, Club | Event) else {}
    model._default_manager.filter(pk=pk).update(**values, **more)


def _within(value: Any, field: models.Field[Any, Any]) -> Any:  # of the field's own type
    return value[: field.max_length] if isinstance(value, str) else value


def _spellings(texts: Collection[str]) -> set[str]:
    """As text and as JSON: databases differ in how they write letters with accents."""
    return {*texts, *(json.dumps(text)[1:-1] for text in texts)}


def _any(lookup: str, values: Iterable[str]) -> Q:
    found = Q()
    for value in values:
        found |= Q(**{lookup: value})
    return found


def _any_of(conditions: Mapping[str, object]) -> Q:
    found = Q()
    for lookup, value in conditions.items():
        found |= Q(**{lookup: value})
    return found


def _field(place: str) -> tuple[type[models.Model], models.Field[Any, Any]]:
    label, _, name = place.rpartition(".")
    model = apps.get_model(label)
    return model, model._meta.get_field(name)
