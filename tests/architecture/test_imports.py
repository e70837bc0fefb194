"""The arrow of the house, and the habits that an import contract cannot see."""

from __future__ import annotations

import ast
import functools
import io
import re
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from importlinter.cli import lint_imports

from games import catalogue
from tests.services import ROOT

WRITES = {"save", "create", "update", "delete", "get_or_create", "update_or_create"}
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "base", "manager"}
# Django looks for a database backend under exactly this name.
NAMED_BY_DJANGO = {"league/config/sqlite/base.py"}
ENVIRONMENT_DOORS = {
    "league/config/env.py",
    # Before Django: they name the settings module.
    "league/config/celery.py",
    "league/config/wsgi.py",
    # The tests' own settings, and the variables handed on to PostgreSQL's tools.
    "league/config/settings_test.py",
    "league/services/office/backup_postgresql.py",
}


def sources(*rooms: str) -> Iterator[tuple[str, Path]]:
    """Every tracked or new Python file of these rooms, with its name from the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *rooms],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in sorted(set(listed.stdout.splitlines())):
        if name.endswith(".py") and (ROOT / name).is_file():
            yield name, ROOT / name


def writing_calls(source: str) -> list[tuple[int, str]]:
    """Line and name of each call that changes rows, told from dicts and sets by its shape."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name = node.func.attr
        if name.startswith("bulk_"):
            found.append((node.lineno, name))
        elif name in WRITES:
            root: ast.expr = node.func.value
            chain = []
            while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
                if isinstance(root, ast.Attribute):
                    chain.append(root.attr)
                    root = root.value
                elif isinstance(root, ast.Call):
                    root = root.func
                else:
                    root = root.value
            module = root.id if isinstance(root, ast.Name) else ""
            is_table = "objects" in chain or "filter" in chain or "get" in chain
            is_service = module in {"services", *service_names()}
            is_row = name in {"save", "delete"} and not is_service
            if is_table or is_row:
                found.append((node.lineno, name))
    return found


def service_names() -> set[str]:
    return {path.stem for path in (ROOT / "league" / "services").rglob("*.py")}


def test_imports_point_down_the_arrow() -> None:
    said = io.StringIO()

    with redirect_stdout(said):
        code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)

    assert code == 0, said.getvalue()


def test_every_game_stands_under_the_contract_between_games() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    independent = next(c for c in contracts if c["type"] == "independence")
    core = next(c for c in contracts if c["name"] == "The core knows no game")

    in_layers = {word.strip(" ()") for word in core["layers"][-2].split("|")}

    assert set(independent["modules"]) == set(catalogue.GAMES)
    assert {f"games.{name}" for name in in_layers} == set(catalogue.GAMES)


def test_the_check_of_writes_sees_rows_and_leaves_services_and_dicts_alone() -> None:
    source = "\n".join(
        [
            "Club.objects.create(name='x')",
            "club.save()",
            "clubs.create(by=by, name='x')",
            "context.update(a=1)",
            "rows.filter(a=1).update(b=2)",
            "Club.objects.bulk_create([])",
        ]
    )

    assert writing_calls(source) == [(1, "create"), (2, "save"), (5, "update"), (6, "bulk_create")]


def test_doors_never_write_rows() -> None:
    found = [
        f"{name}:{line} {call}"
        for name, path in sources("api", "league/web")
        for line, call in writing_calls(path.read_text(encoding="utf-8"))
    ]

    assert found == []


@functools.cache
def any_step() -> re.Pattern[str]:
    """The name of any step; whoever imports one says it."""
    rooms = ("api", "games", "league", "tests")
    names = {path.stem for room in rooms for path in (ROOT / room).rglob("_*.py")}
    return re.compile(rf"\b(?:{'|'.join(sorted(names - {'__init__', '__main__'}))})\b")


def reached_steps(name: str, source: str) -> list[str]:
    """Steps (modules with a leading underscore) that a file outside their room imports."""
    room = name.rsplit("/", 1)[0].removeprefix("tests/").replace("/", ".")
    found: list[str] = []
    if not any_step().search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            full = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            full = [alias.name for alias in node.names]
        else:
            continue
        for imported in full:
            owner, _, step = f"{imported}.".partition("._")
            file = ROOT.joinpath(*owner.split("."), f"_{step.split('.')[0]}.py")
            if file.is_file() and not f"{room}.".startswith(f"{owner}."):
                found.append(imported)
    return found


def test_the_check_of_steps_sees_every_way_to_import_one() -> None:
    source = "\n".join(
        [
            "from league.services.records import _result_rows, records",
            "from league.services.records._result_rows import store",
            "import league.services.records._result_rows",
        ]
    )

    assert len(reached_steps("league/web/records/tables.py", source)) == 3
    assert reached_steps("league/services/records/records.py", source) == []


def test_a_step_is_used_in_its_own_room_alone() -> None:
    found = {
        name: reached
        for name, path in sources("api", "league", "tests")
        if (reached := reached_steps(name, path.read_text(encoding="utf-8")))
    }

    assert found == {}


def reads_environment(source: str) -> bool:
    names = {"environ", "getenv"}
    return any(name in source for name in names) and any(
        isinstance(node, ast.Attribute) and node.attr in names
        for node in ast.walk(ast.parse(source))
    )


def test_only_the_wiring_reads_the_environment() -> None:
    found = [
        name
        for name, path in sources("api", "games", "league")
        if name not in ENVIRONMENT_DOORS and reads_environment(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def test_the_service_shows_rooms_and_few_files() -> None:
    here = [path.name for path in (ROOT / "league").iterdir() if path.is_file()]

    assert len(here) <= 8, sorted(here)


def test_modules_are_named_after_things() -> None:
    found = [
        name
        for name, path in sources("api", "games", "league", "tests")
        if path.stem in FORBIDDEN_NAMES and name not in NAMED_BY_DJANGO
    ]

    assert found == []


def test_no_file_is_a_defect_by_its_length() -> None:
    found = [
        name
        for name, path in sources("api", "games", "league", "tests", "deploy")
        if "/migrations/" not in name and len(path.read_text(encoding="utf-8").splitlines()) > 800
    ]

    assert found == []
