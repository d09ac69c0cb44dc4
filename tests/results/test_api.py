"""Results through the API: taken back; and where lines stand with the game, the caller says whether the scores have them in."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from results.games.services.outcomes import record_result
from results.rulings.services import incidents
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tests.results.games.test_lines_of_a_result import RUN_OVER, end, penalty
from tests.results.rulings.cases import Event, lines, logged_in, make_event, total

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event("wespa-2010")


def call(user: User, method: str, game: Game, what: str = "result", **values: Any) -> Any:
    api = APIClient()
    api.force_authenticate(user)
    return getattr(api, method)(f"/api/v1/tournaments/lakeside-open/games/{game.pk}/{what}/", values, format="json")


def send(event: Event, method: str, first: int, second: int, **values: Any) -> Any:
    return call(event.director, method, event.game(), first_score=first, second_score=second, **values)


def test_who_entered_a_result_takes_it_back_without_a_reason_and_no_other_scorer_does(event: Event) -> None:
    scorer, director, game = event.scorer, event.director, event.game()
    record_result(by=scorer, game=game, first_score=431, second_score=388)
    assert "say why it is taken back" in call(director, "delete", game).json()["detail"]
    answer = call(scorer, "delete", game)
    assert (answer.status_code, answer.json()["outcome"], answer.json()["first_score"]) == (200, None, None)
    assert Record.objects.get(action="result.withdrawn").actor_kind == "user"
    again = call(scorer, "delete", game)
    assert (again.status_code, again.json()["detail"]) == (409, "Round 1, table 1 has no result to take back.")
    record_result(by=director, game=game, first_score=431, second_score=388)
    refused = call(scorer, "delete", game, reason="wrong board")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    forfeited = call(director, "post", game, "forfeit", absent="first", reason="never came")
    assert (forfeited.status_code, forfeited.json()["code"]) == (409, "result_there")


def test_wespa_3_10_15_scores_are_refused_with_the_lines_until_it_is_said(event: Event) -> None:
    penalty(event, event.game())
    refused = send(event, "post", 400, 390)
    assert (refused.status_code, refused.json()) == (
        409,
        {
            "type": "about:blank", "title": "Conflict", "status": 409,
            "detail": "Round 1, table 1: lines stand with this game. Ada Winterbourne: challenge -15 (3.10.15(b)(iii)). "
            "Say whether the scores are written before these lines (they come on top) or have them in already.",
            "code": "lines_stand",
            "lines": [
                {
                    "side": "first", "kind": "challenge", "points": -15, "seconds": 0, "lost_turn": False,
                    "rule": "3.10.15(b)(iii)", "source": "challenge",
                }
            ],
        },
    )  # fmt: skip
    assert event.game().outcome == ""


@pytest.mark.parametrize(
    ("keep", "within", "totals", "rows"),
    [(False, None, (377, 373), 0), (True, True, (377, 373), 3), (True, False, (354, 366), 3)],
)
def test_wespa_5_3_2_a_correction_says_whether_the_lines_of_the_old_result_stay(
    event: Event, keep: bool, within: bool | None, totals: tuple[int, int], rows: int
) -> None:
    end(event, event.game())
    assert total(event.game()) == RUN_OVER["wespa-2010"]
    refused = send(event, "put", 377, 373, reason="by the paper sheet")
    assert (refused.status_code, refused.json()["code"], len(refused.json()["lines"])) == (409, "lines_stand", 3)
    assert "Say whether these lines, which came with the result, stay with the new scores" in refused.json()["detail"]
    values = {"reason": "by the paper sheet", "keep_lines": keep, "with_lines": within}
    answer = send(event, "put", 378, 373, **values)
    assert answer.status_code == 200
    assert (total(event.game()), len(lines(event.game()))) == ((totals[0] + 1, totals[1]), rows)


def test_strangers_read_what_an_incident_counts_and_not_what_it_was(event: Event) -> None:
    """The games of a public event need no account; what a player did there is the officials' and the two players'."""
    offender = event.game().first
    applied = incidents.Applied(RemedyKind.POINTS, 20, "3.9.8")
    happened = incidents.Happened("overdraw", game=event.game(), entry=offender, applied=applied)
    logged = incidents.log(by=event.director, division=event.division, happened=happened)
    address = f"/api/v1/tournaments/{event.division.tournament.slug}/divisions/{event.division.code}/rounds/1/games/"
    readers = APIClient(), logged_in(event.scorer)
    of_all, of_officials = (reader.get(address).json()[0]["account"]["lines"][0] for reader in readers)
    same = {"side": "first", "points": -20, "seconds": 0, "lost_turn": False}
    assert of_all == {**same, "kind": "conduct", "rule": "", "source": "incident"}
    assert of_officials == {
        **same, "kind": "conduct:overdraw", "rule": "3.9.8", "source": f"incident:{logged.pk}",
    }  # fmt: skip
