"""Picture files as somebody might upload them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image


# Free options, as the library writes them.
def picture_file(
    size: tuple[int, int] = (400, 300),
    kind: str = "PNG",
    *,
    mode: str = "RGB",
    colour: Any = (20, 90, 160),
    **options: Any,
) -> bytes:
    """A file of one colour."""
    written = BytesIO()
    Image.new(mode, size, colour).save(written, kind, **options)
    return written.getvalue()
