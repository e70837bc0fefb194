"""Where the bytes of pictures are: by default in a table, or in any storage of Django's."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.db import transaction
from django.utils import timezone

from league.core.errors import Unreachable
from league.models import Picture, PictureFile
from league.pictures.encoding import SIZES, Size, is_name, name_of
from league.queries import storage as disks

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

log = logging.getLogger(__name__)
# So old a file is of nobody who is uploading just now.
IN_THE_MAKING = timedelta(hours=1)


class InTables(Storage):
    """Files as rows: in the backups of both databases, and in the transaction of whoever writes."""

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        row = PictureFile.objects.filter(name=name).first()
        if row is None:
            raise FileNotFoundError(name)
        return ContentFile(bytes(row.data), name=name)

    def _save(self, name: str, content: File[Any] | IO[Any]) -> str:  # as the framework has it
        PictureFile.objects.create(name=name, data=content.read())
        return name

    def delete(self, name: str) -> None:
        PictureFile.objects.filter(name=name).delete()

    def exists(self, name: str) -> bool:
        return PictureFile.objects.filter(name=name).exists()

    def size(self, name: str) -> int:
        with self._open(name) as stored:
            return len(stored.read())


def keep(key: str, sizes: Mapping[Size, bytes]) -> None:
    """Stores the sizes of a new picture, within the transaction that makes its row.

    Raises:
        Unreachable: the folder or bucket takes nothing at present.
    """
    for size, data in sizes.items():
        try:
            storages["pictures"].save(name_of(key, size), ContentFile(data))
        except OSError as error:
            if disks.is_full(error):
                raise
            log.error("pictures cannot be stored: %s", error)
            raise Unreachable("pictures_away") from error


def drop(key: str) -> None:
    """Deletes the sizes of a picture whose row goes; elsewhere than in the tables, once it has."""
    storage = storages["pictures"]
    for size in SIZES:
        if isinstance(storage, InTables):
            storage.delete(name_of(key, size))
        else:
            transaction.on_commit(partial(storage.delete, name_of(key, size)), robust=True)


def tidy() -> int:
    """Deletes files that no picture has: uploads that came to nothing, deletions that failed.

    Whatever else lies in the folder or bucket is somebody else's, and stays.

    Returns:
        How many went. Rows of the table come and go with their pictures.
    """
    storage = storages["pictures"]
    if isinstance(storage, InTables):
        return 0
    names = {name for name in storage.listdir("")[1] if is_name(name)}
    kept = {
        name_of(key, size)
        for key in Picture.objects.values_list("key", flat=True)
        for size in SIZES
    }
    before = timezone.now() - IN_THE_MAKING
    return sum(_is_deleted(storage, name, before) for name in sorted(names - kept))


def _is_deleted(storage: Storage, name: str, before: datetime) -> bool:
    """Deletes a file that is older; one that cannot be holds up no other."""
    try:
        if storage.get_modified_time(name) >= before:
            return False
        storage.delete(name)
    except OSError as error:
        log.error("%s cannot be deleted: %s", name, error)
        return False
    return True
