"""One settings file: read from the environment, then from the data folder.

Safe when nothing is set: no debug mode, no guessable key, this machine only.
"""

from __future__ import annotations

from celery.schedules import crontab
from django.utils.translation import gettext_lazy as _

from league.config import env
from league.documents import letters

BASE_DIR = env.ROOT
DATA_DIR = env.data_folder()
DEBUG = env.flag("LEAGUE_DEBUG")
SECRET_KEY, SECRET_KEY_LASTS = env.secret_key()
REDIS_URL = env.text("REDIS_URL")
LEAGUE_URL = env.text("LEAGUE_URL").rstrip("/")
# Where fonts of the machine are looked for, for letters that ours lack.
LEAGUE_FONTS = env.folders("LEAGUE_FONTS", letters.USUAL)
LEAGUE_LAN = env.flag("LEAGUE_LAN")  # `serve --lan`: private-network hosts are welcome
LEAGUE_EMBEDDED = env.flag("LEAGUE_EMBEDDED")  # set by `serve`: one process, one writer lock

ALLOWED_HOSTS = [
    *env.words("LEAGUE_HOSTS"),
    *env.host_of(LEAGUE_URL),
    "localhost",
    "127.0.0.1",
    "[::1]",
]
if LEAGUE_LAN:
    ALLOWED_HOSTS = ["*"]  # league.config.middleware.PrivateHosts refuses public names
SECURE = LEAGUE_URL.startswith("https:")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_TRUSTED_ORIGINS = [LEAGUE_URL] if LEAGUE_URL else []
if SECURE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.number("LEAGUE_HSTS_SECONDS", 60 * 60 * 24 * 30)
CSRF_FAILURE_VIEW = "league.web.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "league",
    "games",
    "api",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "league.config.middleware.request_id",
    "league.config.middleware.private_hosts",
    "league.config.middleware.plain_addresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.config.compression.CompressedPages",
    "league.config.middleware.security_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "league.config.middleware.WholeAddresses",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.config.middleware.account_language",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.config.middleware.wrong_method",
]

ROOT_URLCONF = "league.config.urls"
WSGI_APPLICATION = "league.config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "league.config.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "league.web.context.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "league.templatetags.days",
            ],
        },
    }
]

DATABASES = {"default": env.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "league.Account"
SILENCED_SYSTEM_CHECKS = [
    "auth.W004",  # the address is unique without regard to case, which this check does not see
    "security.W005",  # a club's host name is seldom the whole domain: subdomains are not ours
    "security.W008",  # the proxy in front redirects to https
    "security.W021",  # the browsers' preload list is the operator's own decision
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if env.text("EMAIL_URL") else "none"
ACCOUNT_FORMS = {
    "login": "league.forms.people.sign_in.SignIn",
    "reset_password": "league.forms.people.sign_in.NewPassword",
    "signup": "league.forms.people.sign_in.NewAccount",
}
ACCOUNT_ADAPTER = "league.web.people.account.InvitedOnly"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
# One club night is one address: limits per address are wide. Limits per account count what comes
# from one address or one known browser, so that a stranger's guesses lock out the stranger alone.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "signup": "30/h/ip",
    "login_failed": "300/m/ip,10/5m/key",
    # Ours: guesses at one account from all addresses together; known browsers do not suffer.
    "login_failed_anywhere": "100/h/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("LEAGUE_PROXIES", 0)
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_ADAPTER = "league.web.people.passkeys.OtherWaysIn"
MFA_FORMS = {
    "add_webauthn": "league.forms.people.passkeys.NewPasskey",
    "edit_webauthn": "league.forms.people.passkeys.NamePasskey",
    "login_webauthn": "league.forms.people.passkeys.SignInWithPasskey",
    "authenticate_webauthn": "league.forms.people.passkeys.PasskeyAsSecondFactor",
    "reauthenticate_webauthn": "league.forms.people.passkeys.PasskeyOnceMore",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Nothing is guessed at here, and one club night is one address.
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
MFA_TOTP_ISSUER = "Stammtisch"
# Signing in by the server of an association, a company or a school.
LEAGUE_OPENID = env.openid()
LEAGUE_PASSWORD_SIGN_IN = env.flag("LEAGUE_PASSWORD_SIGN_IN", default=True)
# Whether everybody may make an account: with an address that a mail has confirmed, or not at all.
LEAGUE_OPEN_ACCOUNTS = (
    env.flag("LEAGUE_OPEN_ACCOUNTS")
    and LEAGUE_PASSWORD_SIGN_IN
    and ACCOUNT_EMAIL_VERIFICATION == "mandatory"
)
# Codes by e-mail would reach nobody where no mail is sent.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
SOCIALACCOUNT_ADAPTER = "league.web.people.openid.ByServer"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 10
vars().update(env.email())
DEFAULT_FROM_EMAIL = env.text("LEAGUE_MAIL_FROM", "stammtisch@localhost")

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "league.config.formats"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = env.data_folder() / "static"
STATICFILES_DIRS: list[str] = []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Pictures that people upload. With the tables they are in every backup and are stored, taken
    # back and erased as a whole; any storage of Django's may stand here instead.
    "pictures": env.pictures(),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
# The paper form of a large evening has every box of every table's sheet.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
LEAGUE_IMPORT_MAX_BYTES = 8 * 1024 * 1024
LEAGUE_IMPORT_MAX_ROWS = 20_000
# Results have a row per seat: ten thousand matches and more.
LEAGUE_RESULTS_MAX_BYTES = 24 * 1024 * 1024
LEAGUE_RESULTS_MAX_ROWS = 100_000

# Matches in the browser: when one that nobody touches is ended, and guests' names are forgotten.
PLAY_ABANDONED_DAYS = env.number("LEAGUE_PLAY_ABANDONED_DAYS", 30)
PLAY_GUEST_DAYS = env.number("LEAGUE_PLAY_GUEST_DAYS", 90)
# So long bots work out, after a match, how likely each seat was to win; 0: not at all.
PLAY_CHANCES_SECONDS = env.number("LEAGUE_PLAY_CHANCES_SECONDS", 60)

# Whether webhooks and chats may be at addresses of this machine and its network, and there by http.
ALLOW_PRIVATE_ADDRESSES = env.flag("LEAGUE_ALLOW_PRIVATE_ADDRESSES")

CACHES = {
    "default": {
        "BACKEND": "league.config.redis_cache.SparedRedis",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
    if REDIS_URL
    # Limits of wrong guesses are kept here too: what others keep must not push them out.
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

CELERY_BROKER_URL = env.text("LEAGUE_BROKER_URL") or REDIS_URL or "memory://localhost"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT, CELERY_TASK_SOFT_TIME_LIMIT = 300, 240
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 600,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "socket_keepalive": True,
        "health_check_interval": 25,
    }
    if CELERY_BROKER_URL.startswith("redis")
    else {"polling_interval": 0.05}
)
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "league.tasks.sweep", "schedule": 60.0},
    "daily backup": {
        "task": "league.tasks.daily_backup",
        "schedule": crontab(hour="3", minute="20"),
    },
    "tidy pictures": {
        "task": "league.tasks.tidy_pictures",
        "schedule": crontab(hour="3", minute="50"),
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.Token",
        "api.authentication.Session",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Stammtisch",
    "DESCRIPTION": "See `api/introduction.md`, which stands here in the document.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Closed sets stay where they are used: “state” means something else in every noun.
    "POSTPROCESSING_HOOKS": ["api.field_words.fill", "api.sheet_examples.add"],
    # What a value means stands in words of our own (``api.value_words``).
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "integer", "minimum": 1}},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "league.config.logs.Line",
            "format": "%(asctime)s %(levelname)s %(reference)s %(name)s %(message)s",
        }
    },
    "filters": {"reference": {"()": "league.config.logs.Reference"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["reference"],
        }
    },
    "root": {"handlers": ["console"], "level": env.text("LEAGUE_LOG_LEVEL", "WARNING")},
    # The framework's own handlers would print lines past ours, and mail whole requests.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}
TEST_RUNNER = "django.test.runner.DiscoverRunner"
