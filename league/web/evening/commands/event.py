"""Commands about the event as a whole: announced, finished, and who sees its standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.core.enums import EventState
from league.queries.evening.desk import ROLL, STANDINGS
from league.queries.standings.standings import publishing
from league.services.evening import rounds
from league.services.occasions import events
from league.services.standings import standings
from league.web.evening.commands.register import command, outcome

if TYPE_CHECKING:
    from league.queries.evening.desk import Desk
    from league.web.evening.commands.register import Call, Done


@command("announce", "conceal", then=ROLL)
def announce(call: Call, to_all: bool) -> Done:
    """Whether everybody sees the event, or its organizers alone."""
    events.announce(by=call.by, event=call.event, is_announced=to_all)
    return announced() if to_all else concealed()


@outcome("announced", back=lambda: announce(to_all=False))
def announced(desk: Desk) -> str:
    return str(_("Everyone can see the event now.")) if desk.event.is_announced else ""


@outcome("concealed", back=lambda: announce(to_all=True))
def concealed(desk: Desk) -> str:
    text = _("Only organizers can see the event now.")
    return "" if desk.event.is_announced else str(text)


@command("resume", then=STANDINGS)
def resume(call: Call) -> None:
    """Opens an event again that was finished."""
    rounds.resume(by=call.by, event=call.event)


@outcome("finished", back=resume)
def finished(desk: Desk) -> str:
    is_finished = desk.event.state == EventState.FINISHED
    return str(_("The event is finished.")) if is_finished else ""


@command("finish", then=STANDINGS)
def finish(call: Call) -> Done:
    rounds.finish(by=call.by, event=call.event, accept_missing=call.accepts)
    return finished()


@command("hide", then=STANDINGS)
def hide(call: Call) -> None:
    """The standings of a stage are for its organizers alone."""
    standings.hide(by=call.by, scope=call.stage())


@outcome("shown", back=hide, label=_("Hide again"))
def shown(desk: Desk) -> str:
    """They were hidden before."""
    return str(_("The standings are published."))


@outcome("updated")
def updated(desk: Desk) -> str:
    """An earlier state of them was public before: hiding them would take nothing back."""
    return str(_("The standings are published."))


@command("show", then=STANDINGS)
def show(call: Call) -> Done:
    """Everybody sees the standings of a stage as they are now."""
    stage = call.stage()
    before = publishing(stage)
    standings.publish(by=call.by, scope=stage)
    return updated() if before.is_live or before.at else shown()


@command("auto", "manual", then=STANDINGS)
def show_each(call: Call, at_once: bool) -> None:
    """Whether everybody sees each result in the standings at once."""
    standings.set_auto_publish(by=call.by, scope=call.stage(), auto_publish=at_once)
