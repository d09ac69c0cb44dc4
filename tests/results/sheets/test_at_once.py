"""Many hands at once, on real connections: nothing lost, nothing doubled, nothing refused that should not be.

Runs on whichever database the suite runs on: a SQLite file, or PostgreSQL with DATABASE_URL. The server gives Django eight
threads, so that 400 phones are 400 requests on eight connections; so they are here.
"""

import os
from collections import Counter

import pytest

from results.games.services.outcomes import correct_result, played, record_result
from results.models import Sheet, SheetVersion, Signature, Submission
from results.sheets.engine.facts import Figures
from results.sheets.services import entering
from results.sheets.services.decisions import SheetChanged, SheetFinal
from results.sheets.services.entering import Answer, issue_key
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game
from tests.at_once import at_once
from tests.factories import make_division, make_round, make_tournament
from tests.results.sheets.desk import actor, make_hall

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 50
SERVER_THREADS = 8


@pytest.mark.parametrize("_again", range(3))
def test_both_enter_the_same_at_the_same_instant_one_sheet_two_signatures(_again: int) -> None:
    hall = make_hall()
    game, figures = hall.game(), hall.figures()
    players = [hall.player(1), hall.player(4)]
    answers = at_once([lambda by=by: entering.enter_sheet(by=by, game=game, figures=figures) for by in players])
    assert sorted(answer.state for answer in answers) == ["entered", "signed"]
    assert (SheetVersion.objects.count(), Signature.objects.count(), hall.scores()) == (1, 2, (431, 388))
    assert Record.objects.filter(action="result.entered").count() == 1


def test_both_sign_what_an_official_entered_at_the_same_instant() -> None:
    hall = make_hall()
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    game, figures, players = hall.game(), hall.figures(), [hall.player(1), hall.player(4)]
    answers = at_once([lambda by=by: entering.enter_sheet(by=by, game=game, figures=figures) for by in players])
    assert sorted(answer.state for answer in answers) == ["handed_in", "posted"]
    assert (Sheet.objects.count(), SheetVersion.objects.count(), Signature.objects.count()) == (1, 1, 2)


def test_both_enter_other_figures_at_the_same_instant_a_dispute() -> None:
    hall = make_hall()
    game = hall.game()
    works = [(hall.player(1), hall.figures()), (hall.player(4), hall.figures(413, 388))]
    answers = at_once([lambda w=w: entering.enter_sheet(by=w[0], game=game, figures=w[1]) for w in works])
    assert sorted(answer.state for answer in answers) == ["disputed", "entered"]
    assert (hall.sheet().number, hall.game().outcome) == (2, "")


def test_one_submission_sent_eight_times_at_once_is_one() -> None:
    hall = make_hall()
    key, game, figures, by = issue_key(by=hall.player(1), game=hall.game()), hall.game(), hall.figures(), hall.player(1)
    answers = at_once([lambda: entering.enter_sheet(by=by, game=game, figures=figures, key=key)] * 8)
    assert Counter(answer.again for answer in answers) == {False: 1, True: 7}
    assert {answer.message for answer in answers} == {answers[0].message}
    assert (SheetVersion.objects.count(), Signature.objects.count(), Submission.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize("_again", range(3))
def test_the_director_edits_while_a_player_signs(_again: int) -> None:
    """Whoever is first decides: the second signature makes it final, or the edit makes a version that nobody has signed."""
    hall = make_hall()
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    hall.enters(1)
    game, latest, by, director = hall.game(), hall.latest(), hall.player(4), hall.director
    signed, edited = at_once(
        [
            lambda: entering.sign(by=by, game=game, version=latest.number, sha256=latest.sha256),
            lambda: correct_result(by=director, game=game, outcome=played(430, 388), reason="slip"),
        ]
    )
    both = isinstance(signed, Answer)
    assert both == isinstance(edited, SheetFinal)
    assert isinstance(signed, SheetChanged | Answer)
    stands = (hall.scores(), hall.sheet().number, hall.latest().signatures.count())
    assert stands == (((431, 388), 1, 2) if both else ((430, 388), 2, 0))
    assert Signature.objects.filter(version__number=1).count() == (2 if both else 1)
    assert verify(hall.division.tournament).whole


def test_a_round_is_signed_by_all_its_players_at_once() -> None:
    """Every client enters the same figures as the opponent, and half of them send twice, as on a poor network."""
    division = make_division(make_tournament(), players=2 * GAMES, rounds=1)
    make_round(division, 1, status="playing")
    games = list(Game.objects.of_division(division).with_people().select_related("round__division__tournament"))
    assert len(games) == GAMES

    def client(number: int) -> None:
        game = games[number // 2]
        entry = game.first if number % 2 else game.second
        assert entry is not None
        entry.division = division
        by = actor(entry)
        figures = Figures({game.first_id: 300 + number // 2, game.second_id or 0: 250 + number // 2 % 90})
        key = issue_key(by=by, game=game)
        for _ in range(1 + number % 4 // 3):
            entering.enter_sheet(by=by, game=game, figures=figures, key=key)

    shares = [range(thread, 2 * GAMES, SERVER_THREADS) for thread in range(SERVER_THREADS)]
    answers = at_once([lambda share=share: [client(number) for number in share] for share in shares])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    rows = Game.objects.of_division(division).order_by("pk").values_list("first_score", "second_score", "outcome")
    assert list(rows) == [(300 + n, 250 + n % 90, "played") for n in range(GAMES)]
    assert set(Sheet.objects.values_list("state", "number")) == {("signed", 1)}
    assert (Sheet.objects.count(), SheetVersion.objects.count(), Signature.objects.count()) == (GAMES, GAMES, 2 * GAMES)
    assert Record.objects.filter(action="result.entered").count() == GAMES
    assert verify(division.tournament).whole
