"""The way back from what was just done at the desk, and a word where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import EventState, RoundState, SeatingState

if TYPE_CHECKING:
    from league.queries.evening.desk import Desk

Words = dict[str, object]


def undo(did: str, ids: tuple[int, ...], desk: Desk) -> Words | None:
    """What was just done and the button that takes it back; None for what needs neither.

    The address of the page says what was done, so it is only believed where it still fits.
    """
    one, two, three = (*ids, 0, 0, 0)[:3]
    names = {row.entry_id: row.name for row in (*desk.roll.rows, *desk.roll.gone)}
    fillers = {row.entry_id for row in desk.roll.rows if row.is_filler}
    waiting = {row.entry_id: row.name for row in desk.roll.waiting}
    tables = {row.table_id: row.number for row in desk.tables}
    rounds = {row.pk: row for row in desk.rounds}
    fields: Words = {"stage": desk.stage.number}

    def found(text: str, do: str, label: str = "") -> Words:
        return {"text": text, "fields": {**fields, "do": do}, "label": label}

    board = desk.board
    is_draft = board is not None and board.state == SeatingState.DRAFT
    match did:
        case "members" if one:
            return found(_members(two, three), f"not_called:{one}")
        case "entered" if two and one in names:
            said = _("%(name)s is entered.") % {"name": names[one]}
            if desk.running and not desk.is_open_play:
                said += " " + _("“Seating” offers a place in this round.")
            return found(said, f"not_done:{two}")
        case "waits" if two and one in waiting:
            said = _("%(name)s is on the waiting list.") % {"name": waiting[one]}
            return found(said, f"not_done:{two}")
        case "left" if one in names:
            return found(_("%(name)s has left.") % {"name": names[one]}, f"not_left:{one}")
        case "disqualified" if one in names:
            return found(_("%(name)s is disqualified.") % {"name": names[one]}, f"not_left:{one}")
        case "back" if two and one in names:
            return found(_("%(name)s is back.") % {"name": names[one]}, f"not_done:{two}")
        case "filler" if two and one in fillers:
            said = _("%(name)s fills a table and is not ranked.") % {"name": names[one]}
            return found(said, f"not_done:{two}")
        case "no_filler" if two and one in names and one not in fillers:
            said = _("%(name)s is not a filler any more.") % {"name": names[one]}
            return found(said, f"not_done:{two}")
        case "called" if one:
            return found(_called(two, present=bool(three)), f"not_called:{one}")
        case "placed" if two:
            return found(_placed(one), f"put_back:{two}")
        case "placed" if len(ids) == 4:
            return found(_placed(one), f"absent:{ids[2]}:{ids[3]}")
        case "redrawn" if is_draft and board is not None:
            said = _("Round %(n)s is drawn again.") % {"n": board.round_number}
            return found(" ".join([said, *board.news]), f"put_back:{one}")
        case "discarded" if one and not is_draft:
            return found(_("The draft is thrown away."), f"put_back:{one}")
        case "changed" if one and is_draft:
            return found(_("The draft is changed."), f"put_back:{one}")
        case "plan_dropped" if one and desk.plan is None:
            return found(_("The plan of all rounds is put away."), f"take_up_plan:{one}")
        case "drawn" if is_draft and board is not None and board.seating_id == one:
            return found(
                _("Round %(n)s is drawn: nobody sees it yet.") % {"n": board.round_number},
                f"discard:{one}",
                _("Throw the draft away"),
            )
        case "published" if one in rounds and rounds[one].state == RoundState.PUBLISHED:
            back = "unpublish" if three else "withdraw"
            return found(
                _("Round %(n)s is published.") % {"n": rounds[one].number}, f"{back}:{one}"
            )
        case "drawn_again" if one in rounds and rounds[one].state == RoundState.PUBLISHED and two:
            said = _("Round %(n)s is drawn again.") % {"n": rounds[one].number}
            return found(said, f"take_old:{one}:{two}")
        case "withdrawn" if one in rounds and rounds[one].state == RoundState.DRAFT:
            return found(
                _("Round %(n)s is withdrawn.") % {"n": rounds[one].number}, f"restore:{one}"
            )
        case "reminded" if one in tables:
            return found(
                _("Table %(n)s is reminded: it stands on the table's page.") % {"n": tables[one]},
                f"not_reminded:{one}",
            )
        case "closed" if one in rounds and rounds[one].state == RoundState.CLOSED:
            return found(_("Round %(n)s is closed.") % {"n": rounds[one].number}, f"reopen:{one}")
        case "withheld" if one in rounds and rounds[one].is_withheld:
            return found(
                _("The results of round %(n)s are kept back.") % {"n": rounds[one].number},
                f"tell:{one}",
            )
        case "told" if one in rounds and not rounds[one].is_withheld:
            return found(
                _("The results of round %(n)s are published.") % {"n": rounds[one].number},
                f"withhold:{one}",
                _("Keep them back again"),
            )
        case "announced" if desk.event.is_announced:
            return found(_("The event is announced."), "conceal")
        case "concealed" if not desk.event.is_announced:
            return found(_("Nobody but the organizers sees the event now."), "announce")
        case "moved" if board is not None and board.seating_id == one and two in names:
            return found(
                _("%(name)s has moved.") % {"name": names[two]}, f"unmove:{one}:{two}:{three}"
            )
        case "swapped" if board is not None and board.seating_id == one and two in names:
            return found(
                _("%(a)s and %(b)s have changed places.")
                % {"a": names[two], "b": names.get(three, "?")},
                f"swap:{one}:{two}:{three}",
            )
        case "marked" if board is not None and board.seating_id == one and two in names:
            if three not in tables:  # it was the last one there: no table to go back to
                return None
            return found(
                _("%(name)s has left table %(n)s.") % {"name": names[two], "n": tables[three]},
                f"unmove:{one}:{two}:{three}",
            )
        case "seats" if one in tables:
            return found(
                _("Seats %(a)s and %(b)s of table %(n)s have changed places.")
                % {"a": two, "b": three, "n": tables[one]},
                f"seats:{one}:{two}:{three}",
            )
        case "formed" if one in tables:
            return found(_("Table number %(n)s is formed.") % {"n": tables[one]}, f"disband:{one}")
        case "finished" if desk.event.state == EventState.FINISHED:
            return found(_("The event is finished."), "resume", _("Open it again"))
        case "shown":
            return found(_("The standings are published."), "hide", _("Hide them again"))
    return None


def _placed(number: int) -> str:
    return _("Seated at table %(n)s: everybody else stays.") % {"n": number}


def _called(marked: int, *, present: bool) -> str:
    if present:
        told = ngettext(
            "%(n)s person is marked as here.", "%(n)s people are marked as here.", marked
        )
    else:
        told = ngettext(
            "%(n)s person is marked as not here.", "%(n)s people are marked as not here.", marked
        )
    return told % {"n": marked}


def _members(entered: int, left_out: int) -> str:
    words = [
        ngettext(
            "%(n)s member entered: all are here.", "%(n)s members entered: all are here.", entered
        )
        % {"n": entered}
    ]
    if left_out:
        words.append(
            ngettext("%(n)s did not fit.", "%(n)s did not fit.", left_out) % {"n": left_out}
        )
    return " ".join(words)


def said(did: str, ids: tuple[int, ...]) -> str:
    """A word about what needs no way back."""
    if did == "confirmed" and ids:
        return ngettext("%(n)s result confirmed.", "%(n)s results confirmed.", ids[0]) % {
            "n": ids[0]
        }
    if did == "noted":
        return _("Noted.")
    if did == "planned" and ids:
        return ngettext("%(n)s round is planned.", "%(n)s rounds are planned.", ids[0]) % {
            "n": ids[0]
        }
    return ""
