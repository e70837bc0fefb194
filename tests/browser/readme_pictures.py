"""The pictures that README.md shows: small, light and dark.

    python -m tests.browser.readme_pictures [--only desk,phone]

Takes them of the demo club, as ``screenshots`` does, into ``deploy/docs/pictures/``. To be run, and
its pictures looked at, whenever a page that is shown looks different.
"""

from __future__ import annotations

import argparse
import io
import shutil
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser import screenshots
from tests.conftest import CHROMIUM, CHROMIUM_OPTIONS

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLDER = Path(__file__).parents[2] / "deploy" / "docs" / "pictures"
MOST = 60_000  # bytes
# Name of the picture: stop of the tour, screen, width in the file (px), height over width.
SHOWN = {
    "desk": ("desk-drawn-seating", "desktop", 960, 0.72),
    "phone": ("sheet-dice-devils-full", "phone", 360, 3),
    "season": ("season", "desktop", 960, 0.72),
    "projector": ("board-seating", "projector", 960, 0.5625),
    "digital-table": ("play_table-teufel-teufel", "desktop", 960, 0.9),
}


def small(png: Path, width: int, ratio: float) -> bytes:
    """The upper part of a page, as good as fits into ``MOST`` bytes."""
    with Image.open(png) as whole:
        height = min(whole.height, round(whole.width * ratio))
        part = whole.convert("RGB").crop((0, 0, whole.width, height))
    part = part.resize((width, round(height * width / part.width)), Image.Resampling.LANCZOS)
    for quality in range(90, 20, -5):
        kept = io.BytesIO()
        part.save(kept, "WEBP", quality=quality, method=6)
        if kept.tell() <= MOST:
            return kept.getvalue()
    raise ValueError(f"{png.name} does not fit into {MOST} bytes")


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    words.add_argument("--only", default=",".join(SHOWN), help="names of pictures, with commas")
    wanted = {name: SHOWN[name] for name in words.parse_args().only.split(",")}
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as play,
        screenshots.demonstration(Path(folder)) as (url, tour),
    ):
        browser = play.chromium.launch(executable_path=found, args=CHROMIUM_OPTIONS)
        stops = {stop.name: stop for stop in tour.stops}
        states = {who: screenshots.signed_in(browser, url, tour, who) for who in tour.accounts}
        for name, (at, size, width, ratio) in wanted.items():
            for theme in THEMES:
                context = browser.new_context(
                    viewport=screenshots.SIZES[size],
                    color_scheme=theme,
                    locale="en",
                    reduced_motion="reduce",
                    device_scale_factor=2 if size == "phone" else 1,
                    storage_state=states.get(stops[at].who),
                )
                taken = Path(folder) / f"{name}-{theme}.{size}.png"
                screenshots.picture(context, url, stops[at], taken, "en", full=False)
                kept = small(taken, width, ratio)
                (FOLDER / f"{name}-{theme}.webp").write_bytes(kept)
                print(f"{name}-{theme}.webp: {len(kept):,} bytes")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
