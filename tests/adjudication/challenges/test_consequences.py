"""What a challenge costs, as lines of the game: every scheme, every correction, once and never twice."""

import pytest

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.services.consequences import settle_lines
from adjudication.challenges.services.slips import hand_over, reissue
from adjudication.challenges.services.verdicts import adjudicate, ask_second_opinion
from adjudication.models import ChallengeSlip
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import deciding
from tdsuite.tournaments.services.sides import turn_round
from tests.adjudication.challenges.cases import Table, table
from tests.factories import make_round, play

pytestmark = pytest.mark.django_db


def settle(at: Table, game: Game) -> None:
    with deciding(at.division, by=at.director, action=ChallengeAction.ADJUDICATED) as decision:
        settle_lines(decision, ChallengeSlip.objects.with_people().filter(game=game).latest("number"))


def scheme(code: str, **more: str) -> Table:
    return table(challenge_penalty=code, **more)


# ── WESPA 3.10.15(b), (c): every scheme ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("single", [None, None, None], id="3_10_15_b_i_single"),
        pytest.param("word:5", [(-10, 0, False), (-5, 0, False), (-5, 0, False)], id="3_10_15_b_ii_5_a_word"),
        pytest.param("turn:5", [(-5, 0, False)] * 3, id="3_10_15_b_iii_5_a_turn"),
        pytest.param("word:10", [(-20, 0, False), (-10, 0, False), (-10, 0, False)], id="3_10_15_b_iv_10_a_word"),
        pytest.param("turn:10", [(-10, 0, False)] * 3, id="3_10_15_b_iv_10_a_turn"),
        pytest.param("double", [(0, 0, True)] * 3, id="3_10_15_b_v_double"),
        pytest.param("dingle", [None, (0, 0, True), (0, 0, True)], id="3_10_15_c_i_dingle"),
        pytest.param("rising:5-10", [(-5, 0, False), (-10, 0, False), (-10, 0, False)], id="3_10_15_c_ii_5_then_10"),
        pytest.param("rising:5-15-30", [(-5, 0, False), (-15, 0, False), (-30, 0, False)], id="3_10_15_c_iii_rising"),
        pytest.param("time:60", [(0, -60, False)] * 3, id="3_10_15_c_iv_time"),
    ],
)
def test_wespa_3_10_15_three_unsuccessful_challenges_under(code: str, expected: list) -> None:
    at = scheme(code)
    for words in (("AXLE", "CWM"), ("EMU",), ("GNU",)):
        at.judged(*words)
    assert [line[1:4] for line in at.lines()] == [one for one in expected if one]
    assert {line[0] for line in at.lines()} <= {"second"}


# ── counted per player and scope ─────────────────────────────────────────────────────────────────────────────


def next_game(at: Table) -> Game:
    """A game of the second player's in the next round, in which he starts."""
    row = make_round(at.division, 2, status=Round.Status.PLAYING)
    return next(
        game for game in Game.objects.with_people().filter(round=row) if at.second.pk in (game.first_id, game.second_id)
    )


@pytest.mark.parametrize(("counts", "points"), [("game", -5), ("event", -10)], ids=["in_the_game", "in_the_event"])
def test_a_rising_penalty_counts_each_players_failures_in_the_game_or_the_event(counts: str, points: int) -> None:
    at = scheme("rising:5-10-20", penalty_counts=counts)
    at.judged("AXLE")
    at.judged("CWM", challenger=at.first.pk)  # the other player's own first
    game = next_game(at)
    at.judged("EMU", game=game)
    assert [line[:2] for line in at.lines()] == [("second", -5), ("first", -5)]
    assert [line[:2] for line in at.lines(game)] == [(game.side_of(at.second.pk), points)]


@pytest.mark.parametrize(("decided", "later"), [(False, -10), (True, -5)], ids=["under_way", "with_its_result"])
def test_a_rising_penalty_is_priced_by_the_round_played_unless_the_game_has_its_result(
    decided: bool, later: int
) -> None:
    at = scheme("rising:5-10-20", penalty_counts="event")
    game = next_game(at)
    at.judged("EMU", game=game)
    if decided:
        play(game, 400, 390)
    at.judged("AXLE")  # of round 1, keyed in round 2
    assert (at.lines()[0][1], at.lines(game)[0][1]) == (-5, later)


def test_a_correction_in_one_game_moves_the_later_penalties_of_the_event() -> None:
    at = scheme("rising:5-10-20", penalty_counts="event")
    slip = at.slip("AXLE")
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    game = next_game(at)
    at.judged("EMU", game=game)
    assert at.lines(game)[0][1] == -10
    ask_second_opinion(by=at.judge, slip=slip, entry=at.first.pk)
    adjudicate(by=at.other_judge, slip=slip, words=["AXLE"], stated=False)
    adjudicate(by=at.director, slip=slip, words=["AXLE"], stated=False)
    assert (at.lines(), at.lines(game)[0][1]) == ([], -5)


def test_within_a_game_a_reissued_slip_counts_for_nothing_and_the_next_is_the_first() -> None:
    at = scheme("rising:5-10")
    slip, _ = at.judged("AXLE")
    again = reissue(by=at.judge, slip=slip, words=("CWM",))
    hand_over(by=at.judge, slip=again)
    adjudicate(by=at.judge, slip=again, words=("CWM",))
    assert [line[1] for line in at.lines()] == [-5]


# ── lines of the game ────────────────────────────────────────────────────────────────────────────────────────


def test_the_penalty_comes_off_the_challengers_score_in_the_standings() -> None:
    at = scheme("word:5")
    at.judged("AXLE", "CWM", "EMU")
    play(at.game, 400, 410)
    final = history(at.division).final_score(Game.objects.get(pk=at.game.pk))
    assert (final.first, final.second) == (400, 395)


def test_lines_of_other_sources_stay() -> None:
    at = scheme("word:5")
    GameAdjustment.objects.create(game=at.game, side="second", kind="overtime", points=-10, source="end")
    at.judged("AXLE")
    kept = GameAdjustment.objects.filter(game=at.game).order_by("pk").values_list("source", "points")
    slip = ChallengeSlip.objects.get()
    assert list(kept) == [("end", -10), (f"challenge:{slip.pk}", -5)]


def test_a_line_stays_with_its_player_when_the_starter_was_misreported() -> None:
    at = scheme("word:5")
    at.judged("AXLE")
    game = Game.objects.get(pk=at.game.pk)
    turn_round(game)
    game.save()
    assert at.lines()[0][:2] == ("first", -5)
    settle(at, Game.objects.get(pk=game.pk))
    assert at.lines()[0][:2] == ("first", -5)


def test_settling_again_changes_no_row_and_writes_no_record() -> None:
    at = scheme("word:5")
    at.judged("AXLE")
    rows = list(GameAdjustment.objects.values_list("pk", flat=True))
    told = Record.objects.count()
    version = Division.objects.get(pk=at.division.pk).state_version
    settle(at, at.game)
    assert list(GameAdjustment.objects.values_list("pk", flat=True)) == rows
    assert (Record.objects.count(), Division.objects.get(pk=at.division.pk).state_version) == (told, version)


def test_drafts_become_stale_only_when_a_line_changed() -> None:
    at = scheme("word:5")
    version = Division.objects.get(pk=at.division.pk).state_version
    at.judged("AXXLE")
    assert Division.objects.get(pk=at.division.pk).state_version == version
    at.judged("CWM")
    assert Division.objects.get(pk=at.division.pk).state_version == version + 1


def test_the_lines_are_in_the_record_with_what_stood_before() -> None:
    at = scheme("word:5")
    slip, _ = at.judged("AXLE")
    reissue(by=at.judge, slip=slip, words=("CWM",))
    first, second = Record.objects.filter(action="challenge.lines").order_by("seq")
    line = {"side": "second", "points": -5, "seconds": 0, "lost_turn": False, "rule": "3.10.15(b)(ii)"}
    assert (first.before, first.after) == ({"lines": []}, {"lines": [line]})
    assert (second.before, second.after) == ({"lines": [line]}, {"lines": []})
