"""What the desk's buttons do: each is one service call, and says how to take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.errors import BadInput, NotFound
from league.lists.whole_numbers import whole
from league.queries.evening.desk import RESULTS, ROLL, STANDINGS
from league.queries.records import records as sheets
from league.services import idempotency
from league.services.evening import rounds
from league.services.occasions import events
from league.services.records import records
from league.services.standings import standings
from league.web.evening import desk_open_play, desk_roll, desk_seating
from league.web.evening.desk_press import Call, Done, Press

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Event


# --- results and the end ----------------------------------------------------------------


def _confirm(call: Call) -> Done:
    """Confirms the sheets that were read back, and only those."""
    ids = [found for text in call.request.POST.getlist("record") if (found := whole(text))]
    for pk in ids:
        record = sheets.record(viewer=call.actor, record_id=pk)
        if record.stage.event_id != call.event.pk:
            raise NotFound("not_found")
        records.confirm(by=call.actor, record=record)
    return Done(RESULTS, "confirmed", (len(ids),))


def _close(call: Call) -> Done:
    round_ = rounds.close(by=call.actor, round_=call.round(), accept_missing=call.accepts)
    return Done(STANDINGS, "closed", (round_.pk, round_.number))


def _reopen(call: Call) -> Done:
    rounds.reopen(by=call.actor, round_=call.round())
    return Done(RESULTS)


def _withhold(call: Call) -> Done:
    round_ = rounds.withhold(by=call.actor, round_=call.round())
    return Done(RESULTS, "withheld", (round_.pk, round_.number))


def _tell(call: Call) -> Done:
    round_ = rounds.publish_results(by=call.actor, round_=call.round())
    return Done(RESULTS, "told", (round_.pk, round_.number))


def _announce(call: Call) -> Done:
    events.announce(by=call.actor, event=call.event)
    return Done(ROLL, "announced")


def _conceal(call: Call) -> Done:
    events.announce(by=call.actor, event=call.event, is_announced=False)
    return Done(ROLL, "concealed")


def _finish(call: Call) -> Done:
    rounds.finish(by=call.actor, event=call.event, accept_missing=call.accepts)
    return Done(STANDINGS, "finished")


def _resume(call: Call) -> Done:
    rounds.resume(by=call.actor, event=call.event)
    return Done(STANDINGS)


def _show(call: Call) -> Done:
    standings.publish(by=call.actor, scope=call.stage())
    return Done(STANDINGS, "shown")


def _auto(call: Call) -> Done:
    standings.set_auto_publish(by=call.actor, scope=call.stage(), auto_publish=True)
    return Done(STANDINGS)


def _manual(call: Call) -> Done:
    standings.set_auto_publish(by=call.actor, scope=call.stage(), auto_publish=False)
    return Done(STANDINGS)


def _hide(call: Call) -> Done:
    standings.hide(by=call.actor, scope=call.stage())
    return Done(STANDINGS)


PRESSES: dict[str, Press] = {
    **desk_roll.PRESSES,
    **desk_seating.PRESSES,
    **desk_open_play.PRESSES,
    "confirm": _confirm,
    "close": _close,
    "reopen": _reopen,
    "withhold": _withhold,
    "tell": _tell,
    "announce": _announce,
    "conceal": _conceal,
    "finish": _finish,
    "resume": _resume,
    "show": _show,
    "auto": _auto,
    "manual": _manual,
    "hide": _hide,
}


def press(request: HttpRequest, actor: Actor, event: Event) -> Done:
    """Does what the pressed button says: ``do`` is a word and ids, such as ``here:12``."""
    word, *rest = request.POST.get("do", "").split(":")
    ids = [whole(part, low=0) for part in rest]
    if word not in PRESSES or any(part is None for part in ids):
        raise BadInput("unknown_choice", field="do", choice=word[:40])
    call = Call(request, actor, event, tuple(part for part in ids if part is not None))
    if call.text("room") == "yes" and desk_roll.takes_a_place(word):
        return _once(call, lambda one: desk_roll.with_room(one, PRESSES[word]))
    if word in desk_roll.PRESSES:
        return _once(call, PRESSES[word])
    return PRESSES[word](call)


def _once(call: Call, do: Press) -> Done:
    """The press, once however often it is sent: an answer may get lost on the way."""

    def first() -> JSON:
        done = do(call)
        return {"step": done.step, "did": done.did, "ids": list(done.ids)}

    sent = {name: call.request.POST.getlist(name) for name in call.request.POST}
    sent.pop("csrfmiddlewaretoken", None)
    fields: dict[str, JSON] = {name: list(values) for name, values in sent.items()}
    kept = idempotency.once(
        by=call.actor,
        key=call.text("key"),
        digest=idempotency.digest_of("desk", call.event.pk, fields),
        do=first,
    )
    assert isinstance(kept, dict)
    ids = kept["ids"]
    assert isinstance(ids, list)
    return Done(str(kept["step"]), str(kept["did"]), tuple(int(str(one)) for one in ids))
