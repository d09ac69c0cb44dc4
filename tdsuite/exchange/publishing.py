"""Publishing out: who may set a target, and when it is due.  Manner: docs/publishing-out.md."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tdsuite.platform.access.guard import COMMAND_LINE, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused, check
from . import secrets
from .actions import ExchangeAction
from .models import PublishTarget

JOB = "exchange.publish"
APART = timedelta(seconds=20)  # while results come in by the second, making the pages must not take the laptop
LOOK_AGAIN = timedelta(minutes=5)  # for what no version tells, and after a failure
PRIVATE = "This event is private: nothing of it leaves. Make it public or unlisted on its settings page first."


def add_target(*, by: Actor, tournament: Tournament, values: Mapping[str, Any], secret: str) -> PublishTarget:
    """A new target; it is sent to from now on.  Raises Refused, NotAllowed (a folder is for an administrator alone)."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    target = PublishTarget(tournament=tournament, **values)
    if target.kind == PublishTarget.Kind.FOLDER:
        require(by, None, Can.CREATE_TOURNAMENT)  # it writes on this computer as the suite itself
        _check_folder(target)
    elif not (target.host and target.username and secret):
        raise Refused("Give the host, the user name and the password.", code="address_missing")
    if set("\r\n\0") & set(f"{target.host}{target.username}{target.folder}{secret}"):
        raise Refused("Host, user name, folder and password are one line each.", code="several_lines")
    with deciding_on(tournament, by=by, action=ExchangeAction.PUBLISHING_ADDED) as decision:
        check(target)
        target.save()
        decision.record(target, after=_facts(target))
        secrets.keep(target, secret)
    return target


def _check_folder(target: PublishTarget) -> None:
    path = Path(target.folder)
    if not path.is_absolute() or not path.is_dir():
        raise Refused("Name a folder that is there, with its whole path.", code="no_such_folder")
    data = Path(settings.DATA_DIR).resolve()
    if data == path.resolve() or data in path.resolve().parents or path.resolve() in data.parents:
        raise Refused(
            "This folder holds the suite's own data, or lies in it. Name another.", code="folder_of_the_suite"
        )


def _facts(target: PublishTarget) -> dict[str, Any]:
    """What the record says of a target: where, never with what password."""
    facts = {"kind": target.kind, "host": target.host, "port": target.port, "folder": target.folder}
    facts["language"] = target.language
    return {**facts, "fingerprint": target.pinned}


def remove_target(*, by: Actor, target: PublishTarget) -> None:
    """Send there no more and forget its password; what was sent stays there."""
    require(by, target.tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(target.tournament, by=by, action=ExchangeAction.PUBLISHING_REMOVED) as decision:
        decision.record(target, after=_facts(target))
        secrets.forget(target)
        target.delete()


def send_now(*, by: Actor, target: PublishTarget) -> Job:
    """Send what changed, without waiting.  A push under way is not doubled.  Raises Refused, NotAllowed."""
    require(by, target.tournament, Can.MANAGE_TOURNAMENT)
    if not target.tournament.is_open_to_all:
        raise Refused(PRIVATE, code="event_is_private")
    with transaction.atomic():
        return _queued(PublishTarget.objects.select_for_update().get(pk=target.pk), by)


def _queued(owned: PublishTarget, by: Actor) -> Job:
    under_way = Job.objects.of_kind(JOB).about(owned).active().first()
    return under_way or enqueue(JOB, tournament=owned.tournament, obj=owned, args={"target": owned.pk}, by=by)


def state_of(tournament: Tournament) -> str:
    """What changes whenever a round is published, a result counts or a player is changed."""
    seen = versions(*(division.live_topic for division in tournament.divisions.all()))
    return hashlib.sha256(json.dumps(sorted(seen.items())).encode()).hexdigest()


def push_due(now: datetime | None = None) -> list[Job]:
    """Queue a push for each target whose event changed, or was not looked at for five minutes; beat calls this.

    A target that could not be reached waits as long; what changed meanwhile goes with the next try.
    """
    now = now or timezone.now()
    jobs = []
    for target in PublishTarget.objects.select_related("tournament"):
        if target.tournament.is_open_to_all and _is_due(target, now):
            with transaction.atomic():
                owned = PublishTarget.objects.select_for_update().filter(pk=target.pk).first()
                if owned is not None:  # nobody took it away meanwhile
                    jobs.append(_queued(owned, COMMAND_LINE))
    return jobs


def _is_due(target: PublishTarget, now: datetime) -> bool:
    if target.tried_at is None:
        return True
    waited = now - target.tried_at
    if waited < APART:
        return False
    changed = not target.last_error and target.sent_state != state_of(target.tournament)
    return changed or waited >= LOOK_AGAIN
