"""The keyboard page where lines stand with a game: they are shown, asked about, and counted once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from results.games.services.keyboard import Desk, Mode, Typed, take
from tdsuite.tournaments.engine.standings import half_text
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.games import adjust_game
from tests.results.games.test_lines_of_a_result import end
from tests.results.games.test_pages_enter import answer, enter, field, text
from tests.results.rulings.cases import Event, counted, make_event, total

pytestmark = pytest.mark.django_db


def off(event: Event, points: int, rule: str, *, side: str = "first") -> Game:
    """Points taken off a player's score while the game is played."""
    game = event.game()
    adjust_game(
        by=event.director, game=game, side=side, kind="challenge", points=points, rule=rule, source="challenge",
        reason="good words challenged",
    )  # fmt: skip
    return game


@pytest.fixture
def event(client: Client) -> Event:
    """A WESPA event; the first board of round 1 is 1 against 4."""
    made = make_event("wespa-2010")
    client.force_login(made.director)
    return made


def the_round(event: Event) -> Round:
    return event.game().round


def records(event: Event) -> str:
    """The two players' records as the standings have them: "0-1 -5, 1-0 +5"."""
    game, past = event.game(), history(event.division)
    table = {row.number: row for row in past.standings()}
    rows = [table[entry.number] for entry in (game.first, game.second) if entry]
    return ", ".join(f"{half_text(row.halves)}-{half_text(row.losing_halves)} {row.spread:+d}" for row in rows)


@pytest.mark.parametrize(
    ("key", "totals", "records_then"), [("y", (385, 390), "0-1 -5, 1-0 +5"), ("w", (400, 390), "1-0 +10, 0-1 -10")]
)
def test_wespa_3_10_15_the_echo_says_what_the_standings_will_say(
    event: Event, client: Client, key: str, totals: tuple[int, int], records_then: str
) -> None:
    game = off(event, -15, "3.10.15(b)(ii)")
    asked = enter(client, the_round(event), "1 400 390")
    assert event.game().outcome == ""
    assert (
        "Table 1 has lines already: Ada Winterbourne: challenge -15 (3.10.15(b)(ii)). Is the typed score without them (y: they "
        "are added, Ada Winterbourne 385 - 390 Dmitri Quillfeather counts) or with them (w: Ada Winterbourne "
        "400 - 390 Dmitri Quillfeather counts)?"
    ) in text(asked)
    assert "y without the lines w with the lines in it n change the line" in text(asked)
    saved = answer(client, the_round(event), asked, key)
    assert (total(game), records(event)) == (totals, records_then)
    first, second = totals
    winner = "Dmitri Quillfeather wins by 5" if first < second else "Ada Winterbourne wins by 10"
    assert (
        f"Round 1, table 1: Ada Winterbourne {first} - {second} Dmitri Quillfeather Written: Ada Winterbourne {first + 15}, "
        "Dmitri Quillfeather 390. Ada Winterbourne: challenge -15 (3.10.15(b)(ii)). "
        f"Counts: Ada Winterbourne {first}, Dmitri Quillfeather {second}. {winner}, rated. now {records_then}"
    ) in text(saved)


def test_nsa_ii_h_10_e_thirty_points_off_reverse_the_echo(client: Client) -> None:
    event = make_event("nsa-2004")
    client.force_login(event.director)
    game = off(event, -30, "II.H.10.e")
    saved = answer(client, the_round(event), enter(client, the_round(event), "1 310 300"), "y")
    assert "280 - 300 Dmitri Quillfeather" in text(saved)
    assert "now 0-1 -20, 1-0 +20" in text(saved)
    assert (total(game), counted(game)) == ((280, 300), (0, -20, 2, 20))


@pytest.mark.parametrize(("key", "spread"), [("y", -5), ("w", 10)])
def test_wespa_3_10_15_a_typed_spread_is_asked_about_too(event: Event, client: Client, key: str, spread: int) -> None:
    Tournament.objects.update(entry_mode="spread")
    game = off(event, -15, "3.10.15(b)(ii)")
    asked = enter(client, the_round(event), "1 10")
    assert "Is the typed spread without them" in text(asked)
    saved = answer(client, the_round(event), asked, key)
    assert counted(game)[1] == spread
    assert f"now {records(event)}" in text(saved)


def test_wespa_5_3_2_a_result_taken_back_and_typed_again_counts_as_typed(event: Event, client: Client) -> None:
    game = event.game()
    end(event, game)
    assert total(game) == (377, 373)
    client.post(
        reverse("results:withdraw", args=[event.division.tournament.slug, event.division.code, game.pk]),
        {"reason": "the wrong table"},
    )
    saved = enter(client, the_round(event), "1 377 373")
    assert "Ada Winterbourne 377 - 373 Dmitri Quillfeather now 1-0 +4, 0-1 -4" in text(saved)
    assert (total(game), records(event)) == ((377, 373), "1-0 +4, 0-1 -4")


def test_wespa_5_3_2_lines_that_go_with_the_old_result_are_named_before_they_go(event: Event, client: Client) -> None:
    end(event, event.game())
    asked = enter(client, the_round(event), "1 381 373")
    assert (
        "Table 1 already has Ada Winterbourne 377 - 373 Dmitri Quillfeather, with lines that go with it "
        "(Ada Winterbourne: tiles gained +7 (5.1.4); Ada Winterbourne: overtime -30, 2:10 over time (5.3.2); "
        "Dmitri Quillfeather: tiles left -7 (5.1.4)): replace it?"
    ) in text(asked)


def test_a_line_put_on_the_game_while_it_is_asked_is_asked_about_anew(event: Event, client: Client) -> None:
    off(event, -5, "3.10.15(b)(ii)")
    asked = enter(client, the_round(event), "1 400 390")
    off(event, -5, "3.10.15(b)(ii)", side="second")
    again = answer(client, the_round(event), asked, "y")
    assert (field(again, "stage"), event.game().outcome) == ("lines", "")
    assert "Ada Winterbourne 395 - 385 Dmitri Quillfeather counts" in text(again)


def test_w_is_no_answer_where_no_line_stands(event: Event, client: Client) -> None:
    asked = enter(client, the_round(event), "1 901 388")
    again = answer(client, the_round(event), asked, "w")
    assert "Answer y or n first." in text(again)
    assert event.game().outcome == ""


def test_another_answer_than_y_w_or_n_keeps_the_question(event: Event, client: Client) -> None:
    off(event, -15, "3.10.15(b)(ii)")
    again = answer(client, the_round(event), enter(client, the_round(event), "1 400 390"), "x")
    assert "Answer y, w or n first." in text(again)
    assert (field(again, "stage"), field(again, "pending")) == ("lines", "1 400 390")


def test_somebody_elses_result_keeps_what_was_said_of_the_lines_while_a_reason_is_asked_for(
    event: Event, client: Client
) -> None:
    game = off(event, -15, "3.10.15(b)(ii)")
    client.force_login(event.scorer)
    answer(client, the_round(event), enter(client, the_round(event), "1 400 390"), "y")
    client.force_login(event.director)
    why = answer(client, the_round(event), enter(client, the_round(event), "1 400 390"), "w")
    assert (field(why, "stage"), field(why, "within")) == ("reason", "1")
    hidden: dict[str, Any] = {"within": field(why, "within")}
    answer(client, the_round(event), why, "the penalty was on the slip", **hidden)
    assert (total(game), event.game().first_score) == ((400, 390), 415)
    undone = enter(client, the_round(event), "u")
    assert "Table 1 is back to 385-390." in text(undone)
    assert total(game) == (385, 390)


def test_boards_on_which_lines_stand_are_marked_in_the_list_of_what_is_missing(event: Event, client: Client) -> None:
    off(event, -15, "3.10.15(b)(ii)")
    for name in ("enter", "missing"):
        page = client.get(reverse(f"results:{name}", args=[event.division.tournament.slug, event.division.code, 1]))
        assert text(page).count("Lines stand") == 1
        assert "Lines stand Ada Winterbourne: challenge -15 (3.10.15(b)(ii)). ⋯ End of game at table 1" in text(page)


def test_wespa_3_10_15_a_line_that_comes_while_scores_are_typed_is_asked_about(event: Event) -> None:
    """The round was read before the penalty was written: whether the typed score has it in is not guessed."""
    desk = Desk(event.director, history(event.division), 1, Mode.PLAYER)
    off(event, -15, "3.10.15(b)(ii)")
    reply = take(desk, Typed("1 400 390"))
    assert (reply.kind, event.game().outcome) == ("error", "")
    assert "lines stand with this game. Ada Winterbourne: challenge -15 (3.10.15(b)(ii))." in reply.text
    again = take(Desk(event.director, history(event.division), 1, Mode.PLAYER), Typed(reply.line))
    assert again.stage == "lines"
