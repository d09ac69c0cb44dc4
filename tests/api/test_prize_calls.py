"""Prizes and claims, by calls."""

import pytest

from results.prizes.models import HighClaim, Prize
from tdsuite.tournaments.models import Game
from tests.api.steps import walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
FIRST = {"title": "First", "basis": "place", "place": 1, "money": 10000}
BY_HAND = {"title": "Spirit", "basis": "by_hand", "text": "a book"}
CLAIM = {"entry": 1, "kind": "high_word", "word": "QUIXOTRY", "points": 120}


def test_prizes_and_claims() -> None:
    division = make_division(make_tournament("open"), players=4)
    make_round(division, pairs=[(1, 2), (3, 4)], results=2)
    game = f"games/{Game.objects.get(board=1).pk}"
    make_user("director", tournament=division.tournament)
    walk(division.tournament, [
        ("post", "divisions/a/prizes", FIRST, 200, {"division": "a", "position": 1, "money": 10000}),
        ("post", "divisions/a/prizes", BY_HAND | {"winners": ["a/9"]}, 400, "invalid"),
        ("post", "divisions/a/prizes", FIRST | {"money": 0}, 409, "prize_empty"),
        ("post", "prizes", BY_HAND | {"winners": ["a/4"]}, 200, {"division": "", "winners": ["a/4"]}),
        ("patch", "prizes/{prize}", {"text": "two books"}, 200, {"title": "Spirit", "text": "two books", "winners": ["a/4"]}),
        ("patch", "divisions/a/prizes/rules", {"mentions": 2}, 200, {"one_each": False, "round_to": 1, "mentions": 2, "absent": []}),
        ("patch", "divisions/a/prizes/rules", {"absent": [9]}, 409, "unknown_player"),
        ("patch", "prizes/terms", {"currency": "EUR"}, 200, {"currency": "EUR", "round_to": 1}),
        ("get", "prizes/awarded", {}, 200, None),
        ("get", "divisions/a/prizes/awarded", {}, 200, {"final": False}),
        ("delete", "prizes/{prize}", {}, 204, None),
        ("post", f"{game}/claims", CLAIM | {"entry": 3}, 409, "not_in_game"),
        ("post", f"{game}/claims", CLAIM, 200, {"number": 1, "status": "claimed"}),
        ("post", "claims/{claim}/confirm", {}, 200, {"status": "confirmed"}),
        ("post", "claims/{claim}/confirm", {}, 409, "already_decided"),
        ("post", "claims/{claim}/refuse", {"reason": "another word"}, 200, {"status": "refused"}),
    ], prize=Prize, claim=HighClaim)  # fmt: skip
    assert [prize.title for prize in Prize.objects.all()] == ["First"]
