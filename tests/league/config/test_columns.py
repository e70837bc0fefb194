"""Columns have the hash of their names, and stay as different as they were."""

from __future__ import annotations

from django.db.models.expressions import Col

from league.models import Club, Event


def test_equal_columns_are_one_key_and_those_of_another_name_or_table_are_another() -> None:
    name, slug = Club._meta.get_field("name"), Club._meta.get_field("slug")
    keys = {Col("league_club", name): 1}

    assert keys.get(Col("league_club", name)) == 1
    assert Col("league_club", slug) not in keys
    assert Col("T3", name) not in keys
    assert Col("league_club", Event._meta.get_field("name")) not in keys


def test_a_query_asks_no_column_for_the_arguments_it_was_made_with() -> None:
    query = Event.objects.select_related("club").order_by("club__name", "pk").query
    compiler = query.get_compiler("default")

    compiler.as_sql()

    columns = [column for column, _, _ in compiler.select]
    assert {column.alias for column in columns} == {"league_event", "league_club"}
    assert [column for column in columns if "identity" in vars(column)] == []
