"""The main path of a slip: written, agreed, handed over, adjudicated, closed; and who may do what."""

import pytest
from django.db import IntegrityError, transaction
from django.test import RequestFactory

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.slips import (
    agree,
    amend_words,
    choose_ways,
    close_slip,
    hand_over,
    judging_of,
    reissue,
    take_back,
    void_slip,
    write_slip,
)
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip, Verdict
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused, games_changed
from tdsuite.tournaments.services.finishing import finishing_blockers
from tests.adjudication.challenges.cases import STATION, Table, fresh, table
from tests.factories import make_tournament, make_user, play
from tests.hooks import connected

pytestmark = pytest.mark.django_db


# ── players, a runner and a judge ────────────────────────────────────────────────────────────────────────────


def test_two_players_a_runner_and_a_judge_from_the_slip_to_the_verdict(at: Table) -> None:
    ann, bob = at.player(at.first), at.player(at.second)
    slip = write_slip(by=bob, game=at.game, challenge=at.written("axle", "Brig"))
    assert (slip.number, slip.state, slip.written, slip.words, slip.agreed) == (
        1, "written", ["AXLE", "BRIG"], 2, False,
    )  # fmt: skip
    assert (slip.challenger_id, slip.challenged_id) == (at.second.pk, at.first.pk)
    assert agree(by=ann, slip=slip).agreed
    handed = hand_over(by=bob, slip=slip)
    assert handed.state == "with-runner"
    answer = adjudicate(by=at.judge, slip=handed, words=["AXLE", "BRIG"])
    assert (answer.slip.number, answer.acceptable, answer.slip.state) == (1, True, "adjudicated")
    given = Verdict.objects.get(slip=slip)
    assert (given.opinion, given.keyed, given.stated, given.by_kind, given.by) == (
        "first", ["AXLE", "BRIG"], False, "user", at.judge.pk,
    )  # fmt: skip
    assert [used["title"] for used in given.lexicons] == ["Test Words"]
    closed = close_slip(by=ann, slip=handed)
    assert (closed.state, closed.acceptable) == ("closed", True)


def test_each_step_is_in_the_record_without_a_single_word_of_the_slip(at: Table) -> None:
    slip, _ = at.judged("AXLE", "BRIGG")
    close_slip(by=at.judge, slip=slip)
    told = list(Record.objects.about(slip).order_by("seq"))
    assert [one.action for one in told] == ["challenge.written", "challenge.adjudicated", "challenge.closed"]
    assert told[1].after["acceptable"] is False
    kept = " ".join(f"{one.before} {one.after} {one.why}" for one in Record.objects.all())
    assert ("AXLE" in kept, "BRIGG" in kept) == (False, False)
    assert verify(at.division.tournament).whole


# ── one slip at a time, one slip a request ───────────────────────────────────────────────────────────────────


def test_the_same_request_twice_is_one_slip_and_one_verdict_and_its_key_is_good_for_no_other(at: Table) -> None:
    made = at.written("AXLE", handed_over=True)
    one, two = (write_slip(by=at.judge, game=at.game, challenge=made, request_key="k1") for _ in range(2))
    assert (one.pk, ChallengeSlip.objects.count()) == (two.pk, 1)
    first, again = (adjudicate(by=at.judge, slip=one, words=["AXLE"], request_key="v1") for _ in range(2))
    assert first == again
    assert (Verdict.objects.count(), len(at.lines())) == (1, 1)
    with pytest.raises(Refused, match="has its verdict: ask for a second opinion"):
        adjudicate(by=at.judge, slip=one, words=["AXLE"])
    with pytest.raises(Refused, match="used for another slip"):
        write_slip(by=at.judge, game=at.game, challenge=at.written("AXLE", challenger=at.first.pk), request_key="k1")


def test_the_next_slip_of_the_game_closes_an_adjudicated_one(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    at.slip("BRIG", challenger=at.first.pk)
    assert fresh(slip).state == "closed"


def test_nsa_ii_l_5_no_further_word_of_the_play_after_a_verdict_unless_another_turn_was_played(at: Table) -> None:
    at.judged("AXXLE")  # comes off: the next challenge is of another turn
    adjudicate(by=at.judge, slip=at.slip("AXLE", another_turn=False), words=["AXLE"])
    with pytest.raises(Refused, match=r"no further word of the same play can be challenged\. \(our default\)"):
        at.slip("BRIG", another_turn=False)
    assert at.slip("BRIG", another_turn=True).number == 3


def test_guide_challenges_all_words_of_a_move_are_challenged_in_one_go_only() -> None:
    at = table("scrabble-guide")
    at.judged("AXLE")
    with pytest.raises(Refused, match=r"in one go only\. \(Challenges\)"):
        at.slip("BRIG", another_turn=False)


# ── tied to a game being played: the judge is no dictionary ──────────────────────────────────────────────────


@pytest.mark.parametrize("status", [Round.Status.DRAFT, Round.Status.PUBLISHED])
def test_nothing_is_challenged_before_the_round_has_started(at: Table, status: str) -> None:
    Round.objects.filter(pk=at.row.pk).update(status=status)
    at.game.refresh_from_db()
    with pytest.raises(Refused, match="Round 1 has not started"):
        at.slip("AXLE", game=Game.objects.with_people().get(pk=at.game.pk))


def test_players_and_stations_write_no_slip_in_a_game_that_has_its_result_officials_do(at: Table) -> None:
    play(at.game, 400, 380)
    for by in (at.player(at.second), at.station):
        with pytest.raises(Refused, match="This game has its result"):
            write_slip(by=by, game=at.game, challenge=at.written("AXLE", way=Way.STATION))
    assert at.slip("AXLE").state == "with-runner"


@pytest.mark.parametrize("outcome", ["no_show", "double_forfeit", "void"])
def test_a_game_that_was_not_played_has_no_play_to_challenge(at: Table, outcome: str) -> None:
    zero = {"first_halves": 0, "first_spread": 0, "second_halves": 0, "second_spread": 0}
    Game.objects.filter(pk=at.game.pk).update(outcome=outcome, **zero)
    with pytest.raises(Refused, match="was not played"):
        at.slip("AXLE")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("A",), "2 to 15"), (("ABCDEFGHIJKLMNOP",), "2 to 15"), (("AXLE",) * 9, "8 words at most"),
        (("AX1E",), "no tile"),
    ],
)  # fmt: skip
def test_words_have_2_to_15_tiles_and_are_8_at_most(at: Table, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        at.slip(*words)
    assert ChallengeSlip.objects.count() == 0


# ── who ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_else_writes_or_judges(at: Table) -> None:
    other_event = make_tournament("elsewhere")
    stranger = Game.objects.get(round=at.row, board=2).first
    people = (
        User(), at.player(stranger), Station.objects.create(tournament=other_event, name="Elsewhere"), make_user("away", tournament=other_event),
        make_user("scorer", tournament=at.division.tournament, role=Role.SCORER),
    )  # fmt: skip
    slip = at.slip("AXLE")
    for by in people:
        with pytest.raises(NotAllowed):
            write_slip(by=by, game=at.game, challenge=at.written("AXLE"))
        with pytest.raises(NotAllowed):
            adjudicate(by=by, slip=slip, words=["AXLE"])


def test_a_player_writes_only_their_own_challenge_and_hands_it_over_only_once_agreed(at: Table) -> None:
    ann, bob = at.player(at.first), at.player(at.second)
    with pytest.raises(Refused, match="your own challenges only"):
        write_slip(by=ann, game=at.game, challenge=at.written("AXLE"))
    with pytest.raises(Refused, match="let your opponent agree"):
        write_slip(by=bob, game=at.game, challenge=at.written("AXLE", handed_over=True))
    slip = write_slip(by=bob, game=at.game, challenge=at.written("AXLE"))
    with pytest.raises(Refused, match="has not agreed"):
        hand_over(by=bob, slip=slip)
    with pytest.raises(Refused, match="Only the challenger or an official can hand the slip over"):
        hand_over(by=ann, slip=slip)
    assert hand_over(by=at.judge, slip=slip).state == "with-runner"  # the judge has seen the board


def test_players_judge_at_a_station_alone_and_no_slip_that_goes_to_a_word_judge(at: Table) -> None:
    slip = at.slip("AXLE")
    for by in (at.player(at.first), at.player(at.second)):
        with pytest.raises(NotAllowed):
            adjudicate(by=by, slip=slip, words=["AXLE"])
    with pytest.raises(Refused, match="goes to a word judge"):
        adjudicate(by=at.station, slip=slip, words=["AXLE"])


def test_only_officials_state_a_verdict_without_a_look_up(at: Table) -> None:
    slip = at.slip("AXLE", **STATION)
    with pytest.raises(Refused, match="only an official states a verdict"):
        adjudicate(by=at.station, slip=slip, words=["AXLE"], stated=False)
    assert adjudicate(by=at.judge, slip=slip, words=["AXLE"], stated=False).acceptable is False
    assert (Verdict.objects.get().stated, Verdict.objects.get().lexicons) == (True, [])


# ── ways of judging ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_organiser_chooses_the_ways_and_a_judge_at_the_table_can_always_be_asked_for(at: Table) -> None:
    event = at.division.tournament
    assert judging_of(event).ways == set(Way)
    for _ in range(2):
        choose_ways(by=at.director, tournament=event, runner=False, self_run=False, station=False)
    assert Record.objects.filter(action="challenge.ways_chosen").count() == 1
    assert judging_of(event).ways == {Way.TABLE}
    with pytest.raises(Refused, match="not judged in that way"):
        at.slip("AXLE")
    assert at.slip("AXLE", way=Way.TABLE).state == "with-runner"
    with pytest.raises(NotAllowed):
        choose_ways(by=at.judge, tournament=event, runner=True, self_run=False, station=False)


def test_wespa_3_10_9_two_players_at_a_station_and_the_slip_survives_until_they_press(at: Table) -> None:
    slip = at.slip(by=at.station, **STATION)
    assert list(ChallengeSlip.objects.of_game(at.game).pending()) == [slip]
    assert (slip.state, slip.written, slip.written_by_kind, slip.written_by) == (
        "with-runner", [], "station", at.station.pk,
    )  # fmt: skip
    assert adjudicate(by=at.station, slip=slip, words=["AXLE", "CWM"]).acceptable is True
    row = fresh(slip)
    assert (row.words, row.agreed, row.verdicts.get().by_kind) == (2, True, "station")


# ── what is challenged beside words ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", [ChallengeOf.PLACEMENT, ChallengeOf.EXCHANGE])
def test_wespa_3_10_16_b_3_10_17_b_placement_and_exchange_go_to_the_director_without_penalty(
    at: Table, of: ChallengeOf
) -> None:
    slip = at.slip(of=of, handed_over=False)
    assert (slip.state, slip.handed_at is not None) == ("with-director", True)
    with pytest.raises(NotAllowed):
        adjudicate(by=at.judge, slip=slip, stated=True)
    with pytest.raises(Refused, match="says whether the play stands"):
        adjudicate(by=at.director, slip=slip, words=["AXLE"])
    answer = adjudicate(by=at.director, slip=slip, stated=True)
    assert (answer.acceptable, answer.slip.state, at.lines()) == (True, "closed", [])


def test_no_words_are_written_on_a_challenge_of_placement(at: Table) -> None:
    with pytest.raises(Refused, match="Words are looked up only when words are challenged"):
        at.slip("AXLE", of=ChallengeOf.PLACEMENT)
    slip = at.slip(of=ChallengeOf.PLACEMENT)
    with pytest.raises(Refused, match="No words are looked up on this slip"):
        amend_words(by=at.judge, slip=slip, words=("AXLE",))


def test_a_slip_whose_board_was_taken_away_is_refused(at: Table) -> None:
    slip = at.slip("AXLE")
    ChallengeSlip.objects.filter(pk=slip.pk).delete()
    for what in (
        lambda: adjudicate(by=at.judge, slip=slip, words=["AXLE"]),
        lambda: reissue(by=at.judge, slip=slip),
        lambda: take_back(by=at.judge, slip=slip, ending="blank"),
    ):
        with pytest.raises(Refused, match="no longer exists"):
            what()


def test_an_event_is_not_finished_over_an_open_slip(at: Table) -> None:
    slip = at.slip("AXLE")
    sentence = (
        "Slip 1 of Division A (round 1): handed over, awaiting the verdict. Finish or confirm it, or strike it out."
    )
    assert sentence in finishing_blockers.rows(at.division.tournament)
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    assert not [one for one in finishing_blockers.rows(at.division.tournament) if one.startswith("Slip")]


# ── struck out ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_slip_for_the_wrong_table_is_struck_out_and_the_game_is_free_again(at: Table) -> None:
    slip = at.slip("AXLE", handed_over=False)
    for by in (at.player(at.second), at.station):
        with pytest.raises(NotAllowed):
            void_slip(by=by, slip=slip, reason="Wrong table.")
    with pytest.raises(Refused, match="Say why this slip is struck out"):
        void_slip(by=at.judge, slip=slip, reason=" ")
    for _ in range(2):
        row = void_slip(by=at.judge, slip=slip, reason="Wrong table.")
    assert (row.state, row.ending, row.stands) == ("closed", "void", False)
    assert [one.why for one in Record.objects.about(slip).filter(action="challenge.struck_out")] == ["Wrong table."]
    assert at.slip("CWM").number == 2


def test_after_a_verdict_only_the_director_strikes_a_slip_out_and_its_penalty_goes_with_it(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    close_slip(by=at.judge, slip=slip)
    with pytest.raises(NotAllowed):
        void_slip(by=at.judge, slip=slip, reason="Wrong table.")
    assert len(at.lines()) == 1
    assert void_slip(by=at.director, slip=slip, reason="Wrong table.").acceptable is True
    assert at.lines() == []


# ── who is told, and what the database itself forbids ────────────────────────────────────────────────────────


def test_judges_and_the_two_players_hear_of_every_move_the_public_of_none(at: Table) -> None:
    topics = (challenges_topic(at.division), f"game:{at.game.pk}", at.division.live_topic)
    slip = at.slip("AXXLE")
    assert tuple(versions(*topics).values()) == (1, 1, 0)
    adjudicate(by=at.judge, slip=slip, words=["AXXLE"])
    assert tuple(versions(*topics).values()) == (2, 2, 0)
    at.judged("CWM")  # costs points: lines of the game changed
    assert tuple(versions(*topics).values()) == (4, 4, 1)


def test_the_judges_topic_is_for_those_who_adjudicate(at: Table, rf: RequestFactory) -> None:
    request = rf.get("/")
    for user, hears in ((at.judge, True), (at.director, True), (make_user("nobody"), False)):
        request.user = user
        assert may_listen(request, [challenges_topic(at.division)]) is hears


def another(slip: ChallengeSlip, **changed: object) -> ChallengeSlip:
    row = fresh(slip)
    row.pk, row.number = None, row.number + 1
    for name, value in changed.items():
        setattr(row, name, value)
    return row


@pytest.mark.parametrize(
    "changed",
    [{}, {"number": 1, "state": "closed"}, {"state": "closed", "request_key": "k1"}, {"state": "adjudicated"}],
)
def test_the_database_forbids_a_second_pending_slip_a_number_or_key_used_twice_and_a_missing_verdict(
    at: Table, changed: dict
) -> None:
    slip = write_slip(by=at.judge, game=at.game, challenge=at.written("AXLE"), request_key="k1")
    row = another(slip, **{"request_key": "", **changed})
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_the_database_forbids_a_challenge_of_oneself_and_a_second_first_opinion(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    with pytest.raises(IntegrityError), transaction.atomic():
        ChallengeSlip.objects.filter(pk=slip.pk).update(challenged=slip.challenger)
    given = Verdict.objects.get()
    given.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        given.save(force_insert=True)


def test_a_signed_sheet_hears_of_a_penalty_from_the_kernel(at: Table) -> None:
    heard: list[frozenset[int]] = []
    with connected(games_changed, lambda decision: heard.append(frozenset(decision.games))):
        at.judged("AXXLE")
        at.judged("AXLE")
    assert heard == [frozenset({at.game.pk})]
