"""What stands beside a name on the public boards, and that no tag library gives another's word a second meaning."""

import re
from collections import Counter

import pytest
from django.template.engine import Engine
from django.test import Client

from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_round, make_tournament

OTHERS = ("django", "rest_framework")


@pytest.mark.django_db
def test_a_public_board_tells_the_spread_in_points_and_not_in_minutes():
    division = make_division(make_tournament("harbour"), players=2, rounds=2)
    make_round(division, 1, status=Round.Status.CLOSED, pairs=[(1, 2)])
    Game.objects.update(first_score=500, second_score=200)
    make_round(division, 2, status=Round.Status.PLAYING, pairs=[(2, 1)])
    page = Client().get("/t/harbour/a/pairings/2/").content.decode()
    assert re.findall(r'class="under">(\d)[^<]* · ([^<·]+)</span>', page) == [("2", "−300"), ("1", "+300")]


def test_a_word_of_a_template_means_the_same_whichever_library_is_loaded_last():
    named = Counter()
    for library in {path for path in Engine.get_default().libraries.values() if not path.startswith(OTHERS)}:
        register = __import__(library, fromlist=["register"]).register
        named.update({("filter", name) for name in register.filters} | {("tag", name) for name in register.tags})
    assert len(named) > 10
    assert [word for word, libraries in named.items() if libraries > 1] == []
