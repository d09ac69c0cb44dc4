"""What must hold for every rulebook, over many seeded cases: engines against each other and against plain sums."""

import random
from collections.abc import Iterator

import pytest

from adjudication.challenges.engine.penalty import Challenge, Turn, consequence, price
from results.attendance.engine.lateness import both_absent, one_absent
from results.rulings.engine.endgame import (
    EndSide,
    HowEnded,
    SideEnd,
    final_totals,
    forfeits_by_overtime,
    overtime_points,
)
from results.rulings.engine.forfeits import (
    Award,
    EjectedGame,
    PlayedGame,
    awarded,
    ejection,
    lateness_forfeit,
    overtime_forfeit,
    resignation,
)
from tdsuite.tournaments.rulebooks.choices import describe, effective, options, provisions
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme, penalty_scheme
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import WESPA_2010
from tests.rulebook.loaded import LOADED

ALL = [pytest.param(book, id=book.key) for book in (*RULEBOOKS.values(), *LOADED)]
SEED = 20101117
CASES = 200


def cases() -> Iterator[random.Random]:
    rng = random.Random(SEED)
    for _ in range(CASES):
        yield rng


PASSES = [Zero.PASS_TURN] * 6


def some_end(rng: random.Random, *, rack: int) -> SideEnd:
    return SideEnd(rng.randint(150, 650), rack=rack, seconds_over=rng.choice([0, 0, rng.randint(1, 900)]))


@pytest.mark.parametrize("book", ALL)
def test_going_out_is_worth_twice_the_rack_in_margin_whichever_way_it_is_booked(book: Rulebook) -> None:
    for rng in cases():
        mine, theirs, rack = rng.randint(150, 650), rng.randint(150, 650), rng.randint(0, 40)
        result = final_totals(
            SideEnd(mine), SideEnd(theirs, rack=rack), HowEnded.WENT_OUT, out=EndSide.FIRST, book=book
        )
        assert result.first - result.second == mine - theirs + 2 * rack


@pytest.mark.parametrize("book", ALL)
def test_totals_do_not_depend_on_who_is_named_first(book: Rulebook) -> None:
    for rng in cases():
        one, two = some_end(rng, rack=rng.randint(0, 40)), some_end(rng, rack=rng.randint(0, 40))
        here = final_totals(one, two, HowEnded.SIX_ZEROS, book=book, zeros=PASSES)
        there = final_totals(two, one, HowEnded.SIX_ZEROS, book=book, zeros=PASSES)
        assert (here.first, here.second) == (there.second, there.first)


@pytest.mark.parametrize("book", ALL)
def test_every_line_but_the_score_cites_a_rule(book: Rulebook) -> None:
    for rng in cases():
        ends = some_end(rng, rack=rng.randint(1, 40)), some_end(rng, rack=rng.randint(1, 40))
        result = final_totals(*ends, HowEnded.SIX_ZEROS, book=book, zeros=PASSES)
        assert [line.label for line in result.lines if not line.rule] == ["score", "score"]


@pytest.mark.parametrize("book", ALL)
def test_overtime_never_grows_cheaper_and_each_step_of_time_costs_the_same(book: Rulebook) -> None:
    step, seconds = book.ending.overtime.points.value, book.ending.overtime.per_seconds.value
    points = [overtime_points(over, book) for over in range(1500)]
    assert points == sorted(points)
    assert all(points[over + seconds] - points[over] == step for over in range(1440))


def some_awards(rng: random.Random, book: Rulebook) -> list[Award]:
    own, other = rng.randint(0, 600), rng.randint(0, 600)
    over = overtime_forfeit(own_score=own, opponent_score=other, seconds_over=rng.randint(0, 900), book=book)
    found = [
        lateness_forfeit(book=book),
        resignation(own_score=own, opponent_score=other, book=book),
        resignation(own_score=own, opponent_score=other, proper=False, margin=rng.randint(0, 300), book=book),
        awarded(margin=rng.randint(0, 300), book=book),
    ]
    return [*found, over] if over else found


@pytest.mark.parametrize("book", ALL)
def test_a_forfeit_is_a_win_against_a_loss_with_mirrored_spreads_and_reasons(book: Rulebook) -> None:
    for rng in cases():
        for award in some_awards(rng, book):
            assert (award.offender.half_wins, award.opponent.half_wins) == (0, 2)
            assert award.offender.spread == -award.opponent.spread <= 0
            assert all(reason.rule for reason in award.reasons)


@pytest.mark.parametrize("book", ALL)
def test_resigning_never_loses_by_less_than_playing_on_stood(book: Rulebook) -> None:
    for rng in cases():
        own, other = rng.randint(0, 600), rng.randint(0, 600)
        spread = resignation(own_score=own, opponent_score=other, book=book).opponent.spread
        assert spread == max(50, other - own + 50)


@pytest.mark.parametrize("book", ALL)
def test_the_sheet_and_the_forfeit_agree_on_who_overran(book: Rulebook) -> None:
    for over in (0, 1, 599, 600, 601, 900):
        award = overtime_forfeit(own_score=400, opponent_score=380, seconds_over=over, book=book)
        result = final_totals(SideEnd(400, seconds_over=over), SideEnd(380), HowEnded.ROUND_STOPPED, book=book)
        assert (award is not None) == forfeits_by_overtime(over, book) == (result.overran == (EndSide.FIRST,))


def _again(game: EjectedGame) -> PlayedGame:
    assert game.opponent is not None
    return PlayedGame(game.key, game.opponent.spread, game.rated)


def test_wespa_6_2_4_an_ejection_applied_twice_is_an_ejection_applied_once() -> None:
    for rng in cases():
        games = [PlayedGame(key, rng.randint(-400, 400)) for key in range(8)]
        once = ejection(games, round_robin=False, book=WESPA_2010).games
        twice = ejection([_again(game) for game in once], round_robin=False, book=WESPA_2010).games
        assert [(game.opponent, game.rated) for game in twice] == [(game.opponent, game.rated) for game in once]
        assert not any(game.changed for game in twice)
        assert all(game.opponent and game.opponent.spread >= 150 for game in once)


@pytest.mark.parametrize("book", ALL)
def test_each_second_of_lateness_costs_a_second_until_none_are_left(book: Rulebook) -> None:
    for late in range(0, 1700, 7):
        time = one_absent(clock_started=1000, arrived=1000 + late, book=book)
        assert time.seconds == max(0, book.before.game_time.seconds.value - late)
        assert not (time.may_elect_forfeit and time.must_forfeit)
        assert time.must_forfeit == (time.seconds == 0 and not time.needs_ruling)


def test_wespa_2_3_2_the_second_to_arrive_has_what_one_absent_player_would_have() -> None:
    for rng in cases():
        first, second = sorted(rng.randint(0, 1600) for _ in range(2))
        times = both_absent(clock_started=0, first_arrived=first, second_arrived=second, book=WESPA_2010)
        alone = [one_absent(clock_started=0, arrived=arrived, book=WESPA_2010) for arrived in (first, second)]
        assert [(time.seconds, time.may_elect_forfeit, time.must_forfeit) for time in times] == [
            (time.seconds, time.may_elect_forfeit, time.must_forfeit) for time in alone
        ]


def some_scheme(rng: random.Random) -> PenaltyScheme:
    low = rng.randint(0, 30)
    codes = ["single", "double", "dingle", f"word:{low + 1}", f"turn:{low + 1}", f"rising:{low}-{low + 5}-{low + 20}"]
    return penalty_scheme(rng.choice([*codes, f"time:{rng.randint(1, 600)}"]))


def test_wespa_3_10_15_only_one_kind_of_cost_and_none_where_a_word_is_bad() -> None:
    for rng in cases():
        scheme = some_scheme(rng)
        book = effective(WESPA_2010, {"challenge_penalty": scheme.code}).rulebook
        words, earlier = rng.randint(1, 8), rng.randint(0, 6)
        failed = consequence(Challenge(1, 1, 1, True, words), earlier=earlier, book=book)
        upheld = consequence(Challenge(1, 1, 1, False, words), earlier=earlier, book=book)
        costs = [failed.points > 0, failed.seconds > 0, failed.turn_lost is Turn.CHALLENGER]
        assert sum(costs) <= 1
        assert (failed.points, failed.seconds, costs[2]) == price(scheme, words=words, earlier=earlier)
        assert (upheld.points, upheld.seconds, upheld.turn_lost) == (0, 0, Turn.CHALLENGED)


@pytest.mark.parametrize("book", ALL)
def test_any_allowed_choices_together_make_a_table_and_hold_when_made_again(book: Rulebook) -> None:
    offered = [each for each in options(book) if not each.fixed]
    for rng in cases():
        choices = {
            each.key: rng.choice([choice.code for choice in each.values] or [str(each.low), str(each.high)])
            for each in rng.sample(offered, rng.randint(0, len(offered)))
        }
        rules = effective(book, choices)
        assert {one.key: one.code for one in rules.chosen} == choices
        assert effective(rules.rulebook, choices).rulebook == rules.rulebook
        assert len(describe(book, choices)) == len(list(provisions(book)))


def test_a_question_for_the_director_names_point_offer_and_rule() -> None:
    asked = NeedsRuling("A margin", "Give one.", "5.7(d)")
    assert (asked.point, asked.offered, asked.rule) == ("A margin", "Give one.", "5.7(d)")
    assert str(asked) == "A margin: the director rules (5.7(d)). Give one."
