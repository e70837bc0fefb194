"""Every line that is shipped for operators is there for something: none goes away unseen."""

from __future__ import annotations

import ast
import importlib
import re
from typing import Any

import pytest

from tests.deploy.test_files import DEPLOY, compose, units
from tests.services import ROOT

# What a variable of our settings has to do in no file of an installation.
NO_ADVICE = {"LEAGUE_DEBUG", "LEAGUE_EMBEDDED", "LEAGUE_LAN"}


def lines(name: str) -> list[str]:
    """The lines of a file, continued ones joined, without comments."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / name).read_text(encoding="utf-8"))
    stripped = [" ".join(line.split()) for line in text.splitlines()]
    return [line for line in stripped if line and not line.startswith("#")]


# --- systemd --------------------------------------------------------------------------------

# Nobody's rights but its own, no file but its own, back after a fall. systemd hears a line in its
# own section alone.
EVERY_UNIT = {
    *("[Service] User=stammtisch", "[Service] Group=stammtisch"),
    "[Service] WorkingDirectory=/opt/stammtisch",
    "[Service] EnvironmentFile=/etc/stammtisch.env",
    "[Service] Environment=LEAGUE_DATA=/var/lib/stammtisch",
    "[Service] Environment=LEAGUE_NO_BOOTSTRAP=1",
    *("[Service] Restart=on-failure", "[Service] RestartSec=3"),
    *("[Service] StateDirectory=stammtisch", "[Service] StateDirectoryMode=0700"),
    *("[Service] NoNewPrivileges=yes", "[Service] PrivateTmp=yes"),
    *("[Service] ProtectSystem=strict", "[Service] ProtectHome=yes"),
    "[Unit] Wants=network-online.target",
    "[Install] WantedBy=multi-user.target",
}
BIN = "/opt/stammtisch/.venv/bin"
OWN_LINES = {
    "stammtisch": {
        f"ExecStart={BIN}/python manage.py serve --port 8000 --empty",
        "After=network-online.target",
        "LimitNOFILE=16384",
        "TimeoutStopSec=60",
    },
    "stammtisch-web": {
        f"ExecStartPre={BIN}/python manage.py check --deploy --tag security --fail-level ERROR",
        f"ExecStartPre={BIN}/python manage.py migrate --verbosity 1",
        f"ExecStartPre={BIN}/python manage.py collectstatic --no-input --verbosity 0",
        f"ExecStart={BIN}/granian --interface wsgi --host 127.0.0.1 --port 8000 --workers 2"
        " --blocking-threads 8 --respawn-failed-workers --no-ws league.config.wsgi:application",
        "After=network-online.target postgresql.service redis-server.service",
        "TimeoutStopSec=60",
    },
    "stammtisch-worker": {
        f"ExecStart={BIN}/celery -A league.config worker --loglevel INFO --concurrency 2",
        "After=network-online.target postgresql.service redis-server.service"
        " stammtisch-web.service",
        "TimeoutStopSec=60",
    },
    "stammtisch-beat": {
        f"ExecStart={BIN}/celery -A league.config beat --loglevel INFO",
        "After=network-online.target redis-server.service stammtisch-web.service",
        "TimeoutStopSec=60",
    },
    "stammtisch-live": {
        f"ExecStart={BIN}/python -m league.server.live_process --port 8001",
        "After=network-online.target redis-server.service",
        "LimitNOFILE=16384",
        "TimeoutStopSec=20",
    },
}


@pytest.mark.parametrize("unit", units(), ids=lambda path: path.stem)
def test_a_unit_runs_as_its_own_user_locked_in_and_comes_back(unit: Any) -> None:  # a path
    section, settings = "", []
    for line in lines(f"systemd/{unit.name}"):
        if line.startswith("["):
            section = line
        elif not line.startswith("Description="):
            settings.append(f"{section} {line}")

    own = {
        f"[Unit] {line}" if line.startswith("After=") else f"[Service] {line}"
        for line in OWN_LINES[unit.stem]
    }
    assert sorted(settings) == sorted(EVERY_UNIT | own)


# --- containers -----------------------------------------------------------------------------


def alive(port: int, *, start: str) -> dict[str, Any]:
    ask = (
        "import urllib.request; "
        f"urllib.request.urlopen('http://127.0.0.1:{port}/healthz/', timeout=5)"
    )
    return {
        "test": ["CMD", "python", "-c", ask],
        "interval": "15s",
        "timeout": "6s",
        "retries": 4,
        "start_period": start,
    }


def ready(*command: str) -> dict[str, Any]:
    return {"test": ["CMD", *command], "interval": "5s", "timeout": "5s", "retries": 20}


OURS = {
    "build": {"context": "..", "dockerfile": "deploy/Dockerfile"},
    "image": "stammtisch:latest",
    "env_file": ".env",
    "volumes": ["data:/data"],
    "restart": "unless-stopped",
}
PASSWORD = "${POSTGRES_PASSWORD:?set it in .env}"
LARGER = OURS | {
    "environment": {
        "DATABASE_URL": f"postgresql://stammtisch:{PASSWORD}@postgres:5432/stammtisch",
        "REDIS_URL": "redis://redis:6379/0",
        "LEAGUE_BROKER_URL": "redis://redis:6379/1",
        "LEAGUE_PROXIES": "1",  # else every visitor has the proxy's address
    },
    "depends_on": {
        "postgres": {"condition": "service_healthy"},
        "redis": {"condition": "service_healthy"},
    },
}


def proxy(pages: str, streams: str, *behind: str) -> dict[str, Any]:
    return {
        "image": "caddy:2",
        "env_file": ".env",
        "environment": {"UPSTREAM": pages, "LIVE_UPSTREAM": streams},
        "ports": ["80:80", "443:443"],
        "volumes": ["./Caddyfile:/etc/caddy/Caddyfile:ro", "caddy:/data"],
        "restart": "unless-stopped",
        "depends_on": list(behind),
    }


def test_the_larger_installation_waits_for_its_servers_and_keeps_what_they_hold() -> None:
    content = compose("compose.yaml")

    assert content["services"] == {
        "web": {**LARGER, "command": ["web"], "healthcheck": alive(8000, start="60s")},
        "worker": {**LARGER, "command": ["worker"], "stop_grace_period": "60s"},
        "beat": {**LARGER, "command": ["beat"]},
        "live": {
            **LARGER,
            "command": ["live"],
            "healthcheck": alive(8001, start="30s"),
            "ulimits": {"nofile": 16384},
        },
        "postgres": {
            "image": "postgres:17",
            "environment": {
                "POSTGRES_USER": "stammtisch",
                "POSTGRES_DB": "stammtisch",
                "POSTGRES_PASSWORD": PASSWORD,
            },
            "volumes": ["postgres:/var/lib/postgresql/data"],
            "restart": "unless-stopped",
            "healthcheck": ready("pg_isready", "--username", "stammtisch"),
        },
        "redis": {
            "image": "valkey/valkey:8",
            "command": [
                *("valkey-server", "--maxmemory-policy", "noeviction"),
                *("--appendonly", "yes"),
            ],
            "volumes": ["redis:/data"],
            "restart": "unless-stopped",
            "healthcheck": ready("valkey-cli", "ping"),
        },
        "proxy": proxy("web:8000", "live:8001", "web", "live"),
    }
    assert content["volumes"] == dict.fromkeys(("data", "postgres", "redis", "caddy"))


def test_the_small_installation_is_one_process_that_ends_in_its_own_time() -> None:
    content = compose("compose.small.yaml")

    assert content["services"] == {
        "serve": {
            **OURS,
            "command": ["serve", "--empty"],
            "environment": {"LEAGUE_PROXIES": "1"},
            "stop_grace_period": "30s",
            "ulimits": {"nofile": 16384},
            "healthcheck": alive(8000, start="30s"),
        },
        "proxy": proxy("serve:8000", "serve:8000", "serve"),
    }
    assert content["volumes"] == dict.fromkeys(("data", "caddy"))
    assert content["name"] != compose("compose.yaml")["name"]


def test_the_image_is_made_from_the_lock_and_runs_as_nobody_else() -> None:
    assert lines("Dockerfile") == [
        "FROM python:3.13-slim-trixie AS packages",
        "WORKDIR /build",
        "COPY requirements.lock requirements-s3.lock ./",
        "RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir"
        " --require-hashes --no-deps -r requirements.lock"
        " && /opt/venv/bin/pip install --no-cache-dir"
        " --require-hashes --no-deps -r requirements-s3.lock",
        "FROM python:3.13-slim-trixie",
        "RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client"
        " && rm -rf /var/lib/apt/lists/* && useradd --system --uid 10001 --home-dir /data"
        " --shell /usr/sbin/nologin stammtisch"
        " && install -d -o stammtisch -g stammtisch -m 700 /data",
        "COPY --from=packages /opt/venv /opt/venv",
        "WORKDIR /srv/stammtisch",
        "COPY manage.py pyproject.toml ./",
        *(f"COPY {room} {room}" for room in ("api", "games", "league", "templates")),
        "COPY deploy/entrypoint.sh deploy/entrypoint.sh",
        "ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1"
        " LEAGUE_NO_BOOTSTRAP=1 LEAGUE_DATA=/data",
        "USER stammtisch",
        "VOLUME /data",
        "EXPOSE 8000",
        "STOPSIGNAL SIGTERM",
        'ENTRYPOINT ["sh", "deploy/entrypoint.sh"]',
        'CMD ["web"]',
    ]


def test_web_alone_migrates_and_the_others_wait_for_its_tables() -> None:
    text = "\n".join(lines("entrypoint.sh"))
    roles = {
        role: body.splitlines()
        for role, body in re.findall(r"^([a-z*]+)\)\n(.*?)\n;;$", text, re.DOTALL | re.MULTILINE)
    }

    assert text.splitlines()[0] == "set -eu"
    assert text.splitlines()[3:7] == [
        "wait_for_tables() {",
        "until python manage.py migrate --check --verbosity 0 >/dev/null 2>&1; do",
        "sleep 2",
        "done",
    ]
    assert roles == {
        "web": [
            "python manage.py check --deploy --tag security --fail-level ERROR",
            "python manage.py migrate --verbosity 1",
            "python manage.py collectstatic --no-input --verbosity 0",
            "exec granian --interface wsgi --host 0.0.0.0 --port 8000"
            ' --workers "${WEB_WORKERS:-2}" --blocking-threads "${WEB_THREADS:-8}"'
            ' --respawn-failed-workers --no-ws "$@" league.config.wsgi:application',
        ],
        "worker": [
            "wait_for_tables",
            "exec celery -A league.config worker --loglevel INFO"
            ' --concurrency "${WORKER_PROCESSES:-2}" "$@"',
        ],
        "beat": ["wait_for_tables", 'exec celery -A league.config beat --loglevel INFO "$@"'],
        "live": ['exec python -m league.server.live_process --host 0.0.0.0 --port 8001 "$@"'],
        "serve": ['exec python manage.py serve --host 0.0.0.0 --port 8000 "$@"'],
        "*": ['exec python manage.py "$role" "$@"'],
    }


def test_the_proxy_lets_streams_through_unbuffered_and_no_endless_body() -> None:
    assert lines("Caddyfile") == [
        "{$LEAGUE_URL:http://localhost} {",
        "handle /live/* {",
        "reverse_proxy {$LIVE_UPSTREAM:127.0.0.1:8001} {",
        "flush_interval -1",
        *("}", "}"),
        "handle {",
        "encode zstd gzip",
        "request_body {",
        "max_size 10MB",
        "}",
        "reverse_proxy {$UPSTREAM:127.0.0.1:8000}",
        *("}", "}"),
    ]


def test_every_variable_that_is_read_stands_in_the_example() -> None:
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    config = (ROOT / "league" / "config").rglob("*.py")
    entry = (DEPLOY / "entrypoint.sh").read_text(encoding="utf-8")
    read = {
        name
        for path in config
        for name in re.findall(
            r'\b(?:text|flag|number|words|folders)\(\s*"([A-Z_]+)"', path.read_text("utf-8")
        )
    } | set(re.findall(r"\$\{([A-Z_]+):-", entry))

    assert len(read) > 15
    assert read - set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == NO_ADVICE


def value_of(node: ast.expr, module: str) -> Any:  # of any kind
    """A default as it is written: a value, a product of numbers, or a name of that module."""
    if isinstance(node, ast.BinOp):
        return value_of(node.left, module) * value_of(node.right, module)
    if isinstance(node, ast.Name):
        return getattr(importlib.import_module(module), node.id)
    return ast.literal_eval(node)


def defaults() -> dict[str, str]:
    """What a variable is where nobody sets it, as the program and the entry point say."""
    found = {}
    rooms = (ROOT / "league" / room for room in ("config", "server"))
    for path in (path for room in rooms for path in room.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            if ast.unparse(node.func) in {"env.text", "env.number"}:
                found[ast.literal_eval(node.args[0])] = str(value_of(node.args[1], module))
    entry = (DEPLOY / "entrypoint.sh").read_text(encoding="utf-8")
    return found | dict(re.findall(r"\$\{([A-Z_]+):-([^}]*)\}", entry))


def test_what_the_example_shows_commented_out_is_what_holds_without_it() -> None:
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^#([A-Z_]+)=(.+)$", example, re.MULTILINE))

    told = {name: value for name, value in defaults().items() if name in shown}

    # Where the mail comes from hangs on the name of the club: there the example shows one.
    assert told.pop("LEAGUE_MAIL_FROM") == "stammtisch@localhost"
    assert len(told) > 5
    assert {name: shown[name] for name in told} == told
