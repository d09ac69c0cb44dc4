"""The account of a game: what follows from what was written, from its lines, and from how it ended."""

import pytest
from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.account import (
    OWN_SOURCES,
    Account,
    AccountLine,
    Decided,
    Filed,
    GameFacts,
    account_of,
    explain,
    points_of,
    standing_lines,
    written_scores,
    written_spread,
)
from tdsuite.tournaments.engine.starts import NO_SIDE, REPLY, START

NAMES = ("Ann Abel", "Bob Berg")
TILES = (
    AccountLine("first", "tiles_gained", 7, rule="5.1.4", source="endgame"),
    AccountLine("second", "tiles_left", -7, rule="5.1.4", source="endgame"),
)
OVER = AccountLine("first", "overtime", -30, seconds=130, rule="5.3.2", source="endgame")
CHALLENGE = AccountLine("first", "challenge", -15, rule="3.10.15(b)(iii)", source="challenge")
RULED = AccountLine("second", "conduct:rude", -5, rule="6.3.3(b)(iii)", source="incident:4")


def scored(first: int, second: int, *lines: AccountLine, **more) -> Account:
    return account_of(GameFacts(Decided.SCORED, written=(first, second), lines=lines, **more))


def stated(first: tuple[int, int], second: tuple[int, int], written=None, **more) -> Account:
    return account_of(GameFacts(Decided.STATED, written=written, stated=(first, second), **more))


def test_wespa_5_1_4_and_5_3_2_the_lines_come_on_top_of_what_was_written():
    account = scored(400, 380, *TILES, OVER)
    assert (account.written, account.totals) == ((400, 380), (377, 373))
    assert (account.half_wins, account.spread, account.winner) == ((2, 0), (4, -4), "first")
    assert (account.rated, account.starts) == (True, (START, REPLY))
    assert (account.filed, account.filed_scores, account.filed_exactly) == (Filed.GAME, (377, 373), True)


def test_wespa_3_10_15_a_line_turns_the_winner_round():
    account = scored(400, 390, CHALLENGE)
    assert (account.totals, account.winner, account.spread) == ((385, 390), "second", (-5, 5))


def test_a_spread_alone_takes_the_lines_too():
    account = account_of(GameFacts(Decided.SCORED, spread=10, lines=(CHALLENGE,)))
    assert (account.totals, account.half_wins, account.spread) == (None, (0, 2), (-5, 5))
    assert (account.filed, account.filed_scores, account.filed_exactly) == (Filed.GAME, None, False)


def test_a_tie_has_no_winner():
    account = scored(395, 380, CHALLENGE)
    assert (account.totals, account.half_wins, account.winner) == ((380, 380), (1, 1), None)


@pytest.mark.parametrize(("margin", "halves"), [(1, (2, 0)), (0, (1, 1)), (-1, (0, 2))])
def test_one_point_wins_a_game_and_none_ties_it(margin, halves):
    for facts in ({"written": (400 + margin, 400)}, {"spread": margin}):
        account = account_of(GameFacts(Decided.SCORED, **facts))
        assert (account.half_wins, account.spread) == (halves, (margin, -margin))


def test_nothing_counts_while_a_result_is_awaited_or_void():
    for decided in (Decided.AWAITED, Decided.VOID):
        account = account_of(GameFacts(decided, lines=(CHALLENGE,), not_begun=decided is Decided.VOID))
        assert (account.counts, account.half_wins, account.spread, account.rated) == (False, None, None, False)
        assert account.filed is Filed.NOTHING


def test_nsa_iii_g_1_a_game_not_begun_is_a_forfeit_and_no_start():
    account = stated((2, 50), (0, -50), rated=False, not_begun=True)
    assert (account.filed, account.starts, account.winner) == (Filed.FORFEIT, (NO_SIDE, NO_SIDE), "first")


def test_nsa_iii_g_3_a_bye_is_filed_as_a_bye():
    account = stated((2, 50), (0, 0), two_players=False, rated=False)
    assert (account.filed, account.half_wins, account.starts) == (Filed.BYE, (2, 0), (NO_SIDE, NO_SIDE))


@pytest.mark.parametrize(
    ("written", "first", "second", "scores", "exactly"),
    [
        ((250, 281), (0, -81), (2, 81), (250, 331), True),  # left early, WESPA 5.7(c)
        ((281, 250), (0, -50), (2, 50), (281, 331), True),  # the leader left
        ((350, 320), (2, 30), (0, -30), (350, 320), True),
        (None, (2, 150), (0, -150), (150, 0), True),  # awarded, WESPA 6.2.4(a)(ii)
        ((300, 300), (1, 0), (1, 0), (300, 300), True),
        ((300, 280), (1, 0), (1, 0), (300, 300), True),  # ruled a tie
        ((300, 280), (2, 20), (0, -50), (300, 280), False),  # not mirrored
        ((300, 280), (0, -50), (0, -50), None, False),  # both lose
        ((300, 280), (2, 0), (0, 0), (281, 280), False),  # a win by nothing
    ],
)
def test_a_rated_game_decided_otherwise_is_filed_with_scores_that_give_what_counts(
    written, first, second, scores, exactly
):
    account = stated(first, second, written)
    assert (account.filed, account.filed_scores, account.filed_exactly) == (Filed.GAME, scores, exactly)


def test_a_game_begun_and_not_rated_is_no_game_of_a_ratings_file():
    assert stated((2, 50), (0, -50), (300, 200), rated=False).filed is Filed.UNRATED


def test_what_came_with_the_result_goes_with_it_and_decisions_stay():
    assert standing_lines((*TILES, OVER, CHALLENGE, RULED)) == (CHALLENGE, RULED)
    assert scored(400, 380, OVER, CHALLENGE).own_lines == (OVER,)
    assert {"endgame", "outcome", "sheet"} == OWN_SOURCES


POINTS = st.integers(-200, 200)
LINES = st.lists(
    st.builds(
        AccountLine, st.sampled_from(("first", "second")), st.just("any"), POINTS, source=st.sampled_from(sorted(OWN_SOURCES))
    )
)  # fmt: skip


@given(st.integers(-500, 1500), st.integers(-500, 1500), LINES)
def test_typed_scores_with_the_lines_in_count_as_typed(first, second, lines):
    written = written_scores((first, second), lines)
    assert scored(*written, *lines).totals == (first, second)
    spread = written_spread(first - second, lines)
    assert account_of(GameFacts(Decided.SCORED, spread=spread, lines=tuple(lines))).spread == (
        first - second, second - first,
    )  # fmt: skip
    more = points_of(lines)
    assert scored(first, second, *lines).totals == (first + more[0], second + more[1])


def test_the_account_read_out_names_both_every_line_and_what_counts():
    assert explain(scored(400, 380, *TILES, OVER), NAMES) == (
        "Written: Ann Abel 400, Bob Berg 380.", "Ann Abel: tiles gained +7 (5.1.4).",
        "Bob Berg: tiles left -7 (5.1.4).", "Ann Abel: overtime -30, 2:10 over time (5.3.2).",
        "Counts: Ann Abel 377, Bob Berg 373.", "Ann Abel wins by 4, rated.",
    )  # fmt: skip


def test_the_account_read_out_of_other_games():
    turn = AccountLine("second", "time", seconds=-90, lost_turn=True, source="director")
    assert explain(scored(300, 300, turn), NAMES) == (
        "Written: Ann Abel 300, Bob Berg 300.",
        "Bob Berg: time, -1:30 on the clock, turn lost.",
        "A tie, rated.",
    )
    assert explain(stated((0, -50), (0, -50), rated=False, not_begun=True), NAMES) == (
        "Neither wins, -50 and -50, not rated.",
    )  # fmt: skip
    assert explain(stated((2, 50), (0, 0), two_players=False), NAMES[:1]) == ("A win for Ann Abel, +50.",)
    assert explain(stated((2, 50), (0, -20), rated=False), NAMES) == ("Ann Abel wins by 50 (Bob Berg -20), not rated.",)
    assert explain(account_of(GameFacts(Decided.AWAITED)), NAMES) == ("No result yet.",)
    void = account_of(GameFacts(Decided.VOID, written=(10, 20)))
    assert explain(void, NAMES) == ("Written: Ann Abel 10, Bob Berg 20.", "Counts for neither player.")


def test_a_page_shows_what_counts_beside_scores_that_do_not_say_it():
    assert stated((0, -81), (2, 81), (250, 281)).states_more
    others = scored(400, 380, OVER), stated((2, 30), (0, -30), (350, 320)), stated((2, 50), (0, -50))
    assert not any(each.states_more for each in (*others, account_of(GameFacts(Decided.AWAITED))))
