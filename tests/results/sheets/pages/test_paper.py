"""Paper sheets at the keyboard: tables and player numbers, signatures seen, what is refused, photos."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from results.models import SheetPhoto, Signature, StarterReport
from tdsuite.platform.access.roles import Role
from tests.factories import make_tournament, picture
from tests.results.sheets.pages.hall import Pages, make_pages, text


@pytest.fixture
def scorer(pages: Pages) -> Client:
    return pages.staff(Role.SCORER)


def enter(client: Client, pages: Pages, line: str, *, script: bool = True, **more: object):
    """ "1 431 388 1 y": table, two scores, who started, both signatures seen."""
    values = dict(zip(("table", "first_score", "second_score", "started", "seen"), line.split(), strict=False))
    values = {name: value.strip("-") for name, value in values.items()}
    headers = {"X-Sheet": "1"} if script else {}
    return client.post(pages.desk("sheets_paper", 1), values | more, headers=headers)


def test_both_signatures_seen_make_it_final(pages: Pages, scorer: Client) -> None:
    answer = enter(scorer, pages, "1 431 388 - y")
    one, other = pages.hall.event.entry(1).player, pages.hall.event.entry(4).player
    assert text(answer) == f"Table 1: {one} 431–388 {other}. Entered."
    assert (answer.status_code, pages.hall.scores(), pages.sheet.state) == (200, (431, 388), "handed_in")
    assert set(Signature.objects.values_list("means", flat=True)) == {"paper"}


def test_by_player_number_the_first_score_is_that_players(pages: Pages, scorer: Client) -> None:
    enter(scorer, pages, "#4 388 431 - y")
    assert pages.hall.scores() == (431, 388)


def test_without_signatures_it_counts_and_stays_to_be_chased(pages: Pages, scorer: Client) -> None:
    assert "Entered; signatures are missing." in text(enter(scorer, pages, "1 431 388 - n"))
    assert (pages.hall.scores(), pages.sheet.state) == ((431, 388), "posted")


def test_the_starter_is_as_paired_unless_the_paper_says_otherwise(pages: Pages, scorer: Client) -> None:
    enter(scorer, pages, "1 431 388 - y")
    enter(scorer, pages, "2 400 390 2 y")
    first, second = pages.hall.game(1), pages.hall.game(2)
    assert pages.hall.latest(1).facts.started == first.first_id
    assert pages.hall.latest(2).facts.started == second.second_id
    assert (pages.hall.sheet(2).number, pages.hall.sheet(2).state) == (1, "handed_in")
    assert StarterReport.objects.get().says_id == second.second_id


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9 431 388 - y", "9: There is no such table in this round."),
        ("#9 431 388 - y", "#9: Nobody of that number plays in this round."),
        ("1 43x 388 - y", "First score: Enter a whole number."),
        ("1 431 388 - -", "Both signatures seen? Type y or n."),
        ("1 431 388 3 y", "Started: type 1 or 2, as the two scores are in order, or leave it empty."),
    ],
)
def test_what_cannot_be_taken_says_why_and_changes_nothing(pages: Pages, scorer: Client, line: str, says: str) -> None:
    answer = enter(scorer, pages, line)
    assert (answer.status_code, text(answer)) == (422, says)
    assert pages.hall.scores() == (None, None)


def test_the_same_sheet_twice_is_one_and_another_one_is_refused(pages: Pages, scorer: Client) -> None:
    enter(scorer, pages, "1 431 388 - y")
    assert "in already: nothing was done twice" in text(enter(scorer, pages, "1 431 388 - y"))
    refused = enter(scorer, pages, "1 421 388 - y")
    assert refused.status_code == 422 and "This sheet is final and says otherwise" in text(refused)
    assert pages.sheet.number == 1


def test_without_a_script_the_page_keeps_what_was_refused(pages: Pages, scorer: Client) -> None:
    page = enter(scorer, pages, "1 43x 388 - y", script=False)
    assert page.status_code == 422
    assert 'value="43x"' in page.content.decode() and "First score: Enter a whole number." in text(page)
    done = enter(scorer, pages, "1 431 388 - y", script=False)
    assert "1 of 2 still open" in text(done) and 'value="431"' not in done.content.decode()


def test_a_photo_is_kept_and_shown_to_officials_only(pages: Pages, scorer: Client) -> None:
    data = picture()
    enter(scorer, pages, "1 431 388 - y", photo=SimpleUploadedFile("sheet.jpg", data))
    row = SheetPhoto.objects.get()
    shown = scorer.get(pages.desk("sheet_photo", row.pk))
    assert (shown.content, shown["Content-Type"]) == (data, "image/jpeg")
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert "photo of the paper" in text(scorer.get(pages.desk("sheet_desk", pages.game.pk)))
    for client in (Client(), pages.phone(1).client):
        assert client.get(pages.desk("sheet_photo", row.pk)).status_code == 302


def test_a_photo_of_another_event_is_not_there(pages: Pages, scorer: Client) -> None:
    enter(scorer, pages, "1 431 388 - y", photo=SimpleUploadedFile("sheet.jpg", picture()))
    other = make_pages(slug="elsewhere")
    address = other.desk("sheet_photo", SheetPhoto.objects.get().pk)
    assert other.staff().get(address).status_code == 404


def test_what_is_no_picture_is_refused(pages: Pages, scorer: Client) -> None:
    answer = enter(scorer, pages, "1 431 388 - y", photo=SimpleUploadedFile("sheet.jpg", b"<svg onload=x>"))
    assert answer.status_code == 422 and "The photo must be a JPEG or PNG picture." in text(answer)
    assert pages.hall.scores() == (None, None)


def test_a_round_that_is_not_published_has_no_sheets(pages: Pages, scorer: Client) -> None:
    assert scorer.get(pages.desk("sheets_paper", 2)).status_code == 302
    assert "Not published yet" in text(pages.staff().get(pages.desk("sheets", 2)))
    assert make_tournament("other").pk


def test_entering_a_sheet_takes_the_same_queries_in_a_round_of_3_boards_and_of_30(db: None) -> None:
    counts = []
    for players, slug in ((6, "small"), (60, "large")):
        pages = make_pages(players=players, slug=slug)
        client = pages.staff(Role.SCORER)
        enter(client, pages, "1 431 388 - y")
        with CaptureQueriesContext(connection) as captured:
            assert enter(client, pages, "2 400 390 - y").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 48


def test_the_palette_leads_away_from_the_fields(pages: Pages, scorer: Client) -> None:
    assert 'id="palette"' in scorer.get(pages.desk("sheets_paper", 1)).content.decode()
