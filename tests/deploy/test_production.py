"""What an installation runs on is what its own lock names: nothing is lent by the tests."""

from __future__ import annotations

import json
from pathlib import Path

from tests import production
from tests.installation import Installation
from tests.services import ROOT

# Loaded by name while an installation runs, so no import of ours leads to them.
BY_NAME = (
    "allauth.account.auth_backends",
    "celery.app.amqp",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.backends.redis",
    "celery.beat",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.fixups.django",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "django.contrib.sessions.backends.db",
    "django.core.cache.backends.redis",
    "django.core.mail.backends.smtp",
    "django.db.backends.postgresql.base",
    "granian.cli",
    "granian.server",
    "kombu.transport.memory",
    "kombu.transport.redis",
    "psycopg_binary",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.main",
    "uvicorn.protocols.http.auto",
    "whitenoise.middleware",
)
# For tests alone, and what a lock of its own serves (see the last test).
NOT_HERE = ("league.config.settings_test", "league.services.office.picture_bucket")
WALK = """
import importlib, json, pkgutil, sys
import django
django.setup()
import api, games, league
names = sorted(
    module.name
    for package in (api, games, league)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if not module.name.endswith(".__main__")
)
failed = {}
for name in [*names, *json.loads(sys.argv[1])]:
    if name in json.loads(sys.argv[2]):
        continue
    try:
        importlib.import_module(name)
    except ImportError as error:
        failed[name] = str(error)
print(json.dumps([len(names) > 300, failed]))
"""


def test_every_module_of_an_installation_imports_with_the_production_lock_alone(
    embedded: Installation,
) -> None:
    embedded.variables.update(
        DATABASE_URL="postgresql://club@127.0.0.1:1/club",
        REDIS_URL="redis://127.0.0.1:1/0",
        DJANGO_SETTINGS_MODULE="league.config.settings",
    )

    said = embedded.run("-c", WALK, json.dumps(BY_NAME), json.dumps(NOT_HERE))

    found = next(line for line in said.splitlines() if line.startswith("[true"))
    assert json.loads(found) == [True, {}]


def test_nothing_of_the_tests_is_in_the_environment_of_an_installation(
    embedded: Installation,
) -> None:
    look = (
        "import importlib.util, sys\n"
        "print([name for name in sys.argv[1:] if importlib.util.find_spec(name)])"
    )

    assert embedded.run("-c", look, "django", "hypothesis", "pytest", "ruff") == "['django']\n"


def test_pictures_go_into_a_bucket_with_the_lock_for_it_beside_the_usual_one(
    embedded: Installation, tmp_path: Path
) -> None:
    production.uv(
        *("pip", "install", "--no-deps", "--require-hashes", "--target", str(tmp_path)),
        *("--python", str(production.python()), "-r", str(ROOT / "requirements-s3.lock")),
    )
    embedded.variables.update(
        PYTHONPATH=str(tmp_path),
        DJANGO_SETTINGS_MODULE="league.config.settings",
        LEAGUE_PICTURES="s3://club?region=eu-central-1",
        LEAGUE_PICTURES_KEY="key",
        LEAGUE_PICTURES_SECRET="secret",
    )

    said = embedded.run(
        "-c",
        "import django; django.setup();"
        "from django.core.files.storage import storages; print(storages['pictures'])",
    )

    assert "InBucket" in said
