"""Tries and openings at the same instant, each over a database connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import SignInRefused, Throttled
from tdsuite.platform.access.models import PlayerSession, Station, Tries
from tdsuite.platform.access.services import sign_in, stations, throttle
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tests.factories import make_user
from tests.platform.access.signing import PIN

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 12


def all_at_once(act):
    """The answers of `act(0)`, `act(1)`, … called together; an exception is an answer."""
    ready = Barrier(AT_ONCE)

    def one(number):
        ready.wait(timeout=300)
        try:
            return act(number)
        except SignInRefused as refusal:
            return type(refusal)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=AT_ONCE) as threads:
        return list(threads.map(one, range(AT_ONCE)))


def pin_tried(entry, pin, device):
    return sign_in.by_pin(tournament=entry.division.tournament, number=1, division="", pin=pin, device=device)


def test_wrong_pins_all_at_once_are_no_more_tries_than_one_after_the_other(ada):
    answers = all_at_once(lambda number: pin_tried(ada, "271828", Device(str(number), fresh=True)))
    assert (answers.count(SignInRefused), answers.count(Throttled)) == (5, AT_ONCE - 5)
    assert Tries.objects.get(key__contains=":strangers@").count == throttle.FREE_TRIES
    assert Record.objects.filter(action="sign_in.throttled").count() == 1
    assert verify(ada.division.tournament).whole


def test_one_player_who_signs_in_on_one_phone_again_and_again_gets_every_session(ada):
    own, link = Device("own", fresh=False), ada.player_link
    pin_tried(ada, PIN, own)
    answers = all_at_once(lambda number: sign_in.by_link(link=link, device=own).key)
    assert len(set(answers)) == AT_ONCE
    assert PlayerSession.objects.count() == AT_ONCE + 1
    assert Tries.objects.get(key=f"token:{link.pk}").count == AT_ONCE


def test_one_code_pairs_one_tablet(ada):
    event = ada.division.tournament
    waiting = stations.add_station(by=make_user(tournament=event), tournament=event, name="Desk")
    answers = all_at_once(lambda number: stations.pair(code=waiting.code, device=Device(str(number), fresh=True)).key)
    keys = [answer for answer in answers if isinstance(answer, str)]
    assert len(keys) == 1
    assert Station.objects.get().paired_at is not None
    assert Record.objects.filter(action="station.paired").count() == 1
