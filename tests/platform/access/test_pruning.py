"""Sessions that are over and wrong tries that count no more are thrown away; what is in use stays."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tdsuite.platform.access.models import AccountSession, KnownDevice, PlayerLink, PlayerSession, Station, Tries
from tdsuite.platform.access.players import LASTS
from tdsuite.platform.access.services.pruning import PrunedAccess, prune_access
from tdsuite.platform.access.services.throttle import KEPT
from tests.factories import make_division, make_tournament, make_user
from tests.platform.access.signing import signed_in

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
HOUR = timedelta(hours=1)
NOTHING = PrunedAccess(0, 0, 0)


@pytest.fixture
def ada():
    return make_division(make_tournament(), players=2).entries.get(number=1)


def session(ada, *, used=timedelta(0), ended=None, opened=None, **fields):
    """A session last used so long ago, ended so long ago."""
    signed_in(Client(), ada)
    row, now = PlayerSession.objects.latest("pk"), timezone.now()
    fields |= {"used_at": now - used, "opened_at": now - (opened or used), "ended_at": now - ended if ended else None}
    PlayerSession.objects.filter(pk=row.pk).update(**fields)
    return row.pk


def left():
    return set(PlayerSession.objects.values_list("pk", flat=True))


def test_a_players_session_goes_a_week_after_its_last_use_or_its_end_and_nothing_else_goes(ada):
    desk = Station.objects.create(tournament=ada.division.tournament, name="Desk", key_hash="x")
    KnownDevice.objects.create(device="phone", subject=f"entry:{ada.pk}")
    kept = {
        session(ada, used=HOUR, station=desk),
        session(ada),
        session(ada, used=LASTS + HOUR),  # over, and still young
        session(ada, used=WEEK - HOUR),
        session(ada, used=HOUR, ended=HOUR),
    }
    session(ada, used=WEEK + HOUR)
    session(ada, used=WEEK + HOUR, station=desk)
    session(ada, used=WEEK + HOUR, ended=WEEK + HOUR)
    assert prune_access(keep_for=WEEK) == PrunedAccess(3, 0, 0)
    assert left() == kept
    assert [model.objects.count() for model in (PlayerLink, Station, KnownDevice)] == [1, 1, 1]


def test_a_session_in_use_stays_however_short_sessions_are_kept(ada):
    kept = {session(ada), session(ada, used=LASTS - HOUR, opened=30 * WEEK)}
    assert prune_access(keep_for=timedelta(0)) == NOTHING
    assert left() == kept


def test_an_officials_session_goes_when_it_has_expired():
    for name in ("in", "out"):
        client = Client()
        client.force_login(make_user(name))
    gone = AccountSession.objects.get(user__username="out")
    AccountSession.objects.filter(pk=gone.pk).update(expires_at=timezone.now() - HOUR)
    assert prune_access(keep_for=WEEK) == PrunedAccess(0, 1, 0)
    assert AccountSession.objects.count() == 1 and not AccountSession.objects.filter(pk=gone.pk).exists()


def test_wrong_tries_go_when_they_count_no_more():
    now = timezone.now()
    rows = {
        "old": (KEPT + HOUR, None),
        "young": (HOUR, None),
        "waits": (KEPT + HOUR, -HOUR),
        "waited": (KEPT + HOUR, HOUR),
    }
    for key, (ago, until) in rows.items():
        Tries.objects.create(key=key, count=3, last_at=now - ago, blocked_until=now - until if until else None)
    assert prune_access(keep_for=WEEK) == PrunedAccess(0, 0, 2)
    assert set(Tries.objects.values_list("key", flat=True)) == {"young", "waits"}
