"""One settings file; the environment decides. A bad value stops the start and says which.

Every variable is listed in docs/operations.md, and a test holds that list to this file.
"""

import gc
import hashlib
import os
import secrets
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

import drf_spectacular_sidecar
import environ
import font_source_sans_pro
import justmytype_intl_rtl
from celery.schedules import schedule
from django.core.exceptions import ImproperlyConfigured

from tdsuite.ops.paths import data_dir, shipped

# Loading a program makes many objects and no garbage: looking for some at every 700th takes a fifth of each start.
gc.set_threshold(50_000, 20, 100)

env = environ.Env()

# --- where everything that must survive lives -------------------------------------------------
DATA_DIR = data_dir()
os.umask(0o077)  # whoever starts it: what is written here is read by its owner alone
try:
    DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    if DATA_DIR.stat().st_mode & 0o077:
        DATA_DIR.chmod(0o700)  # an older version made it
except OSError as error:
    raise ImproperlyConfigured(
        f"TDSUITE_DATA: cannot use {DATA_DIR} ({error.strerror}); name a folder you can write to"
    ) from error
MEDIA_ROOT = DATA_DIR / "files"


def _own_key(name: str, without: str) -> str:
    """A key of the installation's own: made once, kept beside the data, readable by its owner only.

    without: what its loss means, for the error message.
    """
    path = DATA_DIR / name
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_text(encoding="ascii").strip()
        if len(key) >= 40:
            return key
        raise ImproperlyConfigured(f"{path} is damaged; put its backup back, or delete it ({without})") from None
    key = secrets.token_urlsafe(48)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


SECRET_KEY = env.str("SECRET_KEY", default="") or _own_key("secret_key", "everyone must then log in again")
if len(SECRET_KEY) < 32:
    raise ImproperlyConfigured(
        f"SECRET_KEY: use at least 32 letters, not {len(SECRET_KEY)}, or nothing: then one is made"
    )
# Seals the record of decisions, so it is never in the database.
RECORD_KEY = env.str("RECORD_KEY", default="") or _own_key(
    "record_key", "verify_audit then cannot check the seals made before"
)
RECORD_KEY_ID = hashlib.sha256(f"id of {RECORD_KEY}".encode()).hexdigest()[:8]  # which key; tells nothing of it
RECORD_HEADS = DATA_DIR / "record_heads"  # the head of every chain after every decision, a line each
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])  # a hall's addresses change: docs/decisions/0002
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
if env.bool("BEHIND_TLS_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365


def _on_the_internet(host: str) -> bool:
    """Whether strangers anywhere may reach a name or number of ALLOWED_HOSTS; "*" says nothing of it."""
    host = host.strip().strip("[].").lower()
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".lan", ".internal", ".home.arpa", ".localhost"))


# Who must have a second factor to log in; everybody may.
SECOND_FACTOR = env.str("SECOND_FACTOR", default="") or (
    "administrators"
    if env.bool("BEHIND_TLS_PROXY", default=False) or any(map(_on_the_internet, ALLOWED_HOSTS))
    else "offered"
)
if SECOND_FACTOR not in {"offered", "administrators", "accounts"}:
    raise ImproperlyConfigured("SECOND_FACTOR: use offered, administrators or accounts")
try:  # whose X-Forwarded-For says which client it is
    TRUSTED_PROXIES = [str(ip_network(text.strip())) for text in env.list("TRUSTED_PROXIES", default=[])]
except ValueError as error:
    raise ImproperlyConfigured(f"TRUSTED_PROXIES: {error}; use addresses or networks such as 10.0.0.0/24") from error
SILENCED_SYSTEM_CHECKS = [
    "security.W004",  # HSTS: set above where a TLS proxy stands in front; a hall's own network has no certificate
    "security.W005",  # HSTS for subdomains: they are not ours to decide about
    "security.W008",  # the proxy redirects http to https; a hall has http alone
    "security.W011",  # PageMiddleware makes every cookie Secure on https
    "security.W016",  # the same
    "security.W021",  # preload lists are for the owner of the domain
]

try:  # beside the open internet (tdsuite.exchange.transports)
    PUBLISHING_NETWORKS = [ip_network(text.strip()) for text in env.list("PUBLISHING_NETWORKS", default=[])]
except ValueError as error:
    raise ImproperlyConfigured(f"PUBLISHING_NETWORKS: {error}; use networks such as 192.168.1.0/24") from error

# --- applications, lowest layer first ---------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "rest_framework",
    "tdsuite.platform.audit",
    "tdsuite.platform.jobs",
    "tdsuite.platform.printing",
    "tdsuite.platform.live",
    "tdsuite.platform.access",
    "tdsuite.tournaments",
    "pairings",
    "results",
    "adjudication",
    "tdsuite.console",
    "tdsuite.public",
    "tdsuite.exchange",
    "tdsuite.ops",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tdsuite.platform.access.middleware.PackedPagesMiddleware",
    "tdsuite.platform.words.languages.LanguageMiddleware",
    "tdsuite.platform.access.middleware.PageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tdsuite.platform.access.middleware.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "tdsuite.urls"
WSGI_APPLICATION = "tdsuite.wsgi.application"
ASGI_APPLICATION = "tdsuite.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [shipped("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tdsuite.platform.access.context.access",
            ],
            "builtins": ["django.templatetags.i18n", "tdsuite.platform.web.components"],
        },
    }
]

# --- database -----------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{(DATA_DIR / 'tdsuite.sqlite3').as_posix()}"
try:
    DATABASES = {"default": env.db_url_config(DATABASE_URL)}
except Exception as error:
    raise ImproperlyConfigured("DATABASE_URL: use sqlite:///PATH or postgres://USER:PASSWORD@HOST:PORT/NAME") from error
SQLITE = DATABASES["default"].get("ENGINE") == "django.db.backends.sqlite3"
if SQLITE:
    # WAL + IMMEDIATE + FULL: readers never wait, writers queue, an acknowledged result is on disk (docs/decisions/0001).
    DATABASES["default"] |= {
        "ENGINE": "tdsuite.platform.sqlite",  # writers have turns (docs/decisions/0037)
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 60,  # for the turn, and then for another program that writes
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;",
        },
        "TEST": {"NAME": str(DATA_DIR / "test.sqlite3")},
    }
elif DATABASES["default"].get("ENGINE") == "django.db.backends.postgresql":
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    # Whoever waits for a lock that another program holds is answered after a minute, as on SQLite.
    _options = DATABASES["default"].setdefault("OPTIONS", {})
    _options["options"] = f"-c lock_timeout=60s {_options.get('options', '')}".strip()
else:
    raise ImproperlyConfigured("DATABASE_URL: the suite runs on SQLite and PostgreSQL only")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- server processes (docs/decisions/0035) --------------------------------------------------------
MOST_WEB_PROCESSES = 32 if hasattr(os, "fork") else 1  # what cannot fork is handed no open file
_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
WEB_PROCESSES = env.int("WEB_PROCESSES", default=min(_cores, 4, MOST_WEB_PROCESSES))
if not 1 <= WEB_PROCESSES <= MOST_WEB_PROCESSES:
    raise ImproperlyConfigured(f"WEB_PROCESSES: use a number from 1 to {MOST_WEB_PROCESSES}, not {WEB_PROCESSES}")

# --- caches --------------------------------------------------------------------------------------
PAGES_CACHE_URL = env.str("PAGES_CACHE_URL", default="")
if PAGES_CACHE_URL and urlsplit(PAGES_CACHE_URL).scheme not in {"redis", "rediss"}:
    raise ImproperlyConfigured("PAGES_CACHE_URL: use redis://HOST:PORT/N, or nothing for this computer's")
CACHE_DIR = DATA_DIR / "cache"
CACHE_DIR.mkdir(exist_ok=True)
PAGES_LOCK = CACHE_DIR / "pages.lock"
_in_memory = "django.core.cache.backends.locmem.LocMemCache"
_shared = _in_memory if WEB_PROCESSES == 1 else "django.core.cache.backends.filebased.FileBasedCache"
CACHES = {
    "default": {"BACKEND": _in_memory},  # what follows from its key alone
    "pages": {  # public pages (tdsuite.platform.live.kept_pages)
        "BACKEND": _shared,
        "LOCATION": str(CACHE_DIR / "pages"),
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
    "calls": {  # of the API, counted (tdsuite.platform.access.rates)
        "BACKEND": _shared,
        "LOCATION": str(CACHE_DIR / "calls"),
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
if PAGES_CACHE_URL:
    _prefix = f"tdsuite-{hashlib.sha256(SECRET_KEY.encode()).hexdigest()[:12]}"  # each installation its own
    CACHES |= {
        name: {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": PAGES_CACHE_URL,
            "KEY_PREFIX": f"{_prefix}-{name}",
            "OPTIONS": {
                "socket_timeout": 0.5,
                "socket_connect_timeout": 0.5,
                "serializer": "tdsuite.platform.live.signed_values.SignedValues",  # Django's own would run what it reads
            },
        }
        for name in ("pages", "calls")
    }

# --- jobs ----------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="") or "filesystem://"
_broker = urlsplit(CELERY_BROKER_URL).scheme
if _broker not in {"filesystem", "redis", "rediss", "amqp", "amqps", "pyamqp"}:
    raise ImproperlyConfigured(
        "CELERY_BROKER_URL: use filesystem://, redis://HOST:PORT/N or amqp://USER:PASSWORD@HOST//"
    )
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if _broker == "filesystem":
    _broker_dir = DATA_DIR / "broker"
    for _folder in ("messages", "control"):
        (_broker_dir / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker_dir / "messages"),
        "data_folder_out": str(_broker_dir / "messages"),
        "control_folder": str(_broker_dir / "control"),
        "polling_interval": 0.05,
    }
elif _broker in {"redis", "rediss"}:
    # A Redis that accepts and never answers must not hold up a worker for ever.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10}
CELERY_TASK_IGNORE_RESULT = True  # the job row is the result
CELERY_TASK_DEFAULT_QUEUE = "now"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "tdsuite.platform.jobs.beat.Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": schedule(run_every=every), "options": {"queue": queue, "expires": expires}}
    for name, task, every, queue, expires in (
        ("start-due-rounds", "tournaments.start_due_rounds", 10.0, "now", 10),
        ("publish-out", "exchange.publish_due", 10.0, "now", 10),
        ("sweep-jobs", "jobs.sweep", 5.0, "now", 5),
        ("back-up", "ops.back_up", 5.0, "now", 5),
        ("prune", "ops.prune", 24 * 60 * 60.0, "bulk", 60 * 60),
    )
}
JOBS_LEASE_SECONDS = env.int("JOBS_LEASE_SECONDS", default=20)
JOBS_BULK_AT_ONCE = env.int("JOBS_BULK_AT_ONCE", default=2)

# --- what is thrown away once a day (tdsuite.ops.pruning) ------------------------------------------
JOBS_KEPT_DAYS = env.int("JOBS_KEPT_DAYS", default=30)
PLAYER_SESSIONS_KEPT_DAYS = env.int("PLAYER_SESSIONS_KEPT_DAYS", default=7)
for _name, _days in (("JOBS_KEPT_DAYS", JOBS_KEPT_DAYS), ("PLAYER_SESSIONS_KEPT_DAYS", PLAYER_SESSIONS_KEPT_DAYS)):
    if not 1 <= _days <= 36_500:
        raise ImproperlyConfigured(f"{_name}: use a number of days from 1 to 36500, not {_days}")

# --- people --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "access.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "access:login"
LOGIN_REDIRECT_URL = "console:home"
LOGOUT_REDIRECT_URL = "public:home"
SESSION_ENGINE = "tdsuite.platform.access.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
# Django 6.1 salts signed cookies another way: an upgrade between two rounds signs nobody out.
SIGNED_COOKIE_LEGACY_SALT_FALLBACK = True
CSRF_FAILURE_VIEW = "tdsuite.platform.access.views.refused.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Nothing is loaded from another host and nothing runs inline; htmx adds its styles through our own file.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)

API_CALLS_A_MINUTE = env.int("API_CALLS_A_MINUTE", default=1200)
API_CALLS_A_MINUTE_OF_STRANGERS = env.int("API_CALLS_A_MINUTE_OF_STRANGERS", default=300)
for _name, _calls in (
    ("API_CALLS_A_MINUTE", API_CALLS_A_MINUTE),
    ("API_CALLS_A_MINUTE_OF_STRANGERS", API_CALLS_A_MINUTE_OF_STRANGERS),
):
    if not 1 <= _calls <= 1_000_000:
        raise ImproperlyConfigured(f"{_name}: use a number of calls from 1 to 1000000, not {_calls}")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tdsuite.platform.access.tokens.TokenAuthentication",  # first: it says how to log in (401)
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tdsuite.platform.access.permissions.Denied"],  # each view declares its own
    "DEFAULT_THROTTLE_CLASSES": ["tdsuite.platform.access.rates.CallsAMinute"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "tdsuite.parsers.WholeCharacters",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "EXCEPTION_HANDLER": "tdsuite.api.explain",
    "SCHEMA_COERCE_PATH_PK": False,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "tdsuite",
    "DESCRIPTION": "The decisions of the console's pages, for an organiser's own programs. docs/api.md tells more.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVERS": [{"url": "/", "description": "The suite that this document comes from."}],
    "ENFORCE_NON_BLANK_FIELDS": True,
    "POSTPROCESSING_HOOKS": [],  # choices stay where they are: they need no names of their own
}

# --- language, time, files -------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("fr", "Français"), ("es", "Español")]  # docs/languages.md
LOCALE_PATHS = [shipped("locale")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
FONT_DIR = Path(font_source_sans_pro.__file__).parent / "files"
RTL_FONT_DIR = (
    Path(justmytype_intl_rtl.__file__).parent / "fonts" / "ofl"
)  # Noto Sans Hebrew and Arabic, for names on paper
API_PAGE_DIR = Path(drf_spectacular_sidecar.__file__).parent / "static" / "drf_spectacular_sidecar" / "swagger-ui-dist"
STATICFILES_DIRS = [shipped("static"), ("fonts", FONT_DIR), ("rtl", RTL_FONT_DIR), ("swagger", API_PAGE_DIR)]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tdsuite.ops.static_files.PackedStaticFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024
MESSAGE_STORAGE = "tdsuite.platform.web.next_page.PageMessages"

# --- what is watched, and by whom -------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}{about}", "style": "{"},
        "message": {"format": "%(message)s"},
    },
    "filters": {
        "private links": {"()": "tdsuite.platform.access.logs.WithoutPrivateLinks"},
        "about": {"()": "tdsuite.platform.web.log_context.About"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["private links", "about"]},
        "record heads": {
            "class": "logging.handlers.WatchedFileHandler",
            "formatter": "message",
            "filename": RECORD_HEADS,
            "delay": True,
        },
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO").upper()},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
        "tdsuite.record_heads": {"handlers": ["record heads"], "level": "INFO", "propagate": False},
    },
}
