"""The demo event: the same games in every database."""

import pytest

from tdsuite.exchange.demo_event import load_demo
from tdsuite.tournaments.models import Game, Tournament
from tests.factories import make_user


@pytest.mark.django_db
def test_the_demo_is_the_same_whatever_keys_a_database_gives():
    by, games = make_user(is_superuser=True), []
    for slug in ("first", "second"):
        event = load_demo(by=by)
        Tournament.objects.filter(pk=event.pk).update(slug=slug)
        rows = Game.objects.filter(round__division__tournament=event).order_by("round__division__code", "round", "pk")
        facts = ("round__number", "first__number", "second__number", "first_score", "second_score", "starts_by")
        games.append(list(rows.values_list("round__division__code", *facts)))
    assert len(games[0]) == 58 and games[0] == games[1]
