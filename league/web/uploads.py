"""Files that people hand in on a page, and that travel in its form until they are confirmed."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from django.http import HttpRequest

from league.core.errors import BadInput
from league.lists import csv_reading
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django_stubs_ext import StrPromise

UPLOAD_MOST = 2 * 1024 * 1024


def posted_file(
    request: HttpRequest, *, upload_most: int = UPLOAD_MOST, carried_most: int = UPLOAD_MOST
) -> bytes:
    """The upload, or the bytes that came back with the form of the step before.

    Args:
        upload_most: of a file that is packed before it travels in a form.
        carried_most: of what travels.
    """
    upload = request.FILES.get("file")
    if upload is not None:
        most, data = upload_most, bytes(upload.read(upload_most + 1))
    else:
        try:
            most, data = carried_most, base64.b64decode(request.POST.get("data", ""), validate=True)
        except (binascii.Error, ValueError):
            raise BadInput("empty_file", field="file") from None
    if not data:
        raise BadInput("empty_file", field="file")
    if len(data) > most:
        raise BadInput("file_too_large", field="file", most=most // 1024)
    return data


def posted_list(request: HttpRequest) -> tuple[bytes, bool]:
    """A list and whether it was just pasted; else it is the file, or what came with the form.

    Raises:
        BadInput: ``file_and_text``, ``nothing_to_read``, and as ``posted_file``.
    """
    text, has_file = request.POST.get("pasted", ""), "file" in request.FILES
    if not text.strip():
        if not has_file and not request.POST.get("data"):
            raise BadInput("nothing_to_read", field="file")
        return posted_file(request), False
    if has_file:
        raise BadInput("file_and_text", field="pasted")
    data = text.encode("utf-8", "replace")
    if len(data) > UPLOAD_MOST:
        raise BadInput("file_too_large", field="pasted", most=UPLOAD_MOST // 1024)
    return data, True


def as_before(
    known: Mapping[str, str],
    header: Sequence[str],
    columns: Mapping[str, int],
    words: Mapping[str, StrPromise],
) -> tuple[str, ...]:
    """The columns that are read as an earlier import of the club said: “Points in all: points”."""
    return tuple(
        labelled(header[index], words[field])
        for field, index in columns.items()
        if known.get(csv_reading.plain(header[index])) == field
    )


def carried(data: bytes) -> str:
    """The file as the hidden field of a form holds it."""
    return base64.b64encode(data).decode("ascii")
