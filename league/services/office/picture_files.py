"""Where the bytes of pictures are: by default in a table, or in any storage of Django's."""

from __future__ import annotations

from functools import partial
from typing import IO, TYPE_CHECKING, Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.db import transaction

from league.models import PictureFile
from league.pictures.encoding import SIZES, Size, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """Stores the sizes of a new picture, within the transaction that makes its row."""
    for size, data in sizes.items():
        storages["pictures"].save(name_of(key, size), ContentFile(data))


def drop(key: str) -> None:
    """Deletes the sizes of a picture whose row goes; elsewhere than in the tables, once it has."""
    storage = storages["pictures"]
    for size in SIZES:
        if isinstance(storage, InTables):
            storage.delete(name_of(key, size))
        else:
            transaction.on_commit(partial(storage.delete, name_of(key, size)), robust=True)
