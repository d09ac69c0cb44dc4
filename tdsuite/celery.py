"""The Celery application. Messages only wake workers up: the work itself is a job row (tdsuite.jobs)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")

app = Celery("tdsuite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
