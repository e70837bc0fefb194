"""Days as each language writes them."""

from __future__ import annotations

from datetime import date

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_no_short_day_of_a_month_can_be_read_as_another(language: str) -> None:
    with translation.override(language):
        fourth_of_march = date_format(date(2026, 3, 4), "SHORT_DATE_FORMAT")

    assert fourth_of_march == {"en": "4 Mar 2026", "de": "04.03.2026", "fr": "04/03/2026"}[language]
