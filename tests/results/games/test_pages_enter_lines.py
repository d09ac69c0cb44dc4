"""The keyboard page where lines stand with a game: they are shown, asked about, and counted once."""

import pytest
from django.test import Client

from results.games.services.keyboard import Desk, Mode, Typed, take
from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.games import adjust_game
from tests.results.games.keyboard import Keyboard, parked_lines
from tests.results.games.test_lines_of_a_result import end
from tests.results.looking import text
from tests.results.rulings.cases import Event, make_event, total, url

pytestmark = pytest.mark.django_db


def off(event: Event, points: int = -15, side: str = "first") -> Game:
    """Points taken off a player's score while the game is played."""
    game = event.game()
    adjust_game(
        by=event.director, game=game, side=side, kind="challenge", points=points, rule="3.10.15(b)(ii)", source="challenge",
        reason="good words challenged",
    )  # fmt: skip
    return game


@pytest.fixture
def event() -> Event:
    """A WESPA event; the first board of round 1 is 1 against 4."""
    return make_event()


@pytest.fixture
def desk(event: Event, client: Client) -> Keyboard:
    client.force_login(event.director)
    return Keyboard(event.game().round, client)


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
    event: Event, desk: Keyboard, key: str, totals: tuple[int, int], records_then: str
) -> None:
    game = off(event)
    asked = desk.types("1 400 390")
    assert event.game().outcome == ""
    assert "Table 1 has corrections already: Ada Winterbourne: challenge -15 (3.10.15(b)(ii))." in text(asked)
    assert "Without the corrections 1 y With the corrections 1 w Change 1 n" in text(asked)
    saved = desk.answers(asked, key)
    assert (total(game), records(event)) == (totals, records_then)
    first, second = totals
    winner = "Dmitri Quillfeather wins by 5" if first < second else "Ada Winterbourne wins by 10"
    assert (
        f"Round 1, table 1: Ada Winterbourne {first} - {second} Dmitri Quillfeather Written: Ada Winterbourne {first + 15}, "
        "Dmitri Quillfeather 390. Ada Winterbourne: challenge -15 (3.10.15(b)(ii)). "
        f"Counts: Ada Winterbourne {first}, Dmitri Quillfeather {second}. {winner}, rated. now {records_then}"
    ) in text(saved)


def test_wespa_5_3_2_a_result_taken_back_and_typed_again_counts_as_typed(event: Event, desk: Keyboard) -> None:
    game = event.game()
    end(event, game)
    asked = desk.types("1 381 373")
    assert (
        "Table 1 already has Ada Winterbourne 377 - 373 Dmitri Quillfeather, with lines that go with it "
        "(Ada Winterbourne: tiles gained +7 (5.1.4); Ada Winterbourne: overtime -30, 2:10 over time (5.3.2); "
        "Dmitri Quillfeather: tiles left -7 (5.1.4)): replace it?"
    ) in text(asked)
    desk.client.post(url("withdraw", game.pk), {"reason": "the wrong table"})
    saved = desk.types("1 377 373")
    assert "Ada Winterbourne 377 - 373 Dmitri Quillfeather now 1-0 +4, 0-1 -4" in text(saved)
    assert (total(game), records(event)) == ((377, 373), "1-0 +4, 0-1 -4")


def test_a_line_put_on_the_game_while_it_is_asked_is_asked_about_anew(event: Event, desk: Keyboard) -> None:
    off(event, -5)
    asked = desk.types("1 400 390")
    off(event, -5, side="second")
    again = desk.answers(asked, "y")
    assert event.game().outcome == ""
    assert "Ada Winterbourne 395 - 385 Dmitri Quillfeather counts" in text(again)


def test_w_is_an_answer_only_where_lines_stand(event: Event, desk: Keyboard) -> None:
    refused = desk.asked("1 901 388", "w")
    assert "No lines stand with this game: answer y or n." in text(refused)
    assert (parked_lines(refused), event.game().outcome) == (["1 901 388"], "")


def test_somebody_elses_result_is_changed_with_the_lines_and_a_reason(event: Event, desk: Keyboard) -> None:
    game = off(event)
    desk.client.force_login(event.scorer)
    desk.asked("1 400 390", "y")
    desk.client.force_login(event.director)
    desk.asked("1 400 390", "w the penalty was on the slip")
    assert (total(game), event.game().first_score) == ((400, 390), 415)
    assert "Table 1 is back to 385-390." in text(desk.types("u"))
    assert total(game) == (385, 390)


def test_wespa_3_10_15_a_line_that_comes_while_scores_are_typed_is_asked_about(event: Event) -> None:
    """The round was read before the penalty was written: whether the typed score has it in is not guessed."""
    desk = Desk(event.director, history(event.division), 1, Mode.PLAYER)
    off(event)
    reply = take(desk, Typed("1 400 390"))
    assert (reply.kind, event.game().outcome) == ("error", "")
    assert "lines stand with this game. Ada Winterbourne: challenge -15 (3.10.15(b)(ii))." in reply.text
    again = take(Desk(event.director, history(event.division), 1, Mode.PLAYER), Typed(reply.line))
    assert again.parked[0].lines
