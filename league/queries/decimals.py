"""Exact numbers as people read them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.formats import number_format

if TYPE_CHECKING:
    from fractions import Fraction


def hundredths(value: Fraction) -> str:
    """A number with two decimals in the spelling of the reader's language: ``16/3`` → ``5.33``."""
    return number_format(Decimal(round(value * 100)).scaleb(-2), decimal_pos=2, use_l10n=True)
