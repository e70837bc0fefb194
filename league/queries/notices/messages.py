"""What a message says: built when it is sent, as its recipient may know it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import translation

from league.channels.messages import Message
from league.core.notices import NoticeKind
from league.queries.notices import links, weeks
from league.queries.notices.readers import reader_of
from league.queries.notices.writers import WRITERS

if TYPE_CHECKING:
    from league.models import Notice


def build(notice: Notice) -> Message | None:
    """The message; None where it is of no use or not for this reader any more."""
    address = notice.address
    reader = reader_of(notice)
    if reader is None:
        return None
    with translation.override(address.language):
        kind = NoticeKind(notice.kind)
        write = weeks.written if kind == NoticeKind.WEEK else WRITERS[kind]
        written = write(notice, reader)
    if written is None:
        return None
    words, url = written
    return Message(
        id=f"{notice.pk}.{int(notice.made_at.timestamp())}",
        title=words.title,
        body=words.body,
        language=address.language,
        url=url,
        stop_url=links.to_stop(address, notice.kind),
    )
