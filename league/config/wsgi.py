"""Django as WSGI: what granian serves, and what the one-process server wraps."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from league.config import env
from league.server import presence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
application = get_wsgi_application()
presence.enter(env.data_folder())
