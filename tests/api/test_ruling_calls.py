"""Rulings, appeals, incidents and word lists by calls: each does what its page does, and is refused as there."""

import pytest
from rest_framework.test import APIClient

from results.rulings.models import Appeal, Incident, Ruling
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tdsuite.tournaments.models import Round
from tests.api.steps import call, walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen by the director"}
HEARD = {"entry": 1, "grounds": "The camera shows it.", "on": "2026-06-30"}
AMEND = {"first_score": 420, "second_score": 380, "with_lines": True, **WHY}


def test_an_upheld_appeal_amends_a_result_of_what_was_ruled_on() -> None:
    division = make_division(make_tournament("open"), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING, results=2)
    game, other = (row.games.get(board=board) for board in (1, 2))
    finding = {"finding": "Rude.", "subject": "conduct", "adverse": True, "game": game.pk, "entry": 1}
    amend = "appeals/{appeal}/amend"
    walk(division.tournament, [
        ("post", "divisions/a/rulings", finding, 201, {"round": 1}),
        ("post", "rulings/{ruling}/appeal", HEARD, 200, {"result": ""}),
        ("post", amend, AMEND | {"game": game.pk}, 409, "appeal_not_upheld"),
        ("post", "appeals/{appeal}/decide", {"result": "upheld", "on": "2026-07-01", "answer": "Right."}, 200, {"result": "upheld"}),
        ("post", amend, AMEND | {"game": other.pk}, 409, "not_ruled_on"),
        ("post", amend, AMEND | {"game": 999_999}, 400, "invalid"),
        ("post", amend, WHY | {"game": game.pk}, 400, "invalid"),
        ("post", amend, AMEND | {"game": game.pk}, 200, {"first_score": 420, "rounds_paired_before": []}),
        ("post", amend, {"game": game.pk, "absent": "second", "begun": False, **WHY}, 200, {"outcome": "no_show"}),
        ("post", "divisions/a/incidents", {"kind": "left_area", "game": other.pk, "entry": 3}, 201, {"round": 1}),
        ("post", "incidents/{incident}/withdraw", WHY, 200, None),
    ], ruling=Ruling, appeal=Appeal, incident=Incident)  # fmt: skip
    (listed,) = call(division.tournament, "get", "rulings/").json()
    assert (listed["finding"], listed["game"], listed["number"], listed["made_by"]) == ("Rude.", game.pk, 1, "director")
    (appeal,) = listed["appeals"]
    assert (appeal["grounds"], appeal["answer"], appeal["amended"]) == ("The camera shows it.", "Right.", 2)


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
