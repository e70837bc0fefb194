"""Settings for tests: the same file with eager tasks, fast hashing and a folder of its own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

if "LEAGUE_DATA" not in os.environ:
    os.environ["LEAGUE_DATA"] = tempfile.mkdtemp(prefix="stammtisch-tests-")
    atexit.register(shutil.rmtree, os.environ["LEAGUE_DATA"], ignore_errors=True)

from league.config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
PLAY_CHANCES_SECONDS = 0  # whoever asks for them sets the time
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True
SECRET_KEY_LASTS = True
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# Nobody needs a test's rows after a power cut.
if "init_command" in (options := DATABASES["default"]["OPTIONS"]):  # noqa: F405
    options["init_command"] += " PRAGMA synchronous=OFF;"
