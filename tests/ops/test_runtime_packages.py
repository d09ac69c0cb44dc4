"""A running suite needs nothing but requirements.txt, whichever database and broker it has: a server installs nothing else."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_OTHERS = """
import importlib, re, sys
from importlib.metadata import packages_distributions

def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()

locked = {plain(name) for name in sys.argv[1:]}
others = {top for top, owners in packages_distributions().items() if not locked & set(map(plain, owners))}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name in others:
            raise ModuleNotFoundError(f"{name} is not in requirements.txt", name=name)

sys.meta_path.insert(0, Refuse())
assert "pytest" in others
for name in (
    "tdsuite.asgi", "tdsuite.celery", "kombu.transport.redis", "kombu.transport.pyamqp", "django.core.cache.backends.redis",
    "celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.concurrency.thread", "celery.worker.consumer",
    "django.db.backends.postgresql.base", "uvicorn.protocols.http.h11_impl", "uvicorn.middleware.proxy_headers",
    "weasyprint", "openpyxl", "paramiko", "zeroconf", "segno",
    "tdsuite.urls", "tdsuite.ops.management.commands.serve", "tdsuite.exchange.pushing",
):
    importlib.import_module(name)
import redis
redis.from_url("redis://127.0.0.1:1/0")
print("everything is there")
"""


def test_a_suite_with_any_database_and_broker_runs_with_the_locked_packages_alone() -> None:
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    command = [sys.executable, "-W", "ignore", "-c", WITHOUT_OTHERS, *locked]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("everything is there\n", 0), ran.stderr
