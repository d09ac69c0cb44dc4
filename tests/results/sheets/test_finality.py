"""How final a signed sheet is, rulebook by rulebook; and what only the director can do."""

import pytest
from django.db import transaction
from django.utils import timezone

from results.games.services.outcomes import record_result
from results.models import Petition, Ruling, Signature
from results.rulings.services.rulings import RulingFacts
from results.sheets.services import corrections, officials
from results.sheets.services.decisions import SheetChanged, SheetFinal
from results.sheets.services.signed import next_game_began
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_round
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db
AS_WESPA = ["wespa-2010", "sowpods-club", "scrabble-guide"]
EVERY_BOOK = [*AS_WESPA, "nsa-2004"]
FOUND = RulingFacts("Both cards looked at: 431 is right.")


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_1_a_before_it_is_handed_in_both_may_agree_a_correction(book: str) -> None:
    hall = make_hall(book)
    hall.both_sign()
    petition = hall.proposes()
    assert hall.scores() == (431, 388)
    assert hall.agrees(petition).message == "Both agreed: the sheet is corrected."
    assert (hall.scores(), hall.sheet().state, hall.sheet().number) == ((421, 388), "signed", 2)
    assert hall.latest().sha256 == petition.sha256
    assert hall.latest().signatures.count() == 2


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_1_b_after_it_both_petition_and_the_director_accepts(book: str) -> None:
    hall = make_hall(book)
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    hall.agrees(petition)
    assert (hall.scores(), hall.sheet().state) == ((431, 388), "handed_in")
    corrections.accept_petition(by=hall.director, petition=petition)
    assert (hall.scores(), hall.sheet().state, hall.latest().signatures.count()) == ((421, 388), "handed_in", 2)


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_1_b_once_the_next_round_plays_no_player_petitions_or_joins_a_petition(book: str) -> None:
    hall = make_hall(book)
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    hall.next_round_plays()
    with pytest.raises(SheetFinal, match="The next game has begun"):
        hall.agrees(petition)
    corrections.withdraw_correction(by=hall.player(1), petition=petition)
    with pytest.raises(SheetFinal, match="The next game has begun"):
        hall.proposes()


def test_wespa_5_4_1_b_what_both_asked_for_in_time_may_be_accepted_later() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    hall.agrees(petition)
    hall.next_round_plays()
    corrections.accept_petition(by=hall.director, petition=petition)
    assert hall.scores() == (421, 388)


def test_wespa_5_4_1_b_a_published_round_that_has_not_started_is_no_deadline() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    hall.next_round_plays()
    later = Round.objects.filter(number=2)
    later.update(status=Round.Status.PUBLISHED, started_at=None)
    assert hall.proposes().to_director
    later.update(status=Round.Status.PLAYING)  # another table of the round has its result, and nobody pressed Start
    assert not next_game_began(hall.game())
    later.update(started_at=timezone.now())
    assert next_game_began(hall.game())


def test_nsa_iii_f_there_is_no_deadline_and_the_director_is_told_even_before_handing_in() -> None:
    hall = make_hall("nsa-2004")
    hall.both_sign()
    hall.next_round_plays()
    petition = hall.proposes()
    hall.agrees(petition)
    assert hall.scores() == (431, 388)
    corrections.accept_petition(by=hall.director, petition=petition)
    assert (hall.scores(), hall.sheet().state) == ((421, 388), "signed")


def test_guideline_12_where_cards_differ_the_players_cannot_settle_it() -> None:
    hall = make_hall("nsa-2004")
    hall.differ()
    for number in (1, 4):
        with pytest.raises(Refused, match="Guideline 12"):
            hall.enters(number)
    with pytest.raises(Refused, match="Guideline 12"):
        hall.signs(1)


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_guideline_12_the_director_finds_the_result(book: str) -> None:
    hall = make_hall(book)
    hall.differ()
    officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(), facts=FOUND)
    assert (hall.scores(), hall.sheet().state, hall.sheet().number) == ((431, 388), "ruled", 3)
    assert (Ruling.objects.get().subject, Signature.objects.count()) == ("score", 2)


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_guideline_12_a_tally_sheet_signed_by_both_rules(book: str) -> None:
    hall = make_hall(book)
    hall.differ()
    officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(413, 388), both_seen=True)
    assert (hall.scores(), hall.sheet().state) == ((413, 388), "handed_in")


@pytest.mark.parametrize("seen", [False, True])
def test_guideline_12_a_scorer_cannot_type_over_a_dispute(seen: bool) -> None:
    hall = make_hall()
    hall.differ()
    with pytest.raises(Refused, match="the director compares both sheets"):
        if seen:
            record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
        else:
            officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(), both_seen=False)
    assert (hall.game().outcome, hall.sheet().state, hall.sheet().number) == ("", "disputed", 2)


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_a_player_who_mistyped_gives_in_or_the_other_signs_those_figures(book: str) -> None:
    hall = make_hall(book)
    hall.differ()
    with transaction.atomic():
        assert (hall.signs(1).state, hall.scores()) == ("signed", (413, 388))
        transaction.set_rollback(True)
    answer = hall.enters(4)
    assert (answer.state, answer.version) == ("entered", 3)
    assert (hall.signs(1).state, hall.scores()) == ("signed", (431, 388))


def test_a_proposal_is_agreed_to_as_it_was_shown_and_can_be_withdrawn_by_either() -> None:
    hall = make_hall()
    hall.both_sign()
    petition = hall.proposes()
    with pytest.raises(SheetChanged):
        corrections.agree_correction(by=hall.player(4), petition=petition, sha256="0" * 64)
    with pytest.raises(Refused, match="proposed already"):
        hall.proposes(4, 400, 388)
    corrections.withdraw_correction(by=hall.player(4), petition=petition)
    with pytest.raises(SheetChanged):
        hall.agrees(petition)
    assert (Petition.objects.get().status, hall.scores()) == ("withdrawn", (431, 388))


def test_a_petition_lapses_when_the_sheet_changes_under_it() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(430, 388), facts=FOUND)
    with pytest.raises(SheetChanged, match="settled"):
        hall.agrees(petition)
    petition.refresh_from_db()
    assert petition.status == "lapsed"


def test_a_match_of_two_games_the_second_games_result_is_the_deadline_of_the_first() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    game = hall.game()
    Game.objects.create(
        round=game.round, board=9, match_game=2, first=game.first, second=game.second, outcome="played", first_score=1,
        second_score=2,
    )  # fmt: skip
    with pytest.raises(SheetFinal, match="The next game has begun"):
        hall.proposes()


def test_guideline_12_differing_cards_stay_the_directors_when_the_result_names_later_starters() -> None:
    """What the suite records by itself, the starters of the next round, is not taken for who entered the result."""
    hall = make_hall(choices={"start_system": "balance"})
    make_round(hall.division, 2, pairs=[(1, 3), (2, 4)], starts_by=Game.StartsBy.COMPARE)
    record_result(by=hall.scorer, game=hall.game(2), first_score=400, second_score=380)
    hall.differ()
    assert hall.sheet().state == "disputed"
    with pytest.raises(Refused, match="the director compares both sheets"):
        record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    assert (hall.scores(), hall.game(number=2).starts_by) == ((None, None), "compare")
    record_result(by=hall.director, game=hall.game(), first_score=431, second_score=388, rules_dispute=True)
    latest = hall.latest()
    assert (hall.sheet().state, latest.cause, latest.made_by) == ("ruled", "result.entered", hall.director.pk)
    assert hall.game(number=2).starts_by != "compare"
