"""Envelopes of the worker: an id in, one service call, safe to run twice."""

from __future__ import annotations

import logging
from functools import partial

from celery import shared_task

from league.after_commit.aside import aside
from league.core.actors import system
from league.core.enums import TroubleKind
from league.core.errors import LeagueError
from league.queries.public import club_records
from league.services import idempotency
from league.services.evening import sign_up_mail, waiting_list
from league.services.notices import late_tables, reminders_ahead, sending, weeks
from league.services.office import backups, picture_files, webhook_sending
from league.services.people import accounts, own_data
from league.services.play import abandoned, chances, hand_ins, running_out
from league.services.records import badges
from league.services.seating import plans
from league.services.standings import ratings, standings, troubles

log = logging.getLogger(__name__)


@shared_task(name="league.tasks.recompute_stage")  # type: ignore[untyped-decorator]
def recompute_stage(stage_id: int) -> None:
    standings.recompute_stage(stage_id)


@shared_task(name="league.tasks.recompute_season")  # type: ignore[untyped-decorator]
def recompute_season(season_id: int) -> None:
    standings.recompute_season(season_id)


@shared_task(name="league.tasks.recompute_ratings")  # type: ignore[untyped-decorator]
def recompute_ratings(_: int) -> None:
    """Whoever is woken does all that is to be done: marks say what, the number only who asked."""
    ratings.catch_up()


@shared_task(name="league.tasks.plan_rounds")  # type: ignore[untyped-decorator]
def plan_rounds(plan_id: int) -> None:
    plans.work(plan_id)


@shared_task(name="league.tasks.hand_in_play")  # type: ignore[untyped-decorator]
def hand_in_play(play_id: int) -> None:
    hand_ins.work(play_id)


@shared_task(name="league.tasks.count_chances")  # type: ignore[untyped-decorator]
def count_chances(_: int) -> None:
    """Whoever is woken takes the next match, whichever that is."""
    chances.work_next(by=system("chances"))


@shared_task(name="league.tasks.count_badges")  # type: ignore[untyped-decorator]
def count_badges(record_id: int) -> None:
    """One result; 0: the next batch of all that are due."""
    if record_id:
        badges.count(by=system("badges"), record_id=record_id)
    else:
        badges.next_batch(by=system("badges"))


@shared_task(name="league.tasks.send_notices")  # type: ignore[untyped-decorator]
def send_notices(_: int) -> None:
    """Whoever is woken sends all that is due, and holds up no standings by a slow server."""
    aside(sending.send_due, "notices")


@shared_task(name="league.tasks.send_webhook")  # type: ignore[untyped-decorator]
def send_webhook(webhook_id: int) -> None:
    aside(partial(webhook_sending.work, webhook_id), "webhooks")


@shared_task(name="league.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Does what a lost message has left undone, and forgets what nobody will ask for again.

    Whatever fails is a trouble of its own scope (``services.troubles``) and holds up nothing else.
    """
    # First: what people wait for, and of a process that dies often nothing else is done.
    troubles.unless_pausing(TroubleKind.NOTICES, troubles.SENDING, sending.catch_up)
    troubles.unless_pausing(TroubleKind.WEBHOOKS, 0, webhook_sending.catch_up)
    hand_ins.catch_up()
    behind = standings.catch_up()
    if behind:
        log.info("recomputed %s standings that were behind", behind)
    rated = ratings.catch_up()
    if rated:
        log.info("recomputed %s ratings that were behind", rated)
    for plan_id in plans.waiting():
        plans.work(plan_id)
    troubles.unless_pausing(TroubleKind.WAITING_LISTS, 0, waiting_list.catch_up)
    unconfirmed = partial(sign_up_mail.give_up_unconfirmed, by=system("waiting list"))
    troubles.unless_pausing(TroubleKind.WAITING_LISTS, 0, unconfirmed)
    forget_accounts = partial(accounts.forget_unconfirmed, by=system("sweep"))
    troubles.unless_pausing(TroubleKind.ERASURES, 0, forget_accounts)
    forget_mail = partial(sign_up_mail.forget_addresses, by=system("sweep"))
    troubles.unless_pausing(TroubleKind.ERASURES, 0, forget_mail)
    for club in club_records.behind():
        count = partial(club_records.count_ahead, club)
        troubles.unless_pausing(TroubleKind.RECORDS, club.pk, count)
    badges.catch_up(by=system("sweep"))
    troubles.unless_pausing(TroubleKind.KEYS, 0, lambda: idempotency.sweep(by=system("sweep")))
    troubles.unless_pausing(TroubleKind.ERASURES, 0, lambda: own_data.erase_due(by=system("sweep")))
    running_out.sweep(by=system("sweep"))
    abandoned.sweep(by=system("sweep"))
    forget = partial(abandoned.forget_guests, by=system("sweep"))
    troubles.unless_pausing(TroubleKind.GUESTS, 0, forget)
    chances.sweep(by=system("sweep"))
    troubles.unless_pausing(TroubleKind.NOTICES, troubles.REMINDERS, reminders_ahead.tell)
    troubles.unless_pausing(TroubleKind.NOTICES, troubles.LATE_TABLES, late_tables.tell)
    troubles.unless_pausing(TroubleKind.NOTICES, troubles.WEEKS, weeks.tell)
    troubles.forget_gone()


@shared_task(name="league.tasks.daily_backup")  # type: ignore[untyped-decorator]
def daily_backup() -> None:
    try:
        backups.create(by=system("daily backup"), reason="daily")
    except LeagueError as refused:
        # The next day tries again; the log says what is wrong with the disk or the tools.
        log.error("the daily backup failed: %s %s", refused.code, dict(refused.params))


@shared_task(name="league.tasks.tidy_pictures")  # type: ignore[untyped-decorator]
def tidy_pictures() -> None:
    try:
        gone = picture_files.tidy()
    except OSError as error:
        log.error("pictures that nobody has were not deleted: %s", error)
    else:
        log.info("deleted %s files of pictures that nobody has", gone)
