"""The option that renews the golden records."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("stammtisch").addoption(
        "--update-golden", action="store_true", help="play the golden records of games anew"
    )
