"""The Celery application. A message carries the number of a job; the work itself is the job's row (tdsuite.platform.jobs)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")  # Django's checks load every page, for a worker that serves none

app = Celery("tdsuite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
