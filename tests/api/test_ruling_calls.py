"""Rulings, appeals, incidents and word lists by calls: each does what its page does, and is refused as there."""

from datetime import date

import pytest
from rest_framework.test import APIClient

from results.rulings.models import Ruling
from results.rulings.services import rulings
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tdsuite.tournaments.models import Round
from tests.api.steps import call, walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_a_ruling_is_written_and_read_with_its_appeals() -> None:
    division = make_division(make_tournament("open"), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING, results=2)
    game, director = row.games.get(board=1), make_user("director", tournament=division.tournament)
    finding = {"finding": "Rude.", "subject": "conduct", "adverse": True, "game": game.pk, "entry": 1}
    walk(division.tournament, [("post", "divisions/a/rulings", finding, 201, {"round": 1})])
    heard = {"entry": game.first, "grounds": "The camera shows it.", "on": date(2026, 6, 30)}
    appeal = rulings.lodge_appeal(by=director, ruling=Ruling.objects.get(), **heard)
    rulings.decide_appeal(by=director, appeal=appeal, result="upheld", on=date(2026, 7, 1), answer="Right.")
    (listed,) = call(division.tournament, "get", "rulings/").json()
    assert (listed["finding"], listed["game"], listed["number"], listed["made_by"]) == ("Rude.", game.pk, 1, "director")
    (appealed,) = listed["appeals"]
    assert (appealed["grounds"], appealed["answer"], appealed["amended"]) == ("The camera shows it.", "Right.", 0)


def test_what_happened_is_read_by_those_who_rule_and_what_was_logged_by_every_official() -> None:
    division = make_division(make_tournament("open"), players=4)
    walk(division.tournament, [
        ("post", "divisions/a/incidents", {"kind": "left_area", "entry": 1, "text": "Was ill."}, 201, None),
        ("get", "incidents", {}, 200, None),
    ])  # fmt: skip
    for role in Role:
        api = APIClient()
        api.force_authenticate(make_user(role.value, tournament=division.tournament, role=role))
        log, rulings = (api.get(f"/api/v1/tournaments/open/{each}/") for each in ("incidents", "rulings"))
        staff, rules = role in CAPABILITIES[Can.SEE_CONSOLE], role in CAPABILITIES[Can.RULE]
        assert (log.status_code == 200, rulings.status_code == 200) == (staff, rules)
        words = [(row["number"], row["text"]) for row in log.json()] if staff else [(1, None)]
        assert words == [(1, "Was ill." if rules else None)], role


def test_a_division_has_its_word_list() -> None:
    division = make_division(make_tournament("open"), players=2)
    (open_list,) = call(division.tournament, "get", "word-lists/").json()
    walk(division.tournament, [
        ("put", "divisions/a/word-list", {"lexicon": 999_999}, 400, "invalid"),
        ("put", "divisions/a/word-list", {"lexicon": open_list["id"]}, 200, {"lexicon": open_list["id"], "second": None}),
        ("get", "divisions/a/word-list", {}, 200, {"lexicon": open_list["id"]}),
    ])  # fmt: skip
