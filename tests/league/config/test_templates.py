from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client


def test_a_part_leaves_without_the_indentation_of_its_template() -> None:
    html = render_to_string(
        "components/_empty.html", {"title": "No guests yet", "text": "Add one."}
    )

    assert "<h2>No guests yet</h2>" in html
    assert [line for line in html.splitlines() if line.startswith(" ")] == []


@pytest.mark.django_db
def test_a_page_leaves_without_the_indentation_of_its_templates() -> None:
    html = Client().get("/").content.decode()

    assert "<main" in html
    assert [line for line in html.splitlines() if line.startswith(" ")] == []
