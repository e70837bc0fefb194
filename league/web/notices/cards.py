"""An address with its choices: what a page shows of it, and what a press on it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.channels.register import WAYS
from league.forms.notices.choices import ChoiceForm
from league.queries.notices import mine, quiet_hours, sent
from league.web.sent_once import fresh_key

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from django.http import QueryDict

    from league.core.notices import NoticeKind
    from league.models import NoticeAddress


@dataclass(frozen=True, slots=True)
class Card:
    """``name`` is what its owner knows it by; ``key`` that of the press which sends a test."""

    pk: int
    way: str
    name: str
    is_confirmed: bool
    is_gone: bool
    form: ChoiceForm
    key: str


@dataclass(frozen=True, slots=True)
class SentLine:
    """One message: what it was about, where it went, and what became of it."""

    what: str
    where: str
    state: str
    reason: str
    at: datetime


def card(row: NoticeAddress, form: ChoiceForm) -> Card:
    way = WAYS.get(row.way)
    return Card(
        pk=row.pk,
        way=str(way.name) if way is not None else row.way,
        name=name_of(row),
        is_confirmed=row.confirmed_at is not None,
        is_gone=row.gone_at is not None,
        form=form,
        key=fresh_key(),
    )


def name_of(row: NoticeAddress) -> str:
    """What its owner knows an address by: most are secrets that nobody reads again."""
    way = WAYS.get(row.way)
    if way is None:
        return row.way
    return row.address if way.is_shown else row.label or str(way.name)


def form_of(
    row: NoticeAddress, kinds: Collection[NoticeKind], data: QueryDict | None = None
) -> ChoiceForm:
    return ChoiceForm(
        data,
        kinds=kinds,
        can_be_weekly=mine.can_be_weekly(row),
        prefix=f"a{row.pk}",
        initial={
            "wanted": row.wanted,
            "quiet_from": row.quiet_from,
            "quiet_until": row.quiet_until,
            "weekly_day": row.weekly_day,
            "weekly_hour": row.weekly_hour,
        },
    )


def lines(rows: Collection[NoticeAddress]) -> tuple[SentLine, ...]:
    """The last messages to these addresses."""
    return tuple(
        SentLine(
            what=str(notice.get_kind_display()),
            where=name_of(notice.address),
            state=str(notice.get_state_display()),
            reason=notice.reason,
            at=notice.done_at or notice.made_at,
        )
        for notice in sent.latest(rows)
    )


def zone_of(rows: Collection[NoticeAddress]) -> ZoneInfo | None:
    """By which clock the times of messages are shown."""
    return next((quiet_hours.zone_of(row) for row in rows), None)
