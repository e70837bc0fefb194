"""Pictures in a bucket: Amazon's S3, or whatever speaks like it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from storages.backends.s3 import S3Storage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

# Whoever uploads waits for it; and older servers know no checksums of the newer protocol.
PATIENCE = Config(
    connect_timeout=3,
    read_timeout=10,
    retries={"max_attempts": 2},
    s3={"addressing_style": "path"},
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)


@contextmanager
def _as_a_disk_says() -> Iterator[None]:
    """A bucket that does not answer, or refuses, is a disk that fails."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise OSError(str(error)) from error


class InBucket(S3Storage):  # type: ignore[misc]  # the package has no types
    """Files that are nobody's to read but the service's: it asks who may see a picture."""

    def __init__(self, **options: Any) -> None:
        fixed = {"client_config": PATIENCE, "default_acl": None, "file_overwrite": True}
        super().__init__(**fixed, **options)

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        with _as_a_disk_says(), super()._open(name, mode) as stored:
            return ContentFile(stored.read(), name=name)

    def _save(self, name: str, content: File[Any] | IO[Any]) -> str:
        with _as_a_disk_says():
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with _as_a_disk_says():
            super().delete(name)

    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        with _as_a_disk_says():
            folders, files = super().listdir(name)
            return folders, files

    def get_modified_time(self, name: str) -> datetime:
        with _as_a_disk_says():
            found: datetime = super().get_modified_time(name)
            return found
