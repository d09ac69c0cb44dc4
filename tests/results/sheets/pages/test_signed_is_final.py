"""Signed sheets on their pages: no recount by one player, changed on a ground alone, and handed in by the winner."""

from dataclasses import replace

import pytest

from results.games.services.outcomes import record_result
from results.models import Recount
from results.sheets.engine.finality import hands_in
from results.sheets.reads import sheets_to_hand_in, warn_not_handed_in
from results.sheets.services.officials import enter_from_paper
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.outcomes import HandsIn
from tdsuite.tournaments.services.finishing import finishing_warnings
from tests.results.looking import look_and_save, text
from tests.results.sheets.pages.hall import Pages, make_pages
from tests.rulebook.books import WESPA_2010

RULES = {
    "wespa-2010": "(5.4.1)", "nsa-2004": "(III.F, Guideline 12)", "sowpods-club": "(our default)",
    "scrabble-guide": "(our default)",
}  # fmt: skip
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("book", "next_round"),
    [
        ("wespa-2010", False), pytest.param("wespa-2010", True, marks=pytest.mark.full), ("nsa-2004", True),
        ("sowpods-club", False), pytest.param("scrabble-guide", True, marks=pytest.mark.full),
    ],
)  # fmt: skip
def test_wespa_5_5_1_nsa_iii_f_neither_page_takes_a_recount_of_a_signed_sheet(book: str, next_round: bool) -> None:
    pages = make_pages(book)
    other = pages.both_sign(400, 385)[1]
    if next_round:
        pages.hall.next_round_plays()
    page = text(other.sees())
    assert "Ask for a recount" not in page
    assert "a recount that one player asks for changes nothing" in page
    refused = text(other.posts("sheet_recount"))
    assert "a recount that one player asks for changes nothing" in refused and RULES[book] in refused
    director, address = pages.staff(), pages.desk("recount", pages.game.pk)
    page = text(director.get(pages.desk("table", pages.game.pk)))
    assert "changes nothing" in page
    assert "Begin the recount" not in page
    answer = director.post(address, {"asked_by": pages.hall.event.entry(4).pk, "both_take_part": "on"})
    assert "changes nothing" in text(answer)
    assert (Recount.objects.count(), pages.hall.scores(), pages.sheet.state) == (0, (400, 385), "signed")


def test_wespa_5_5_1_before_both_signed_the_same_page_offers_it(pages: Pages) -> None:
    pages.phone(1).enters(400, 385)
    assert "Ask for a recount" in text(pages.phone(4).sees())
    record_result(by=pages.hall.scorer, game=pages.game, first_score=400, second_score=385)
    assert "Begin the recount" in text(pages.staff().get(pages.desk("table", pages.game.pk)))


def test_wespa_5_4_1_correct_leads_to_the_sheet_where_a_ground_is_asked_for(pages: Pages) -> None:
    pages.both_sign(400, 385)
    director = pages.staff()
    answer = director.post(pages.desk("correct", pages.game.pk), follow=True)
    assert answer.redirect_chain == [(pages.desk("table", pages.game.pk), 302)]
    page = text(answer)
    assert "choose on what ground" in page
    assert "Both players ask for it, here before me" in page
    assert "The paper that both signed says so" not in page
    assert "Both players signed these very figures themselves: no paper says otherwise. (5.4.1)" in page


def change(pages: Pages, ground: str) -> str:
    scores = {f"score_{pages.game.first_id}": 384, f"score_{pages.game.second_id}": 385}
    sent = {**scores, "ground": ground, "finding": "Both came to the desk."}
    return text(look_and_save(pages.staff(), pages.desk("sheet_rule", pages.game.pk), sent, follow=True))


def test_wespa_5_4_1_b_both_at_the_desk_change_it_and_the_page_says_so(pages: Pages) -> None:
    pages.both_sign(400, 385)
    assert "the signed sheet is corrected." in change(pages, "both_ask")
    assert (pages.hall.scores(), pages.sheet.state, pages.sheet.number) == ((384, 385), "signed", 2)


def test_wespa_5_4_1_a_paper_typed_at_the_wrong_table_is_taken_back_and_what_phones_signed_is_not(pages: Pages) -> None:
    hall, director = pages.hall, pages.staff()
    enter_from_paper(by=hall.scorer, game=pages.game, figures=hall.figures(), both_seen=True)
    assert "Take the result back" in text(director.get(pages.desk("table", pages.game.pk)))
    director.post(pages.desk("withdraw", pages.game.pk), {"reason": "The paper of table 2."})
    assert (hall.game().outcome, pages.sheet.state) == ("", "empty")
    pages.both_sign(400, 385)
    assert "Take the result back" not in text(director.get(pages.desk("table", pages.game.pk)))
    director.post(pages.desk("withdraw", pages.game.pk), {"reason": "The loser asks."})
    assert (hall.scores(), pages.sheet.state) == ((400, 385), "signed")


@pytest.mark.parametrize("ground", ["", "as_signed", "because"])
def test_wespa_5_4_1_without_a_ground_that_is_open_nothing_changes(pages: Pages, ground: str) -> None:
    pages.both_sign(400, 385)
    change(pages, ground)
    assert (pages.hall.scores(), pages.sheet.state, pages.sheet.number) == ((400, 385), "signed", 1)


def test_wespa_5_4_1_b_after_the_next_game_began_only_a_ruling_is_open(pages: Pages) -> None:
    pages.both_sign(400, 385)
    pages.phone(1).hands_in()
    pages.hall.next_round_plays()
    page = text(pages.staff().get(pages.desk("table", pages.game.pk)))
    assert "Both players ask for it" not in page
    assert "The next game has begun: the signed sheet stands" in page


@pytest.mark.parametrize(("scores", "board"), [((431, 388), "Ada Winterbourne"), ((388, 431), "Dmitri")])
def test_wespa_5_4_2_signed_and_not_handed_in_names_the_winner_everywhere(
    pages: Pages, scores: tuple[int, int], board: str
) -> None:
    pages.both_sign(*scores)
    scorer, address = pages.staff(Role.SCORER), pages.desk("table", pages.game.pk)
    assert f"To hand in: {board}" in text(scorer.get(address))
    winner, loser = (1, 4) if scores[0] > scores[1] else (4, 1)
    assert "Hand it in" not in text(pages.phone(loser).sees())
    assert "You won: hand the sheet in before you leave." in text(pages.phone(winner).sees())
    answer = pages.phone(loser).hands_in()
    assert answer.status_code == 409 and "(5.4.2)" in text(answer)
    assert "Handed in." in text(pages.phone(winner).hands_in())
    assert "To hand in:" not in text(scorer.get(address))


def test_wespa_5_4_2_after_a_tie_either_player(pages: Pages) -> None:
    pages.hall.both_sign(400, 400)
    row = sheets_to_hand_in(pages.hall.division.tournament)[0]
    assert {entry.number for entry in row.to_hand_in} == {1, 4}
    assert " or " in row.brings


def test_wespa_5_4_2_finishing_warns_of_it_and_is_not_held_up(pages: Pages) -> None:
    pages.both_sign()
    event = pages.hall.division.tournament
    (warning,) = finishing_warnings.rows(event)
    assert warning.startswith("One sheet is signed by both and not handed in (Division A, Round 1, table 1: Ada")
    pages.phone(1).hands_in()
    assert not finishing_warnings.rows(event)


@pytest.mark.parametrize(("book", "rule"), [("wespa-2010", "5.4.2"), ("nsa-2004", "our default")])
def test_wespa_5_4_2_who_hands_in_is_said_with_the_rule_of_the_book_in_force(
    pages: Pages, book: str, rule: str
) -> None:
    Tournament.objects.update(rulebook=book)
    pages.both_sign()
    page = text(pages.staff().get(pages.desk("table", pages.game.pk)))
    duty = "The winner hands the sheet in before leaving the playing area; after a tie either player."
    assert f"{duty} {rule}" in page
    assert "WESPA 5.4.2" not in page
    assert f"{duty} ({rule})" in warn_not_handed_in(Tournament.objects.get())[0]


def test_wespa_5_4_2_a_book_that_lets_either_hand_in_names_both(pages: Pages) -> None:
    pages.both_sign()
    facts = pages.hall.latest().facts
    duty = replace(WESPA_2010.results.hands_in, value=HandsIn.EITHER)
    either = replace(WESPA_2010, results=replace(WESPA_2010.results, hands_in=duty))
    assert hands_in(facts, WESPA_2010) == (facts.winner,)
    assert hands_in(facts, either) == facts.players
