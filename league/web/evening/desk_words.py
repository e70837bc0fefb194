"""The desk's words: the next action, the steps, and the way back from what was just done."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import EventState, RoundState, SeatingState, StageKind
from league.queries.evening.desk import PLAY, RESULTS, ROLL, SEATING, STANDINGS
from league.web import paths
from league.web.evening.commands import event, open_play, roll, rounds, seating

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import Stage
    from league.queries.evening.desk import Desk, Step

Words = dict[str, object]


def title() -> str:
    return _("Desk")


def go_on(code: str, *, can_wait: bool) -> str:
    """What to write on the button that goes on in spite of this refusal; empty: there is none."""
    if can_wait:
        return _("Put on the waiting list")
    return {
        "results_missing": _("Go on without them"),
        "withdraw_has_records": _("Withdraw and void these results"),
    }.get(code, "")


def methods() -> list[tuple[str, str]]:
    return [
        ("random", _("By lot, new company first")),
        ("swiss", _("By standings")),
        ("balanced", _("Tables equally strong")),
        ("snake", _("In a snake through the ranking")),
    ]


def standings_caption(desk: Desk) -> str:
    if len(desk.stages) == 1:
        return _("Standings")
    return _("%(label)s: %(text)s") % {"label": _("Standings"), "text": desk.stage}


def cut_line(following: Stage) -> str:
    """What stands at the line below those who go on."""
    return _("%(label)s: %(text)s") % {"label": _("Cut"), "text": following}


# --- next -------------------------------------------------------------------------------


def next_action(desk: Desk, address: str) -> Words:
    """The context of ``components/_next_action.html``, and what else could be done (``also``)."""
    step = desk.step
    fields = {"stage": desk.stage.number, "step": step.place}
    draw = {**fields, "number": desk.next_number}
    tables = ", ".join(str(number) for number in step.tables)
    n = step.round_number
    words: Words = {"action": address, "method": "post", "fields": fields, "also": []}
    match step.code:
        case "call_roll":
            words |= {
                "title": _("Call the roll"),
                "missing": _expected(step),
                "label": _("All are here"),
                "fields": {**fields, "do": roll.mark_all(True), "step": ROLL},
                "icon": "users",
            }
            if not step.count and desk.roll.members_missing:
                words |= {
                    "label": _("All members are here"),
                    "fields": {**fields, "do": roll.members_here(), "step": ROLL},
                }
            elif not step.count:
                words |= {
                    "method": "",
                    "action": f"{address}?step={ROLL}#guest",
                    "label": _("Add people"),
                }
        case "draw":
            words |= {
                "title": _("Seat round %(n)s") % {"n": n},
                "missing": _here(desk),
                "label": _("Draw and publish"),
                "fields": {**draw, "do": seating.draw_next()},
                "icon": "dices",
                "also": [
                    {"label": _("Draw, look first"), "fields": {**draw, "do": seating.draw()}}
                ],
            }
            if n > 1:
                words["also"] = [*_list(words), _finish(fields)]
            if n > 1 and desk.stage.kind == StageKind.FINAL:
                words |= _after_a_final(words, fields, _("All rounds of the final are closed"))
        case "redraw":
            board = desk.board
            words |= {
                "title": _("The room has changed since the draw"),
                "missing": ngettext(
                    "%(count)s person to place or to take out",
                    "%(count)s people to place or to take out",
                    step.count,
                )
                % {"count": step.count},
                "label": _("Draw again"),
                "fields": {**fields, "do": seating.redraw(board.seating_id if board else 0)},
                "icon": "dices",
            }
        case "publish":
            board = desk.board
            press = rounds.publish(board.seating_id, board.version) if board else ""
            words |= {
                "title": _("Publish round %(n)s") % {"n": n},
                "missing": ngettext("%(count)s table", "%(count)s tables", step.count)
                % {"count": step.count},
                "label": _("Publish"),
                "fields": {**fields, "do": press},
                "icon": "eye",
            }
        case "short_table":
            words |= {
                "title": _("A table is too short"),
                "missing": _("Table %(tables)s: move somebody there or take it apart")
                % {"tables": tables},
                "label": _("To the tables"),
                "method": "",
                "action": f"{address}?step={SEATING}",
                "icon": "arrow-right",
            }
        case "disputed":
            words |= {
                "title": _("Decide on objections"),
                "missing": _objections(desk) or _("Table %(tables)s") % {"tables": tables},
                "label": _("Look at them"),
                "method": "",
                "action": f"{address}?step={RESULTS}",
                "icon": "triangle-alert",
            }
            disputed = [row.table_id for row in desk.current if row.state == "disputed"]
            if len(disputed) == 1:
                words |= {
                    "label": _("Look at table %(tables)s") % {"tables": tables},
                    "action": paths.at("table", desk.event.slug, disputed[0]),
                    "leaves": True,
                }
        case "confirm":
            words |= {
                "title": _("Confirm the results"),
                "missing": ngettext(
                    "%(count)s table waits for a second look",
                    "%(count)s tables wait for a second look",
                    step.count,
                )
                % {"count": step.count},
                "label": _("Look at them"),
                "method": "",
                "action": f"{address}?step={RESULTS}",
                "icon": "file-check",
            }
        case "results":
            words |= {
                "title": _("Round %(n)s is being played") % {"n": n},
                "missing": ngettext(
                    "%(count)s table missing: %(tables)s",
                    "%(count)s tables missing: %(tables)s",
                    step.count,
                )
                % {"count": step.count, "tables": tables},
                "label": _("Enter results"),
                "method": "",
                "action": _results_page(desk),
                "leaves": True,
                "icon": "pencil",
            }
            if desk.is_open_play:  # tables end one by one: the evening is not over before the last
                words |= {
                    "title": _("Tables form as people are free"),
                    "missing": ngettext(
                        "%(count)s table is playing: %(tables)s",
                        "%(count)s tables are playing: %(tables)s",
                        step.count,
                    )
                    % {"count": step.count, "tables": tables},
                    "also": [_finish(fields)],
                }
        case "next":
            words |= {
                "title": _("All results of round %(n)s are in") % {"n": n},
                "missing": "",
                "label": _("Close and seat round %(n)s") % {"n": desk.next_number},
                "fields": {**draw, "do": seating.draw_next()},
                "icon": "dices",
                "also": [
                    _finish(fields),
                    {
                        "label": _("Cut to a final"),
                        "href": paths.at("cut", desk.event.slug, desk.stage.number),
                    },
                    {"label": _("Draw, look first"), "fields": {**draw, "do": seating.draw()}},
                ],
            }
            if desk.stage.kind == StageKind.FINAL:
                words |= _after_a_final(words, fields, str(words["title"]))
            if desk.is_open_play:
                words |= {
                    "title": _("Tables form as people are free"),
                    "missing": "",
                    "label": _("Finish the event"),
                    "fields": {**fields, "do": event.finish()},
                    "icon": "flag",
                    "also": [],
                }
        case "form":
            words |= {
                "title": _("Form tables"),
                "missing": ngettext(
                    "%(count)s person is free", "%(count)s people are free", step.count
                )
                % {"count": step.count},
                "label": _("Form tables"),
                "fields": {**fields, "do": open_play.form_tables()},
                "icon": "dices",
                "also": [_finish(fields)] if desk.running else [],
            }
        case "go_on":
            onward = desk.following
            words |= {
                "title": _("The cut is made"),
                "missing": "",
                "label": str(onward),
                "method": "",
                "action": f"{address}?stage={onward.number if onward else ''}",
                "icon": "arrow-right",
            }
        case "finished":
            words |= {
                "title": _("The event is finished"),
                "label": "",
                "action": "",
                "done": True,
                "also": [{"label": _("Open it again"), "fields": {**fields, "do": event.resume()}}],
            }
        case _:
            words |= {
                "title": _("The event was cancelled"),
                "label": "",
                "action": "",
                "done": True,
            }
    return words


def with_proposal(words: Words, proposed: Words) -> Words:
    """The same, forming just those tables that the page proposes first, or saying to wait."""
    options, fields = proposed["options"], words["fields"]
    if not isinstance(options, list) or not options or not isinstance(fields, dict):
        return words
    first = options[0]
    numbers = ", ".join(str(table["number"]) for table in first["tables"])
    label = ngettext("Start table %(numbers)s", "Start tables %(numbers)s", len(first["tables"]))
    wait = proposed.get("wait")
    if isinstance(wait, dict):
        words = {**words, "title": wait["title"]}
        label = ngettext(
            "Start table %(numbers)s all the same",
            "Start tables %(numbers)s all the same",
            len(first["tables"]),
        )
    return {
        **words,
        "label": label % {"numbers": numbers},
        "fields": {**fields, "do": open_play.form_proposed(), "tables": first["proposed"]},
    }


def _list(words: Words) -> list[Words]:
    found = words["also"]
    return found if isinstance(found, list) else []


def _finish(fields: Mapping[str, object]) -> Words:
    return {"label": _("Finish the event"), "fields": {**fields, "do": event.finish()}}


def _after_a_final(words: Words, fields: Mapping[str, object], title: str) -> Words:
    """As a rule a final is one match, and then the evening ends: another round is the exception."""
    another = {"label": words["label"], "fields": words["fields"]}
    return {
        **_finish(fields),
        "title": title,
        "missing": "",
        "icon": "flag",
        "also": [another],
    }


def _objections(desk: Desk) -> str:
    """Who objects to what, table by table."""
    return " ".join(
        _("Table %(n)s, %(name)s: “%(reason)s”")
        % {"n": row.number, "name": row.disputer, "reason": row.dispute_reason}
        for row in desk.reports
        if row.dispute_reason
    )


def _expected(step: Step) -> str:
    if not step.count:
        return _("Nobody is entered yet")
    return ngettext("%(count)s expected", "%(count)s expected", step.count) % {"count": step.count}


def _here(desk: Desk) -> str:
    here = ngettext("%(count)s here", "%(count)s here", desk.roll.present) % {
        "count": desk.roll.present
    }
    if desk.head.plan:
        plan, out = desk.head.plan, desk.roll.byes_asked
        if out:
            plan = f"{plan}, {ngettext('%(n)s bye', '%(n)s byes', out) % {'n': out}}"
        return _("%(label)s: %(text)s") % {"label": here, "text": plan}
    return f"{here}. {desk.head.note}"


def _results_page(desk: Desk) -> str:
    found = paths.at("results", desk.event.slug)
    return f"{found}?round={desk.round.pk}" if found and desk.round else found


# --- steps and tabs ---------------------------------------------------------------------


def steps(desk: Desk, current: str, address: str, base: Mapping[str, str]) -> list[Words]:
    """The five steps with their states; every one of them may be opened at any time."""
    labels = {
        ROLL: _("Roll call"),
        SEATING: _("Seating"),
        PLAY: _("Play"),
        RESULTS: _("Results"),
        STANDINGS: _("Standings"),
    }
    notes = {
        ROLL: _("%(n)s here") % {"n": desk.roll.present},
        SEATING: _("draft") if desk.board and desk.board.state == SeatingState.DRAFT else "",
        PLAY: _("round %(n)s") % {"n": desk.running.number}
        if desk.running and not desk.is_open_play
        else "",
        RESULTS: _counted(desk),
        STANDINGS: "",
    }
    done = _steps_done(desk)
    attention = {"disputed": RESULTS, "redraw": SEATING, "short_table": SEATING}.get(desk.step.code)
    return [
        {
            "label": labels[key],
            "href": f"{address}?{urlencode({**base, 'step': key})}",
            "note": notes[key],
            "state": "current"
            if key == current
            else "attention"
            if key == attention
            else "done"
            if key in done
            else "todo",
        }
        for key in labels
    ]


def _steps_done(desk: Desk) -> set[str]:
    if desk.event.state == EventState.FINISHED:
        return {ROLL, SEATING, PLAY, RESULTS, STANDINGS}
    done = set()
    if desk.roll.present > 1:
        done.add(ROLL)
    if desk.running is not None:
        done.add(SEATING)
    if desk.current and all(row.is_settled for row in desk.current):
        done |= {PLAY, RESULTS}
    return done


def _counted(desk: Desk) -> str:
    if not desk.current:
        return ""
    return _("%(done)s of %(all)s in") % {
        "done": sum(row.is_settled for row in desk.current),
        "all": len(desk.current),
    }


def stage_tabs(desk: Desk, address: str, step: str) -> list[Words]:
    if len(desk.stages) < 2:
        return []
    return [
        {
            "label": str(row),
            "href": f"{address}?{urlencode({'stage': row.number, 'step': step})}",
            "current": row.pk == desk.stage.pk,
        }
        for row in desk.stages
    ]


def round_tabs(desk: Desk, address: str, step: str) -> list[Words]:
    seen = [row for row in desk.rounds if row.state != RoundState.DRAFT]
    if len(seen) < 2:
        return []
    return [
        {
            "label": _("Round %(n)s") % {"n": row.number},
            "href": f"{address}?"
            + urlencode({"stage": desk.stage.number, "round": row.number, "step": step}),
            "current": desk.round is not None and row.pk == desk.round.pk,
        }
        for row in seen
    ]
