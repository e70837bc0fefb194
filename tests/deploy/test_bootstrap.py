"""How the set-up decides, and what it says when it cannot go on."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.services import ROOT


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / "deploy" / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bootstrap = load()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "requirements.lock").write_text("a==1\n")
    (tmp_path / "requirements-test.lock").write_text("a==1\nb==2\n")
    return tmp_path


def made(clone: Path, folder: str, lock: str) -> Path:
    """An environment that looks finished."""
    path = clone / folder
    path.mkdir()
    (path / bootstrap.STAMP).write_text(bootstrap.stamp(clone / lock))
    return path


def test_the_stamp_changes_with_the_lock_alone_on_one_machine(clone: Path) -> None:
    first = bootstrap.stamp(clone / "requirements.lock")
    again = bootstrap.stamp(clone / "requirements.lock")
    (clone / "requirements.lock").write_text("a==2\n")

    assert again == first
    assert bootstrap.stamp(clone / "requirements.lock") != first


def test_the_stamp_names_the_python_and_the_platform(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = bootstrap.stamp(clone / "requirements.lock")

    monkeypatch.setattr("platform.python_version", lambda: "3.99.1")
    other_python = bootstrap.stamp(clone / "requirements.lock")
    monkeypatch.setattr("platform.machine", lambda: "toaster")
    other_machine = bootstrap.stamp(clone / "requirements.lock")

    assert len({here, other_python, other_machine}) == 3


def test_a_process_inside_a_current_environment_goes_on(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(made(clone, ".venv", "requirements.lock")))
    monkeypatch.setattr(bootstrap, "execute", lambda *a: pytest.fail("must not execute"))

    bootstrap.ensure(clone, "run", ["manage.py", "serve"])


def test_a_current_environment_is_entered_without_being_made_again(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(clone, ".venv", "requirements.lock")
    entered = []
    monkeypatch.setattr(bootstrap, "make", lambda *a: pytest.fail("must not make"))
    monkeypatch.setattr(bootstrap, "execute", lambda python, argv: entered.append((python, argv)))

    bootstrap.ensure(clone, "run", ["manage.py", "serve"])

    assert entered == [(bootstrap.interpreter(folder), ["manage.py", "serve"])]


def test_an_environment_of_an_older_lock_is_made_again(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(clone, ".venv", "requirements.lock")
    (clone / "requirements.lock").write_text("a==2\n")
    steps = []
    monkeypatch.setattr(bootstrap, "create", lambda path: (path.mkdir(exist_ok=True), None)[1])
    monkeypatch.setattr(bootstrap, "install", lambda path, lock: steps.append(lock.name))
    monkeypatch.setattr(bootstrap, "execute", lambda python, argv: steps.append("executed"))

    bootstrap.ensure(clone, "run", ["manage.py", "serve"])

    assert steps == ["requirements.lock", "executed"]
    assert bootstrap.read_stamp(folder) == bootstrap.stamp(clone / "requirements.lock")


def test_tests_get_an_environment_of_their_own(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(made(clone, ".venv", "requirements.lock")))
    wanted = bootstrap.stamp(clone / "requirements-test.lock")

    assert bootstrap.is_inside(clone, "run", bootstrap.stamp(clone / "requirements.lock"))
    assert not bootstrap.is_inside(clone, "test", wanted)


def test_the_service_may_run_in_the_environment_of_the_tests(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(made(clone, ".venv-test", "requirements-test.lock")))

    assert bootstrap.is_inside(clone, "run", bootstrap.stamp(clone / "requirements.lock"))


def test_a_half_made_environment_carries_no_stamp(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(folder: Path, lock: Path) -> None:
        raise bootstrap.SetupFailed("no network")

    monkeypatch.setattr(bootstrap, "create", lambda path: (path.mkdir(exist_ok=True), None)[1])
    monkeypatch.setattr(bootstrap, "install", breaks)

    with pytest.raises(SystemExit) as end:
        bootstrap.ensure(clone, "run", ["manage.py", "serve"])

    assert end.value.code == 1
    assert bootstrap.read_stamp(clone / ".venv") is None


def test_a_missing_ensurepip_names_the_package_to_install(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "ensurepip" else find(name)
    )

    with pytest.raises(SystemExit) as end:
        bootstrap.ensure(clone, "run", ["manage.py", "serve"])

    assert end.value.code == 1
    assert "sudo apt-get install python3-venv" in capsys.readouterr().err


def test_packages_that_cannot_be_fetched_end_with_advice(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = clone / ".venv"
    (folder / "bin").mkdir(parents=True)
    failing = bootstrap.interpreter(folder)
    failing.write_text(
        "#!/bin/sh\necho 'WARNING: retrying' >&2\necho 'ERROR: no answer' >&2\nexit 1\n"
    )
    failing.chmod(0o755)

    with pytest.raises(bootstrap.SetupFailed) as failed:
        bootstrap.install(folder, clone / "requirements.lock")

    assert str(failed.value).splitlines() == [
        "The packages cannot be fetched. Is this machine on the internet? Behind a proxy, set "
        "HTTPS_PROXY; with a package mirror, set PIP_INDEX_URL. Then start again.",
        "  | ERROR: no answer",
    ]


def test_variables_of_other_environments_are_not_passed_on() -> None:
    ours = {"PATH": "/bin", "LANG": "C", "PIP_INDEX_URL": "https://mirror.example"}
    foreign = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")

    assert bootstrap.environment(ours | dict.fromkeys(foreign, "/x")) == ours


def test_one_package_is_cut_out_of_a_lock_with_all_its_hashes() -> None:
    wanted = "uv==2 \\\n    --hash=sha256:2 \\\n    --hash=sha256:3\n"
    lock = "tz==1 \\\n    --hash=sha256:1\n" + wanted + "uvicorn==4\n"

    assert bootstrap.pinned(lock, "uv") == wanted
    assert bootstrap.pinned(lock, "vu") is None


def test_a_second_set_up_waits_for_the_first(clone: Path) -> None:
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); import bootstrap, pathlib\n"
        "with bootstrap.one_at_a_time(pathlib.Path(sys.argv[2])):\n"
        "    print('in', flush=True); time.sleep(float(sys.argv[3])); print('out', flush=True)\n"
    )
    command = [sys.executable, "-c", script, str(ROOT / "deploy"), str(clone / "lock")]
    log = clone / "log"
    with log.open("w") as out:
        first = subprocess.Popen([*command, "0.6"], stdout=out)
        while log.read_text() == "":
            pass
        second = subprocess.run(
            [*command, "0"], stdout=out, stderr=subprocess.PIPE, text=True, check=True
        )
        first.wait()

    assert log.read_text().split() == ["in", "out", "in", "out"]
    assert second.stderr == "Another start is setting up; waiting for it ...\n"


def test_an_old_python_gets_a_sentence(tmp_path: Path) -> None:
    script = (
        "import runpy, sys\n"
        "sys.version_info = (3, 9, 2, 'final', 0)\n"
        "sys.argv = ['manage.py', 'serve']\n"
        f"runpy.run_path({str(ROOT / 'manage.py')!r}, run_name='__main__')\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path
    )

    assert result.returncode == 1
    assert result.stderr.splitlines()[0] == (
        "Stammtisch needs Python 3.11 or newer; this is Python 3.9."
    )


def test_the_test_command_runs_pytest_with_the_arguments_given() -> None:
    variables = {**os.environ, "LEAGUE_NO_BOOTSTRAP": "1", "DJANGO_SETTINGS_MODULE": "nonsense"}

    result = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "test", "--version"],
        capture_output=True,
        text=True,
        check=False,
        env=variables,
    )

    assert result.returncode == 0
    assert (result.stdout + result.stderr).startswith("pytest ")
