"""What signing in and calling leave behind: sessions that are over, counts of wrong tries that count no more, answers that nobody awaits."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tdsuite.platform.access.models import AccountSession, AnsweredCall, PlayerSession, Tries
from tdsuite.platform.access.players import living
from .throttle import KEPT

ANSWERS_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PrunedAccess:
    """How many rows went."""

    player_sessions: int
    sessions: int
    tries: int
    answers: int = 0


def prune_access(*, keep_for: timedelta) -> PrunedAccess:
    """Remove what is over. keep_for: how long a player's session stays as a row after it was last used or ended.

    Sessions of officials go when they expire, counts of wrong tries a day after the last one, answers of calls that had a key a
    day later. A signature names its device itself and loses nothing; devices that are known stay known.
    """
    now = timezone.now()
    return PrunedAccess(
        player_sessions=_player_sessions(now, keep_for).delete()[0],
        sessions=AccountSession.objects.filter(expires_at__lt=now).delete()[0],
        tries=Tries.objects.filter(Q(blocked_until=None) | Q(blocked_until__lt=now), last_at__lt=now - KEPT).delete()[
            0
        ],
        answers=AnsweredCall.objects.filter(made_at__lt=now - ANSWERS_KEPT).delete()[0],
    )


def _player_sessions(now: datetime, duration: timedelta) -> QuerySet[PlayerSession]:
    alive = PlayerSession.objects.filter(living(now)).values("pk")
    over = Q(used_at__lt=now - duration) | Q(ended_at__lt=now - duration)
    return PlayerSession.objects.filter(over).exclude(pk__in=alive)
