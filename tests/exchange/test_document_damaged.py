"""A document in which one value is another: it is refused with its reason and nothing is made, or it makes a whole event."""

import copy
import random

import pytest
from django.db import transaction

from tdsuite.exchange.events import UnusableFile
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.exchange.test_nothing_lost import whole_event_of
from tests.exchange.test_round_trip_more import comes_back, document

pytestmark = pytest.mark.django_db
NUMBERS = (0, 1, 2, 3, -1, 8, 50, 99, 32_767, -32_768, None)
WORDS = ("", "x" * 41, "x" * 300, "bye", "void", "forfeit", "published", "draft", "playing", "2026-05-16T09:30:00Z")


class Enough(Exception):
    """The event was whole; it is taken away again."""


def places(data, path=()):
    """Every value of a document, by the keys and positions that lead to it."""
    if path:
        yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


def another(rng, old):
    match old:
        case bool():
            return not old
        case int():
            return rng.choice([one for one in NUMBERS if one != old])
        case str() | None:
            return rng.choice([one for one in (*WORDS, 3) if one != old])
        case list():
            return rng.choice([old + old, old[:-1], old[::-1]])
    return {key: value for key, value in old.items() if rng.random() < 0.8}


def damaged(rng, data, kinds):
    """One value changed: of a kind of place drawn first, so that rare ones are met as often as games."""
    data = copy.deepcopy(data)
    *way, last = rng.choice(kinds[rng.choice(sorted(kinds))])
    inside = data
    for key in way:
        inside = inside[key]
    inside[last] = another(rng, inside[last])
    return data


def test_a_changed_value_makes_a_whole_event_or_none():
    rng, data, kinds = random.Random(0), document(whole_event_of()), {}
    for path in places(data):
        kinds.setdefault(".".join(part for part in path if isinstance(part, str)), []).append(path)
    people, made = Player.objects.count(), 0
    for _ in range(25):
        try:
            with transaction.atomic():
                back = comes_back(damaged(rng, data, kinds))
                assert document(back)["divisions"] and verify(back).whole
                raise Enough
        except (UnusableFile, Refused) as refused:
            assert str(refused)
        except Enough:
            made += 1
        assert (Tournament.objects.count(), Player.objects.count()) == (1, people)
    assert 0 < made < 25
