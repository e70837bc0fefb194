"""English is read on both sides of the ocean: a short date names the month (4 Mar 2026)."""

SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
