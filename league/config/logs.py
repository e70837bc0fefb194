"""What a log line knows of the request it was written in."""

from __future__ import annotations

import logging
from contextvars import ContextVar

# The short reference that error pages show; a dash outside of requests.
reference: ContextVar[str] = ContextVar("reference", default="-")


class Reference(logging.Filter):
    """Gives every line the reference of its request, by which a person's report is found."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.reference = reference.get()
        return True
