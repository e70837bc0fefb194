"""The next thing to do at the desk: its words, and the command of its big button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import EventState, StageKind
from league.queries.evening.desk import RESULTS, ROLL, SEATING
from league.web import paths
from league.web.evening.commands import event, open_play, roll, rounds, seating
from league.web.occasions import reopening
from league.web.records import awaited
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.queries.evening.desk import Desk
    from league.web.evening.commands.register import Command, Fields
    from league.web.evening.open_play import Proposed


@dataclass(frozen=True, slots=True)
class Also:
    """What else could be done: a button with its fields, or a link."""

    label: str
    fields: Fields = field(default_factory=dict)
    href: str = ""


@dataclass(frozen=True, slots=True)
class NextAction:
    """The context of ``components/_next_action.html``, and what else could be done."""

    title: str
    missing: str = ""
    label: str = ""
    icon: str = ""
    fields: Fields = field(default_factory=dict)
    link: str = ""
    address: str = ""
    leaves: bool = False
    done: bool = False
    over: str = ""
    also: tuple[Also, ...] = ()

    @property
    def method(self) -> str:
        return "post" if self.fields else ""

    @property
    def action(self) -> str:
        return self.address if self.fields else self.link


def next_action(desk: Desk, address: str) -> NextAction:
    """What the desk says on top."""
    return replace(_ACTIONS[desk.step.code](desk, address), address=address)


def _sent(desk: Desk, command: Command, **more: int | str) -> Fields:
    return {"stage": desk.stage.number, "step": desk.step.place, "do": command, **more}


def _draw(desk: Desk, command: Command) -> Fields:
    return _sent(desk, command, number=desk.next_number)


def _finish(desk: Desk) -> Also:
    is_last = desk.running is not None and desk.in_rounds
    label = _("Close round and finish event") if is_last else _("Finish event")
    return Also(label, _sent(desk, event.finish()))


def _draft_first(desk: Desk) -> Also:
    """The first draw of all begins the event, also where it is a draft."""
    begins = desk.event.state != EventState.RUNNING
    label = _("Start event and draw a draft") if begins else _("Draw a draft")
    return Also(label, _draw(desk, seating.draw()))


def _after_a_final(desk: Desk, action: NextAction, title: str) -> NextAction:
    """As a rule a final is one match, and then the evening ends: another round is the exception."""
    if desk.stage.kind != StageKind.FINAL:
        return action
    finish, another = _finish(desk), Also(action.label, action.fields, action.link)
    return NextAction(title, label=finish.label, icon="flag", fields=finish.fields, also=(another,))


# --- by step ----------------------------------------------------------------------------


def _call_roll(desk: Desk, address: str) -> NextAction:
    title, count = _("Check people in"), desk.step.count
    if count:
        missing = ngettext("%(count)s expected", "%(count)s expected", count) % {"count": count}
        fields = _sent(desk, roll.mark_all(True), step=ROLL)
        return NextAction(title, missing, _("Mark all signed-up here"), "users", fields)
    missing = _("No one is signed up yet")
    if desk.roll.members_missing:
        fields = _sent(desk, roll.members_here(), step=ROLL)
        return NextAction(title, missing, _("Sign up and check in all members"), "users", fields)
    link = f"{address}?step={ROLL}#guest"
    return NextAction(title, missing, _("Add people"), "users", link=link)


def _draw_round(desk: Desk, address: str) -> NextAction:
    n = desk.step.round_number
    finish = (_finish(desk),) if n > 1 else ()
    action = NextAction(
        title=_("Draw round %(n)s") % {"n": n},
        missing=_here(desk),
        label=_("Draw and publish round %(n)s") % {"n": n},
        icon="dices",
        fields=_draw(desk, seating.draw_next()),
        also=(_draft_first(desk), *finish),
    )
    if not desk.head.can_draw:  # no table at all for so few: a press would be told just that
        link, label = f"{address}?step={ROLL}", _("Go to check-in")
        action = replace(action, label=label, icon="users", fields={}, link=link, also=finish)
    title = _("All rounds of the final are closed")
    return _after_a_final(desk, action, title) if n > 1 else action


def _redraw(desk: Desk, address: str) -> NextAction:
    count, board = desk.step.count, desk.board
    missing = ngettext(
        "%(count)s person to seat or remove",
        "%(count)s people to seat or remove",
        count,
    )
    return NextAction(
        title=_("People came or went since the draw"),
        missing=missing % {"count": count},
        label=_("Draw again"),
        icon="dices",
        fields=_sent(desk, seating.redraw(board.seating_id if board else 0)),
    )


def _publish(desk: Desk, address: str) -> NextAction:
    count, board = desk.step.count, desk.board
    assert board is not None
    return NextAction(
        title=_("Publish round %(n)s") % {"n": desk.step.round_number},
        missing=ngettext("%(count)s table", "%(count)s tables", count) % {"count": count},
        label=_("Publish round %(n)s") % {"n": desk.step.round_number},
        icon="eye",
        fields=_sent(desk, rounds.publish(board.seating_id, board.version)),
    )


def _short_table(desk: Desk, address: str) -> NextAction:
    return NextAction(
        title=_("A table has too few players"),
        missing=_("Table %(tables)s: move someone there, or split it up") % _tables(desk),
        label=_("Go to tables"),
        icon="arrow-right",
        link=f"{address}?step={SEATING}",
    )


def _disputed(desk: Desk, address: str) -> NextAction:
    disputed = [row.table_id for row in desk.current if row.state == "disputed"]
    action = NextAction(
        title=_("Settle objections"),
        missing=_objections(desk) or _("Table %(tables)s") % _tables(desk),
        label=_("Review"),
        icon="triangle-alert",
        link=f"{address}?step={RESULTS}",
    )
    if len(disputed) != 1:
        return action
    label = _("Review table %(tables)s") % _tables(desk)
    link = paths.at("table", desk.event.slug, disputed[0])
    return replace(action, label=label, link=link, leaves=True)


def _confirm(desk: Desk, address: str) -> NextAction:
    return NextAction(
        title=_("Confirm the results"),
        missing=awaited.words(desk.current),
        label=_("Review"),
        icon="file-check",
        link=f"{address}?step={RESULTS}",
    )


def _results(desk: Desk, address: str) -> NextAction:
    title = _("Round %(n)s is being played") % {"n": desk.step.round_number}
    if desk.is_open_play:  # the evening is not over before the last table
        title = _("Tables form as people become free")
    elif desk.is_fixtures:
        title = _("The fixtures are being played")
    return NextAction(
        title=title,
        missing=awaited.words(desk.current),
        label=_("Enter results"),
        icon="pencil",
        link=_results_page(desk),
        leaves=True,
        also=_or_the_matches(desk) or ((_finish(desk),) if desk.is_open_play else ()),
    )


def _or_the_matches(desk: Desk) -> tuple[Also, ...]:
    """The way to who has agreed on a day, where everybody looks for one."""
    if not desk.is_fixtures:
        return ()
    return (Also(_("See all matches"), href=_matches_page(desk)),)


def _matches_page(desk: Desk) -> str:
    return f"{paths.at('matches', desk.event.slug)}?stage={desk.stage.number}"


def _fixtures(desk: Desk, address: str) -> NextAction:
    count = len(desk.roll.rows)
    action = NextAction(
        title=_("Draw the fixtures"),
        missing=ngettext("%(n)s person signed up", "%(n)s people signed up", count) % {"n": count},
        label=_("Go to the matches"),
        icon="dices",
        link=_matches_page(desk),
        leaves=True,
    )
    if count < 2:  # a draw would be told just that
        link, label = f"{address}?step={ROLL}#guest", _("Add people")
        action = replace(action, label=label, icon="users", link=link, leaves=False)
    return action


def _next(desk: Desk, address: str) -> NextAction:
    finish = _finish(desk)
    if desk.is_open_play:
        title = _("Tables form as people become free")
        return NextAction(title, label=finish.label, icon="flag", fields=finish.fields)
    if desk.is_fixtures:
        assert desk.running is not None
        close = _sent(desk, rounds.close(desk.running.pk))
        final = Also(_("Choose who is in the final…"), href=_cut_page(desk))
        return NextAction(
            title=_("All results of the fixtures are in"),
            label=_("Close the fixtures"),
            icon="flag",
            fields=close,
            also=(finish, final),
        )
    cut = _cut_page(desk)
    draft = Also(_("Close round and draw a draft"), _draft_first(desk).fields)
    action = NextAction(
        title=_("All results of round %(n)s are in") % {"n": desk.step.round_number},
        label=_("Close, draw and publish round %(n)s") % {"n": desk.next_number},
        icon="dices",
        fields=_draw(desk, seating.draw_next()),
        also=(finish, Also(_("Choose who is in the final…"), href=cut), draft),
    )
    return _after_a_final(desk, action, action.title)


def _form(desk: Desk, address: str) -> NextAction:
    count = desk.step.count
    missing = ngettext("%(count)s person is free", "%(count)s people are free", count)
    return NextAction(
        title=_("Form tables"),
        missing=missing % {"count": count},
        label=_("Form tables"),
        icon="dices",
        fields=_sent(desk, open_play.form_tables()),
        also=(_finish(desk),) if desk.running else (),
    )


def _ended(desk: Desk, address: str) -> NextAction:
    assert desk.round is not None
    finish = _finish(desk)
    again = Also(_("Resume open play"), _sent(desk, rounds.reopen(desk.round.pk)))
    title = _("Open play has ended")
    if desk.is_fixtures:
        title = _("The fixtures are closed")
        again = replace(again, label=_("Reopen the fixtures"))
        cut = Also(_("Choose who is in the final…"), href=_cut_page(desk))
        return NextAction(
            title, label=finish.label, icon="flag", fields=finish.fields, also=(cut, again)
        )
    return NextAction(title, label=finish.label, icon="flag", fields=finish.fields, also=(again,))


def _go_on(desk: Desk, address: str) -> NextAction:
    onward = desk.following
    link = f"{address}?stage={onward.number if onward else ''}"
    return NextAction(_("The cut is done"), label=str(onward), icon="arrow-right", link=link)


def _finished(desk: Desk, address: str) -> NextAction:
    again = Also(reopening.label(desk.event), _sent(desk, event.resume()))
    return NextAction(_("The event is finished"), done=True, also=(again,))


def _cancelled(desk: Desk, address: str) -> NextAction:
    return NextAction(
        title=_("The event was cancelled"),
        missing=_("It doesn't count. You can undo that in its settings, under “State”."),
        label=_("Go to settings"),
        icon="arrow-right",
        link=f"{paths.at('event_settings', desk.event.slug)}#state",
        over=_("Cancelled"),
        leaves=True,
    )


_ACTIONS: dict[str, Callable[[Desk, str], NextAction]] = {
    "call_roll": _call_roll,
    "draw": _draw_round,
    "redraw": _redraw,
    "publish": _publish,
    "short_table": _short_table,
    "disputed": _disputed,
    "confirm": _confirm,
    "results": _results,
    "next": _next,
    "form": _form,
    "fixtures": _fixtures,
    "ended": _ended,
    "go_on": _go_on,
    "finished": _finished,
    "cancelled": _cancelled,
}


def with_proposal(action: NextAction, proposed: Proposed) -> NextAction:
    """The same, forming just those tables that the page proposes first, or saying to wait."""
    if proposed.refusal:  # the page says it where it proposes tables
        return replace(action, label="", icon="", fields={})
    if not proposed.options:
        return action
    first = proposed.options[0]
    numbers = ", ".join(str(table.number) for table in first.tables)
    label = ngettext("Start table %(numbers)s", "Start tables %(numbers)s", len(first.tables))
    if proposed.wait:
        action = replace(action, title=proposed.wait.title)
        label = ngettext(
            "Start table %(numbers)s anyway",
            "Start tables %(numbers)s anyway",
            len(first.tables),
        )
    return replace(
        action,
        label=label % {"numbers": numbers},
        fields={**action.fields, "do": open_play.form_proposed(), "tables": first.proposed},
    )


# --- what is missing --------------------------------------------------------------------


def _tables(desk: Desk) -> dict[str, str]:
    return {"tables": ", ".join(str(number) for number in desk.step.tables)}


def _objections(desk: Desk) -> str:
    """Who objects to what, table by table."""
    return " ".join(
        _("Table %(n)s, %(name)s: “%(reason)s”")
        % {"n": row.number, "name": row.disputer, "reason": row.dispute_reason}
        for row in desk.reports
        if row.dispute_reason
    )


def _here(desk: Desk) -> str:
    here = ngettext("%(count)s here", "%(count)s here", desk.roll.present) % {
        "count": desk.roll.present
    }
    if desk.head.plan:
        plan, out = desk.head.plan, desk.roll.byes_asked
        if out:
            plan = f"{plan}, {ngettext('%(n)s bye', '%(n)s byes', out) % {'n': out}}"
        return labelled(here, plan)
    return f"{here}. {desk.head.note}"


def _cut_page(desk: Desk) -> str:
    return paths.at("cut", desk.event.slug, desk.stage.number)


def _results_page(desk: Desk) -> str:
    found = paths.at("results", desk.event.slug)
    return f"{found}?round={desk.round.pk}" if found and desk.round else found
