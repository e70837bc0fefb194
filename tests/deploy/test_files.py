"""What is shipped: locks, folders, container files and units that name what exists."""

from __future__ import annotations

import importlib
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.services import ROOT

DEPLOY = ROOT / "deploy"
ROOMS = {"api", "deploy", "games", "league", "templates", "tests", ".ci"}
ROLES = {"web", "worker", "beat", "live", "serve"}
COMPOSE = ("compose.yaml", "compose.small.yaml")
# Read by the containers' entry point or by the database's container, not by our settings.
OUTSIDE_SETTINGS = {"POSTGRES_PASSWORD", "WEB_WORKERS", "WEB_THREADS", "WORKER_PROCESSES"}


def tracked() -> list[str]:
    return subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def compose(name: str) -> dict[str, Any]:  # YAML is made of free dicts
    content = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def units() -> list[Path]:
    return sorted((DEPLOY / "systemd").glob("*.service"))


def started_by(text: str) -> list[list[str]]:
    """The command lines of a shell script or unit that start a program of ours."""
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = []
    for line in joined.splitlines():
        line = line.strip()
        line = re.sub(r"^(ExecStart|ExecStartPre)=", "", line)
        line = line.removeprefix("exec ").removeprefix("until ")
        words = line.split()
        if words and Path(words[0]).name in {"python", "granian", "celery"}:
            lines.append(shlex.split(line.split(" >")[0].rstrip("; do")))
    return lines


def check_command(words: list[str]) -> None:
    program = Path(words[0]).name
    if program == "python" and words[1] == "-m":
        assert callable(importlib.import_module(words[2]).main)
    elif program == "python":
        assert words[1] == "manage.py"
        assert words[2] in {*get_commands(), "$role"}, words
    elif program == "granian":
        module, _, attribute = words[-1].partition(":")
        assert callable(getattr(importlib.import_module(module), attribute))
    else:
        app = importlib.import_module(words[words.index("-A") + 1])
        assert app.celery_app.main == "league"
        assert words[words.index("-A") + 2] in {"worker", "beat"}


LOCKS = ["requirements.lock", "requirements-s3.lock", "requirements-test.lock"]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")

    assert [line for line in lock.splitlines() if "://" in line or "index-url" in line] == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_is_pinned_by_hash(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    packages = re.split(r"^(?=\S)", lock, flags=re.MULTILINE)[1:]

    assert [p.split()[0] for p in packages if "==" not in p or "--hash=sha256:" not in p] == []


def test_the_tests_use_the_versions_that_are_shipped() -> None:
    def pins(name: str) -> set[str]:
        lock = (ROOT / name).read_text(encoding="utf-8")
        return set(re.findall(r"^[a-z0-9._-]+==[^\s;]+", lock, flags=re.MULTILINE))

    tested = pins("requirements-test.lock")

    assert (pins("requirements.lock") | pins("requirements-s3.lock")) - tested == set()


def test_the_top_level_holds_the_agreed_folders_alone() -> None:
    folders = {name.split("/")[0] for name in tracked() if "/" in name}

    assert folders - ROOMS == set()


def test_nothing_that_is_made_at_run_time_is_tracked() -> None:
    made = re.compile(r"(\.sqlite3|\.pyc|secret-key|(^|/)\.env)$|^\.(venv|data)")

    assert [name for name in tracked() if made.search(name)] == []


def test_the_entry_point_is_valid_shell_and_starts_what_exists() -> None:
    script = DEPLOY / "entrypoint.sh"
    subprocess.run(["sh", "-n", str(script)], check=True)
    text = script.read_text(encoding="utf-8")

    commands = started_by(text)

    assert len(commands) == 10
    for words in commands:
        check_command(words)
    assert set(re.findall(r"^    ([a-z]+)\)$", text, flags=re.MULTILINE)) == ROLES


@pytest.mark.parametrize("unit", units(), ids=lambda path: path.stem)
def test_a_unit_starts_what_exists(unit: Path) -> None:
    commands = started_by(unit.read_text(encoding="utf-8"))

    assert commands != []
    for words in commands:
        check_command(words)


def test_there_is_a_unit_for_each_process() -> None:
    assert sorted(unit.stem for unit in units()) == [
        "stammtisch",
        "stammtisch-beat",
        "stammtisch-live",
        "stammtisch-web",
        "stammtisch-worker",
    ]


@pytest.mark.parametrize("name", COMPOSE)
def test_services_start_roles_of_the_entry_point_with_files_that_exist(name: str) -> None:
    services = compose(name)["services"]

    for service in services.values():
        if "build" in service:
            assert service["command"][0] in ROLES
            assert service["build"] == {"context": "..", "dockerfile": "deploy/Dockerfile"}
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).is_file()


@pytest.mark.parametrize("name", COMPOSE)
@pytest.mark.parametrize(
    ("variable", "roles"), [("UPSTREAM", {"web", "serve"}), ("LIVE_UPSTREAM", {"live", "serve"})]
)
def test_the_proxy_leads_to_a_service_that_listens(
    name: str, variable: str, roles: set[str]
) -> None:
    services = compose(name)["services"]
    host, port = services["proxy"]["environment"][variable].split(":")

    assert services[host]["command"][0] in roles
    assert f"--port {port}" in (DEPLOY / "entrypoint.sh").read_text(encoding="utf-8")
    assert f"{{${variable}:" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_the_larger_installation_has_every_process_and_server() -> None:
    assert set(compose("compose.yaml")["services"]) == {
        *("web", "worker", "beat", "live", "postgres", "redis", "proxy")
    }
    assert set(compose("compose.small.yaml")["services"]) == {"serve", "proxy"}


def test_the_image_copies_what_exists() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, flags=re.MULTILINE)

    sources = [source for line in copied for source in line.split()]

    assert {*ROOMS} - {"tests", "deploy", ".ci"} <= set(sources)
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_every_variable_of_the_example_is_read_somewhere() -> None:
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^#?([A-Z][A-Z_]+)=", example, flags=re.MULTILINE))
    wiring = "".join(
        (ROOT / "league" / "config" / name).read_text(encoding="utf-8")
        for name in ("settings.py", "env.py")
    )
    entry = (DEPLOY / "entrypoint.sh").read_text(encoding="utf-8")

    assert [name for name in sorted(named - OUTSIDE_SETTINGS) if f'"{name}"' not in wiring] == []
    assert [n for n in sorted(OUTSIDE_SETTINGS - {"POSTGRES_PASSWORD"}) if n not in entry] == []


def test_the_operators_guide_names_commands_and_files_that_exist() -> None:
    guide = (DEPLOY / "docs" / "README.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"(?:manage\.py|entrypoint\.sh) ([a-z_]+)", guide))
    files = set(re.findall(r"`((?:systemd/)?[a-z.-]+\.(?:yaml|service|example))`", guide))

    assert commands - set(get_commands()) == set()
    assert [name for name in sorted(files) if not list(DEPLOY.rglob(Path(name).name))] == []


def test_the_gate_is_valid_shell_and_can_be_executed() -> None:
    gate = ROOT / ".ci" / "run"

    subprocess.run(["bash", "-n", str(gate)], check=True)
    assert gate.stat().st_mode & 0o111
