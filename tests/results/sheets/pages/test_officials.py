"""Officials at the sheets: the round's list, what waits, one sheet with its versions, the director's decisions."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from results.games.services.outcomes import record_result
from results.models import Petition, Ruling, StarterReport, TableCall
from results.sheets.engine.facts import Figures
from results.sheets.services.entering import enter_sheet
from results.sheets.services.officials import enter_from_paper
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division
from tests.factories import make_round, play
from tests.results.looking import look_and_save, text
from tests.results.sheets.desk import actor
from tests.results.sheets.pages.hall import Pages, make_pages


def see(client: Client, pages: Pages, name: str, *args: object) -> str:
    response = client.get(pages.desk(name, *args))
    assert response.status_code == 200
    return text(response)


def press(client: Client, pages: Pages, name: str, *args: object, **data: str) -> str:
    return text(look_and_save(client, pages.desk(name, *args), data, follow=True))


def beside(client: Client, slug: str = "lakeside-open", **query: str) -> str:
    """What waits beside the Round board."""
    shown = text(client.get(f"/console/{slug}/round/", query))
    return shown[shown.index("Waits for you") :]


def test_what_waits_stands_beside_the_board_and_unsigned_sheets_of_other_rounds_too(pages: Pages) -> None:
    ada, other, director = pages.phone(1), pages.phone(4), pages.staff()
    assert "Call to table" not in beside(director)
    ada.posts("sheet_call", note="spilt tea")
    ada.enters(431, 388)
    other.enters(388, 413)
    figures = pages.hall.figures(400, 399, board=2)
    enter_from_paper(by=pages.hall.director, game=pages.hall.game(2), figures=figures, both_seen=False)
    shown = beside(director)
    assert "Call to table 1" in shown and "“spilt tea”" in shown and "Disputed sheet, table 1" in shown
    assert "not signed" not in shown
    assert "Division A, round 1: one sheet is not signed by both" in beside(director, round="2")


def test_the_console_marks_what_is_to_be_chased(pages: Pages) -> None:
    director = pages.staff()
    address = "/console/lakeside-open/round/"
    assert "1 of 2" not in text(director.get(address))
    pages.phone(1).enters(431, 388)
    body = director.get(address)
    assert "1 of 2" in text(body)
    assert f"sheets:{pages.hall.division.pk}" in body.content.decode()


def test_a_call_is_answered_once(pages: Pages) -> None:
    pages.phone(1).posts("sheet_call")
    call = TableCall.objects.get()
    official = pages.staff(Role.OFFICIAL)
    assert "The call is answered." in press(official, pages, "call_answered", pages.game.pk, call.pk)
    call.refresh_from_db()
    assert call.answered_at is not None
    assert "Call to table" not in beside(official)


def test_two_differing_cards_stand_side_by_side_and_are_ruled_on(db: None) -> None:
    pages = make_pages("nsa-2004")
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    other.enters(388, 413)
    director = pages.staff()
    shown = see(director, pages, "table", pages.game.pk)
    assert "≠ disputed" in shown and "Rule 431–388" in shown and "Rule 413–388" in shown.replace("388–413", "413–388")
    sent = {f"score_{ada.entry.pk}": "421", f"score_{other.entry.pk}": "388"}
    assert director.post(pages.desk("sheet_rule", pages.game.pk), {**sent, "finding": ""}).status_code == 422
    assert not Ruling.objects.exists()
    ruled = press(director, pages, "sheet_rule", pages.game.pk, **sent, finding="the tally adds up to 421", rule="12")
    assert "ruled." in ruled
    assert (pages.hall.scores(), pages.sheet.state) == ((421, 388), "ruled")
    assert Ruling.objects.get().game == pages.game
    assert "Decided by the director" in text(ada.sees())


def test_a_ruling_that_names_another_starter_stays_the_newest_version(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    sent = {f"score_{ada.entry.pk}": "431", f"score_{other.entry.pk}": "388", "started": str(other.entry.pk)}
    press(pages.staff(), pages, "sheet_rule", pages.game.pk, **sent, finding="the other player began")
    assert (pages.sheet.number, pages.sheet.state) == (2, "ruled")
    assert pages.hall.latest().facts.started == other.entry.pk
    assert StarterReport.objects.get().says == other.entry


def test_every_version_stays_readable_with_who_made_it_and_who_signed(pages: Pages) -> None:
    ada = pages.phone(1)
    ada.enters(431, 388)
    ada.enters(441, 388)
    shown = see(pages.staff(Role.JUDGE), pages, "table", pages.game.pk)
    assert "Version 2: 441–388" in shown and "Version 1: 431–388" in shown
    assert f"Made by {ada.entry.player}" in shown and "private link, device test-device" in shown
    for version in pages.sheet.versions.all():
        assert version.sha256 in shown


def test_a_signed_sheet_is_received_at_the_desk(pages: Pages) -> None:
    pages.both_sign()
    assert "The sheet is handed in." in press(pages.staff(Role.SCORER), pages, "sheet_received", pages.game.pk)
    assert pages.sheet.state == "handed_in"


def test_missing_signatures_are_waived_with_a_reason_only(pages: Pages) -> None:
    record_result(by=pages.hall.director, game=pages.game, first_score=431, second_score=388)
    director = pages.staff()
    refused = director.post(pages.desk("sheet_waive", pages.game.pk), {"reason": " "})
    assert refused.status_code == 422
    press(director, pages, "sheet_waive", pages.game.pk, reason="both confirmed by telephone")
    assert pages.sheet.state == "waived"


def petitioned(pages: Pages) -> Petition:
    ada, other = pages.both_sign()
    ada.hands_in()
    ada.posts("sheet_correct", **ada.figures(421, 388))
    row = Petition.objects.get()
    other.posts("sheet_agree", row.pk, sha256=row.sha256)
    return row


def test_a_refused_petition_is_answered_with_the_reason(pages: Pages) -> None:
    row = petitioned(pages)
    director = pages.staff()
    assert "Say why" in press(director, pages, "petition_refuse", pages.game.pk, row.pk, reason=" ")
    press(director, pages, "petition_refuse", pages.game.pk, row.pk, reason="the tally sheet says 431")
    row.refresh_from_db()
    assert (row.status, pages.hall.scores()) == ("refused", (431, 388))
    assert "“the tally sheet says 431”" in text(pages.phone(1).sees())
    assert "“the tally sheet says 431”" in see(director, pages, "table", pages.game.pk)


def test_a_petition_of_one_player_waits_for_the_other_and_can_be_declined(pages: Pages) -> None:
    ada, other = pages.both_sign()
    ada.hands_in()
    assert "Proposed. Nothing changes until" in text(ada.posts("sheet_correct", **ada.figures(421, 388)))
    row = Petition.objects.get()
    assert "I agree and sign" in text(other.sees())
    assert "the other has not agreed yet" in see(pages.staff(), pages, "table", pages.game.pk)
    assert "the signed sheet stands" in text(other.posts("sheet_decline", row.pk))
    row.refresh_from_db()
    assert (row.status, pages.hall.scores()) == ("withdrawn", (431, 388))


def test_the_board_takes_the_same_queries_for_2_unsigned_sheets_and_for_30(db: None) -> None:
    counts = []
    for players, slug in ((4, "two"), (60, "thirty")):
        pages = make_pages(players=players, slug=slug)
        for game in pages.hall.division.rounds.get(number=1).games.all():
            play(game)
        make_entered(pages.hall.division)
        director = pages.staff()
        beside(director, slug)
        with CaptureQueriesContext(connection) as captured:
            assert f"round 2: {players // 2} sheet" in beside(director, slug, round="1")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def make_entered(division: Division) -> None:
    """Sheets that wait for one signature, for every board of round 2."""
    row = make_round(division, 2, status="playing")
    for game in row.games.select_related("first__division", "round__division__tournament"):
        enter_sheet(by=actor(game.first), game=game, figures=Figures({game.first_id: 400, game.second_id or 0: 390}))
