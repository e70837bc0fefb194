"""Doing what a button of the desk says, and the address of the page that then says it was done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse

from league.services.occasions import events
from league.web import sent_once
from league.web.evening.commands.register import read_done

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Event
    from league.web.evening.commands.register import Call, Command, Done, Fields, Text


@dataclass(frozen=True, slots=True)
class WayBack:
    """The context of ``components/_undo.html``."""

    text: str
    fields: Fields
    label: Text = ""


def press(command: Command, call: Call) -> Done | None:
    """Does it; with room made for one more where the form asks for that, once where it is keyed."""
    if not command.button.is_once:
        return command.do(call)

    def first() -> dict[str, JSON]:
        done = _with_room(command, call)
        return {"did": done.word, "ids": list(done.values)} if done else {}

    sent = {name: call.request.POST.getlist(name) for name in call.request.POST}
    sent.pop("csrfmiddlewaretoken", None)
    fields: dict[str, JSON] = {name: list(values) for name, values in sent.items()}
    kept = sent_once.once(call.request, by=call.by, about=("desk", call.event.pk, fields), do=first)
    ids = kept.get("ids", [])
    assert isinstance(ids, list)
    return read_done(str(kept.get("did", "")), tuple(int(str(one)) for one in ids))


def _with_room(command: Command, call: Call) -> Done | None:
    if not (command.button.takes_a_place and call.text("room") == "yes"):
        return command.do(call)
    with transaction.atomic():
        events.make_room(by=call.by, event=call.event)
        return command.do(call)


def address(event: Event, step: str, done: Done | None = None, stage: int | None = None) -> str:
    """The desk of an event at one step, saying what was done."""
    query: dict[str, int | str] = {"step": step}
    if stage:
        query["stage"] = stage
    if done:
        query |= {"did": done.word, "ids": done.ids}
    return f"{reverse('desk', args=[event.slug])}?{urlencode(query)}"
