"""How final a signed sheet is, rulebook by rulebook; and what only the director can do."""

import pytest
from django.utils import timezone

from results.games.services.outcomes import correct_result, played, record_result
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
AS_WESPA = ["wespa-2010", "wespa-2012", "sowpods-club", "scrabble-guide"]
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
def test_wespa_5_4_1_b_once_the_next_round_plays_nobody_petitions_any_more(book: str) -> None:
    hall = make_hall(book)
    hall.both_sign(handed_in=True)
    hall.next_round_plays()
    with pytest.raises(SheetFinal, match="The next game has begun"):
        hall.proposes()


def test_wespa_5_4_1_b_the_second_player_must_petition_in_time_too() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    hall.next_round_plays()
    with pytest.raises(SheetFinal, match="The next game has begun"):
        hall.agrees(petition)


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


def test_guideline_12_what_the_director_types_over_a_dispute_is_a_ruling() -> None:
    hall = make_hall()
    hall.differ()
    record_result(by=hall.director, game=hall.game(), first_score=431, second_score=388, rules_dispute=True)
    assert (hall.scores(), hall.sheet().state, hall.sheet().number) == ((431, 388), "ruled", 3)


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_a_player_who_mistyped_gives_in_before_anything_is_final(book: str) -> None:
    hall = make_hall(book)
    hall.differ()
    answer = hall.enters(4)
    assert (answer.state, answer.version) == ("entered", 3)
    assert hall.signs(1).state == "signed"
    assert hall.scores() == (431, 388)


@pytest.mark.parametrize("book", AS_WESPA)
def test_wespa_5_4_or_signs_the_others_figures(book: str) -> None:
    hall = make_hall(book)
    hall.differ()
    assert hall.signs(1).state == "signed"
    assert hall.scores() == (413, 388)


def test_after_the_deadline_a_ruling_with_a_reason_changes_the_sheet() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    hall.next_round_plays()
    with pytest.raises(Refused, match="Write down what you find"):
        officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(421, 388), facts=RulingFacts(" "))
    officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(421, 388), facts=FOUND)
    assert (hall.scores(), hall.sheet().state, hall.sheet().number) == ((421, 388), "ruled", 2)


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_wespa_5_4_1_nsa_iii_f_a_signed_sheet_is_not_typed_over_by_the_director_either(book: str) -> None:
    hall = make_hall(book)
    hall.both_sign()
    with pytest.raises(SheetFinal, match="say on what ground: both players ask, the paper says so, or a ruling"):
        correct_result(by=hall.director, game=hall.game(), outcome=played(421, 388), reason="petition on paper")
    assert (hall.sheet().state, hall.sheet().number, hall.scores()) == ("signed", 1, (431, 388))


def test_a_refused_petition_leaves_the_sheet_and_says_why() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    hall.agrees(petition)
    with pytest.raises(Refused, match="Say why"):
        corrections.refuse_petition(by=hall.director, petition=petition, reason=" ")
    corrections.refuse_petition(by=hall.director, petition=petition, reason="The cards agree.")
    petition.refresh_from_db()
    assert (petition.status, petition.answer, hall.scores()) == ("refused", "The cards agree.", (431, 388))
    assert hall.proposes().pk != petition.pk


def test_a_proposal_can_be_withdrawn_by_either() -> None:
    hall = make_hall()
    hall.both_sign()
    petition = hall.proposes()
    with pytest.raises(Refused, match="proposed already"):
        hall.proposes(4, 400, 388)
    corrections.withdraw_correction(by=hall.player(4), petition=petition)
    with pytest.raises(SheetChanged):
        hall.agrees(petition)
    assert Petition.objects.get().status == "withdrawn"


def test_a_petition_lapses_when_the_sheet_changes_under_it() -> None:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    petition = hall.proposes()
    officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(430, 388), facts=FOUND)
    with pytest.raises(SheetChanged, match="settled"):
        hall.agrees(petition)
    petition.refresh_from_db()
    assert petition.status == "lapsed"


def test_agreeing_to_other_bytes_than_proposed_is_refused() -> None:
    hall = make_hall()
    hall.both_sign()
    petition = hall.proposes()
    with pytest.raises(SheetChanged):
        corrections.agree_correction(by=hall.player(4), petition=petition, sha256="0" * 64)
    assert hall.scores() == (431, 388)


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
