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
from .transports.base import TransportError
from .transports.suite import site_of

JOB = "exchange.publish"
APART = timedelta(seconds=20)  # while results come in by the second, making the pages must not take the laptop
PRIVATE = "This event is private: nothing of it leaves. Make it public or unlisted on its settings page first."


def add_target(*, by: Actor, tournament: Tournament, values: Mapping[str, Any], secret: str) -> PublishTarget:
    """A new target; it is sent to from now on.  Raises Refused, NotAllowed (a folder is for an administrator alone)."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    target = PublishTarget(tournament=tournament, **values)
    if target.kind == PublishTarget.Kind.FOLDER:
        require(by, None, Can.CREATE_TOURNAMENT)  # it writes on this computer as the suite itself
        _check_folder(target)
    elif target.kind == PublishTarget.Kind.SUITE:
        _check_site(target, secret)
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


def _check_site(target: PublishTarget, secret: str) -> None:
    """An address and a token are all that another suite is known by."""
    target.port, target.username, target.folder, target.host = 0, "", "", target.host.strip()
    try:
        site_of(target.host)
    except TransportError as error:
        raise Refused(str(error), code="bad_address") from error
    if not secret.isascii() or not secret.strip() or len(secret.split()) != 1:
        raise Refused("Give the token that the other suite showed, in one word.", code="bad_token")


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


def set_enabled(*, by: Actor, target: PublishTarget, enabled: bool) -> None:
    require(by, target.tournament, Can.MANAGE_TOURNAMENT)
    action = ExchangeAction.PUBLISHING_RESUMED if enabled else ExchangeAction.PUBLISHING_PAUSED
    with deciding_on(target.tournament, by=by, action=action) as decision:
        PublishTarget.objects.filter(pk=target.pk).update(enabled=enabled, next_try_at=None)
        decision.record(target, after=_facts(target))


def forget_key(*, by: Actor, target: PublishTarget) -> None:
    """The director knows why the other side shows another key: the next one shown by SFTP is pinned."""
    require(by, target.tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(target.tournament, by=by, action=ExchangeAction.PUBLISHING_KEY_FORGOTTEN) as decision:
        decision.record(target, after=_facts(target))
        PublishTarget.objects.filter(pk=target.pk).update(pinned="", next_try_at=None)


def send_now(*, by: Actor, target: PublishTarget, everything: bool = False) -> Job:
    """Send what changed, or all of it anew, without waiting.  A push under way is not doubled.  Raises Refused, NotAllowed."""
    require(by, target.tournament, Can.MANAGE_TOURNAMENT)
    if not target.tournament.is_open_to_all:
        raise Refused(PRIVATE, code="event_is_private")
    with transaction.atomic():
        owned = PublishTarget.objects.select_for_update().get(pk=target.pk)
        if everything:
            owned.sent = dict.fromkeys(owned.sent, "")
            owned.save(update_fields=["sent"])
        return _queued(owned, by)


def _queued(owned: PublishTarget, by: Actor) -> Job:
    under_way = Job.objects.of_kind(JOB).about(owned).active().first()
    args = {"target": owned.pk, "state": state_of(owned.tournament)}
    return under_way or enqueue(JOB, tournament=owned.tournament, obj=owned, args=args, by=by)


def state_of(tournament: Tournament) -> str:
    """What changes whenever a round is published, a result counts or a player is changed."""
    seen = versions(*(division.live_topic for division in tournament.divisions.all()))
    return hashlib.sha256(json.dumps(sorted(seen.items())).encode()).hexdigest()


def push_due(now: datetime | None = None) -> list[Job]:
    """Queue a push for each target whose event changed, or which nobody looked at for its minutes; beat calls this.

    While a target cannot be reached it is tried again after growing waits; what changed meanwhile goes with the next try.
    """
    now = now or timezone.now()
    jobs = []
    running = PublishTarget.objects.filter(enabled=True).select_related("tournament")
    for target in running.exclude(next_try_at__gt=now):
        if target.tournament.is_open_to_all and _is_due(target, now):
            with transaction.atomic():
                owned = PublishTarget.objects.select_for_update().filter(pk=target.pk, enabled=True).first()
                if owned is not None:  # nobody took it away meanwhile
                    jobs.append(_queued(owned, COMMAND_LINE))
    return jobs


def _is_due(target: PublishTarget, now: datetime) -> bool:
    if _was_cancelled(target):
        return False
    if target.tried_at is None:
        return True
    if now - target.tried_at < APART:
        return False
    if target.failures or target.sent_state != state_of(target.tournament):
        return True
    return now - target.tried_at >= timedelta(minutes=target.every_minutes)


def _was_cancelled(target: PublishTarget) -> bool:
    """Whether a director ended the last push and nothing was published since it was queued: then it waits for that, or a button."""
    last = Job.objects.of_kind(JOB).about(target).order_by("-pk").first()
    if last is None or last.status != Job.Status.CANCELLED:
        return False
    return bool(last.args.get("state") == state_of(target.tournament))
