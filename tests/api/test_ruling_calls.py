"""Ends of games, ejections, spread, reports and slips by calls: each does what its page does, and is refused as there."""

import gzip
import io

import pytest
from rest_framework.test import APIClient

from adjudication.lexicons.models import Lexicon
from results.rulings.models import Appeal, Ejection, Incident, Ruling
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.services.erasure import erase_player
from tests.adjudication.challenges.cases import table
from tests.api.steps import call, walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen by the director"}
END = {"how": "went-out", "out": "first", "first_score": 400, "second_score": 380, "second_rack": "Q"}
EJECT = {"finding": "Tiles were hidden.", "cause": "gravest", "from_round": 1}


def test_games_end_players_are_put_out_and_reports_are_sent() -> None:
    division = make_division(make_tournament("open"), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING)
    game = f"games/{row.games.get(board=1).pk}"
    walk(division.tournament, [
        ("post", f"{game}/end", END | {"second_rack": "1"}, 409, None),
        ("post", f"{game}/end", END, 200, {"first": 410, "second": 370}),
        ("post", "divisions/a/players/1/spread", {"round_number": 1, "points": -50, **WHY}, 200, {"done": True}),
        ("post", "divisions/a/players/1/spread", {"round_number": 1, "points": 0, **WHY}, 409, None),
        ("post", "divisions/a/players/4/eject", EJECT, 200, {"number": 4, "cause": "gravest", "reversed_at": None}),
        ("post", "divisions/a/players/4/eject", EJECT, 409, "ejected_already"),
        ("post", "ejections/{ejection}/reverse", WHY, 200, {"number": 4}),
        ("post", "divisions/a/incidents", {"kind": "left_area", "entry": 1, "text": "Outside."}, 200, None),
        ("post", "incidents/{incident}/report", {"report_to": "association"}, 200, {"done": True}),
        ("post", "reports", {"kind": "incident", "id": 999}, 409, "nothing_to_report"),
        ("post", "incidents/{incident}/erase", WHY, 200, {"done": True}),
        ("post", "rulings/{ruling}/erase", WHY, 200, {"done": True}),
        ("put", "divisions/a/missed-rounds", {"as": "loss", "spread": -100}, 200, {"done": True}),
        ("put", "divisions/a/missed-rounds", {"as": "win"}, 400, "invalid"),
    ], ejection=Ejection, incident=Incident, ruling=Ruling)  # fmt: skip
    due = [report for report in call(division.tournament, "get", "reports/").json() if report["kind"] == "incident"]
    assert [(report["to"], report["sent_at"]) for report in due] == [("association", None)]
    sent = {"kind": "incident", "id": due[0]["id"]}
    walk(
        division.tournament, [("post", "reports", sent, 200, None), ("post", "reports", sent, 409, "reported_already")]
    )
    assert call(division.tournament, "get", "divisions/a/ejections/").json()[0]["reversed_at"] is not None


HEARD = {"entry": 1, "grounds": "The camera shows it.", "on": "2026-06-30"}
AMEND = {"first_score": 420, "second_score": 380, "with_lines": True, **WHY}


def test_an_upheld_appeal_amends_a_result_of_what_was_ruled_on() -> None:
    division = make_division(make_tournament("open"), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING, results=2)
    game, other = (row.games.get(board=board) for board in (1, 2))
    finding = {"finding": "Rude.", "subject": "conduct", "adverse": True, "game": game.pk, "entry": 1}
    amend, preview = "appeals/{appeal}/amend", {"game": game.pk, "preview": True}
    walk(division.tournament, [
        ("post", "divisions/a/rulings", finding, 200, {"round": 1}),
        ("post", "rulings/{ruling}/appeal", HEARD, 200, {"result": ""}),
        ("post", amend, AMEND | {"game": game.pk}, 409, "appeal_not_upheld"),
        ("post", "appeals/{appeal}/decide", {"result": "upheld", "on": "2026-07-01", "answer": "Right."}, 200, {"result": "upheld"}),
        ("post", amend, AMEND | {"game": other.pk}, 409, "not_ruled_on"),
        ("post", amend, AMEND | {"game": 999_999}, 400, "invalid"),
        ("post", amend, WHY | {"game": game.pk}, 400, "invalid"),
        ("post", amend, {"game": game.pk, "absent": "second", "begun": False, "preview": True, **WHY}, 200, {"outcome": "no_show"}),
        ("post", amend, AMEND | preview, 200, {"preview": True, "first_score": 420}),
        ("post", amend, AMEND | {"game": game.pk}, 200, {"first_score": 420, "rounds_paired_before": []}),
    ], ruling=Ruling, appeal=Appeal)  # fmt: skip
    (listed,) = call(division.tournament, "get", "rulings/").json()
    assert (listed["finding"], listed["game"], listed["number"], listed["made_by"]) == ("Rude.", game.pk, 1, "director")
    (appeal,) = listed["appeals"]
    assert (appeal["grounds"], appeal["answer"], appeal["amended"]) == ("The camera shows it.", "Right.", 1)


def test_words_that_went_with_a_person_are_erased_already() -> None:
    division = make_division(make_tournament("open"), players=2)
    walk(division.tournament, [("post", "divisions/a/rulings", {"finding": "Rude.", "entry": 1}, 200, None)])
    erase_player(by=COMMAND_LINE, player=division.entries.get(number=1).player)
    walk(division.tournament, [
        ("post", "rulings/{ruling}/erase", WHY, 409, "erased_already"),
        ("get", "rulings", {}, 200, None),
    ], ruling=Ruling)  # fmt: skip


def test_what_happened_is_read_by_those_who_rule_and_what_was_logged_by_every_official() -> None:
    division = make_division(make_tournament("open"), players=4)
    walk(division.tournament, [
        ("post", "divisions/a/incidents", {"kind": "left_area", "entry": 1, "text": "Was ill."}, 200, None),
        ("get", "incidents", {}, 200, None),
    ])  # fmt: skip
    for role in Role:
        api = APIClient()
        api.force_authenticate(make_user(role.value, tournament=division.tournament, role=role))
        log, rulings, recounts = (
            api.get(f"/api/v1/tournaments/open/{each}/") for each in ("incidents", "rulings", "recounts")
        )
        staff, rules = role in CAPABILITIES[Can.SEE_CONSOLE], role in CAPABILITIES[Can.RULE]
        assert (log.status_code == 200, recounts.status_code == 200, rulings.status_code == 200) == (
            staff,
            staff,
            rules,
        )
        words = [(row["number"], row["text"]) for row in log.json()] if staff else [(1, None)]
        assert words == [(1, "Was ill." if rules else None)], role
    walk(division.tournament, [("post", "incidents/{incident}/erase", WHY, 200, None)], incident=Incident)
    assert call(division.tournament, "get", "incidents/").json()[0]["text"] is None


def test_slips_go_their_ways_and_divisions_have_their_lists() -> None:
    event = table()
    tournament, first = event.division.tournament, event.first.number
    slip = f"slips/{event.slip('AXLE', handed_over=False, agreed=False).pk}"
    make_user("director", tournament=tournament)
    walk(tournament, [
        ("post", f"{slip}/words", {"words": ["AXLES"], "both_agree": True}, 200, {"state": "written"}),
        ("post", f"{slip}/agree", {"entry": first}, 200, {"state": "written"}),
        ("post", f"{slip}/take-back", {"ending": "blank"}, 409, "not_taken_back"),
        ("post", f"{slip}/hand-over", {}, 200, {"state": "with-runner"}),
        ("post", f"{slip}/close", {}, 409, "slip_state"),
        ("post", f"{slip}/third-opinion", {}, 409, None),
        ("post", f"{slip}/second-opinion", {"entry": first}, 409, None),
        ("post", f"{slip}/misadjudication", WHY, 409, None),
        ("post", f"{slip}/confirm", {}, 200, {"state": "with-runner"}),
        ("post", f"{slip}/reissue", {"words": ["AXLE"]}, 200, None),
        ("post", f"{slip}/strike-out", WHY, 409, "slip_state"),
        ("patch", "word-judging", {"station": True}, 200, {"station": True}),
        ("put", "divisions/a/word-list", {"lexicon": 999_999}, 400, "invalid"),
    ])  # fmt: skip


def test_a_word_list_is_read_imported_and_chosen() -> None:
    division = make_division(make_tournament("open"), players=2)
    words = gzip.compress(b"AX\nAXE\nAXLE\n")

    def send(**more: str) -> tuple[int, dict[str, object]]:
        file = io.BytesIO(words)
        file.name = "words.gz"
        answer = call(division.tournament, "post", "word-lists/", file=file, name="Club list", **more)
        return answer.status_code, answer.json()

    assert send(preview="1")[1]["size"] == 3 and not Lexicon.objects.exists()
    status, row = send()
    assert (status, row["name"], row["size"]) == (201, "Club list", 3), row
    assert send()[0] == 409
    walk(division.tournament, [
        ("put", "divisions/a/word-list", {"lexicon": row["id"]}, 200, {"lexicon": row["id"], "second": None}),
        ("get", "divisions/a/word-list", {}, 200, {"lexicon": row["id"]}),
    ])  # fmt: skip
    assert next(each["name"] for each in call(division.tournament, "get", "word-lists/").json()) == "Club list"
