"""Rounds without clocks and breaks between rounds: NSA Appendix B, Guideline 19C; what the other books say instead."""

import pytest

from results.attendance.engine.breaks import Break, RecountEnded, due_break
from results.rulings.engine.sand_timer import NoSandTimers, sand_timers
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010, WESPA_2012
from tests.rulebook.test_lateness import at

SCHEDULED = [pytest.param(book, id=key) for key, book in RULEBOOKS.items() if key != "nsa-2004"]


@pytest.mark.parametrize("book", [WESPA_2010, WESPA_2012], ids=lambda book: book.key)
def test_wespa_1_4_4_a_timer_is_mandatory(book: Rulebook) -> None:
    with pytest.raises(NoSandTimers, match=r"Every game needs a timer \(1\.4\.4\)"):
        sand_timers(book)


@pytest.mark.parametrize("book", [SOWPODS_CLUB, SCRABBLE_GUIDE], ids=lambda book: book.key)
def test_where_the_book_has_no_sand_timers_the_director_announces_how_time_is_regulated(book: Rulebook) -> None:
    with pytest.raises(NoSandTimers, match="announce how time is regulated"):
        sand_timers(book)


def ready(recount: RecountEnded | None = None, next_started: str | None = None, book: Rulebook = NSA_2004) -> Break:
    began = None if next_started is None else at(next_started)
    return due_break(finished=at("10:00"), book=book, recount=recount, next_started=began)


def test_nsa_guideline_19c_ten_minutes_between_rounds() -> None:
    assert ready().ready_at == at("10:10")
    assert ready().reasons[0].rule == "Guideline 19C"


def test_nsa_guideline_19c_five_minutes_after_a_full_recount_once_the_next_round_has_run_ten() -> None:
    assert ready(RecountEnded(at("10:25"), full=True), "10:15").ready_at == at("10:30")
    assert ready(RecountEnded(at("10:24:59"), full=True), "10:15").ready_at == at("10:34:59")


def test_nsa_guideline_19c_another_recount_leaves_ten_minutes_from_its_end() -> None:
    assert ready(RecountEnded(at("10:25"), full=False), "10:15").ready_at == at("10:35")
    assert ready(RecountEnded(at("10:05"), full=True)).ready_at == at("10:15")


@pytest.mark.parametrize("book", SCHEDULED)
def test_elsewhere_the_break_is_as_scheduled(book: Rulebook) -> None:
    due = ready(RecountEnded(at("10:25"), full=True), "10:15", book)
    assert (due.ready_at, due.reasons[0].text, due.reasons[0].rule) == (None, "As scheduled.", "our default")
