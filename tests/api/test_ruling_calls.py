"""Ends of games, ejections, spread, reports and slips by calls: each does what its page does, and is refused as there."""

import gzip
import io

import pytest

from adjudication.lexicons.models import Lexicon
from results.rulings.models import Ejection, Incident, Ruling
from tdsuite.tournaments.models import Round
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
