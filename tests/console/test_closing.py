"""The end of an event: what is left to do, finishing it, and opening it again with a reason."""

import re

import pytest
from django.db.models import Q
from django.urls import reverse

from results.sheets.models import Sheet
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.notices import post_notice
from tests.factories import make_division, make_played_event, make_user

pytestmark = pytest.mark.django_db

CONSOLE = "/console/lakeside-open/"


@pytest.fixture
def played_out(client):
    division = make_played_event(players=4, played=3, rounds=3)
    client.force_login(make_user(tournament=division.tournament))
    return division


def steps(client):
    """(mark, sentence) of each step of the closing."""
    body = client.get(f"{CONSOLE}close/").content.decode()
    return re.findall(
        r'<span class="badge[^>]*>(?:<span[^>]*>✓</span> )?([^<]+)</span>\s*<span class="says">([^<]+)</span>', body
    )


def test_while_a_round_is_to_be_played_the_closing_names_it_and_the_event_cannot_be_finished(played_out, client):
    make_division(played_out.tournament, players=2, code="b", rounds=1)
    assert ("to do", "Division B: 1 round is to be played.") in steps(client)
    assert "Finish the event" not in client.get(f"{CONSOLE}close/").content.decode()


def test_the_closing_says_what_is_done_and_what_is_to_do(played_out, client):
    assert steps(client) == [
        ("done", "Every game has its result."),
        ("done", "Nothing waits for a signature or a verdict."),
        ("done", "Nothing is to be reported."),
        ("check", "Files for the rating bodies: look at what does not fit, then take them."),
        ("check", "Prizes and the ceremony."),
    ]


def test_an_event_is_finished_by_a_button_and_opened_again_with_a_reason(played_out, client):
    client.post(f"{CONSOLE}finish/")
    event = Tournament.objects.get()
    assert event.status == "finished"
    assert "This event is finished" in client.get(f"{CONSOLE}close/").content.decode() and steps(client) == []
    client.post(f"{CONSOLE}reopen/", {"reason": " "})
    assert Tournament.objects.get().status == "finished"
    client.post(f"{CONSOLE}reopen/", {"reason": "a sheet came to light"})
    record = Record.objects.filter(action="tournament.changed").latest("pk")
    assert (Tournament.objects.get().status, record.why) == ("running", "a sheet came to light")


def test_signatures_missing_under_what_officials_entered_are_waived_by_a_button_with_a_reason(played_out, client):
    states = ["entered", *["posted"] * 5]
    for game, state in zip(Game.objects.order_by("round__number", "board").with_people(), states, strict=True):
        low, high = sorted(entry.pk for entry in game.players)
        number = game.round.number
        Sheet.objects.create(
            division=played_out, round_number=number, game=game, player_a_id=low, player_b_id=high, number=1,
            state=state,
        )  # fmt: skip
    assert "Waive the signatures of 5 games" in client.get(f"{CONSOLE}close/").content.decode()
    client.post(f"{CONSOLE}waive/", {"reason": " "})
    assert Record.objects.filter(action="sheet.waived").count() == 0
    client.post(f"{CONSOLE}waive/", {"reason": "All signed on paper"})
    assert [row.why for row in Record.objects.filter(action="sheet.waived")] == ["All signed on paper"] * 5
    assert "Waive the signatures" not in client.get(f"{CONSOLE}close/").content.decode()
    assert ("to do", "Division A: one sheet is not signed by both (Round 1, table 1). Have them signed, or waive with a reason.") in steps(client)  # fmt: skip


def test_settings_and_services_ask_for_the_reason_too(played_out, client):
    update_tournament(by=COMMAND_LINE, tournament=played_out.tournament, values={"status": "finished"})
    with pytest.raises(Refused) as refused:
        update_tournament(by=COMMAND_LINE, tournament=played_out.tournament, values={"status": "running"})
    assert refused.value.code == "reason_needed"
    update_tournament(
        by=COMMAND_LINE, tournament=played_out.tournament, values={"status": "preparing"}, reason="the wrong event"
    )
    assert Tournament.objects.get().status == "preparing"


def test_a_result_missing_keeps_the_button_away_and_a_scorer_may_not_finish(played_out, client):
    assert "Finish the event" in client.get(f"{CONSOLE}close/").content.decode()
    Game.objects.filter(round__number=3).update(outcome=Game.Outcome.AWAITED, first_score=None, second_score=None)
    Round.objects.filter(number=3).update(status=Round.Status.PLAYING)
    assert "Finish the event" not in client.get(f"{CONSOLE}close/").content.decode()
    client.force_login(make_user("scorer", tournament=played_out.tournament, role=Role.SCORER))
    assert client.post(f"{CONSOLE}finish/").status_code == 403


def test_a_finished_event_offers_what_comes_next_and_nothing_that_is_over(played_out, client):
    make_division(played_out.tournament, players=2, code="b")
    Tournament.objects.update(status="finished")
    body = client.get(f"{CONSOLE}close/").content.decode()
    for label, url in (
        ("Final page", "/t/lakeside-open/final/"),
        ("Certificates", f"{CONSOLE}print/?report=certificates"),
        ("Files for the rating bodies", f"{CONSOLE}files/checklist/"),
    ):
        assert f'href="{url}">{label}</a>' in body
    for over in ("The next round of every division", "Add a division", "Enter round", "Pair round"):
        assert over not in body


def test_the_closing_names_a_player_without_game_bye_or_forfeit_and_where_to_settle_it(played_out, client):
    entry = played_out.entries.get(number=1)
    Game.objects.filter(Q(first=entry) | Q(second=entry), round__number=1).delete()
    other = Entry.objects.exclude(games_as_first__round__number=1).exclude(games_as_second__round__number=1)
    assert {f"{row.player} (Division A) has no game, bye or forfeit in round 1." for row in other} == {
        says for mark, says in steps(client) if mark == "to do"
    }
    late = reverse("results:late", args=["lakeside-open", "a", entry.number])
    assert f'href="{late}">Say what it counts</a>' in client.get(f"{CONSOLE}close/").content.decode()


def test_the_closing_names_the_notices_that_everybody_still_reads(played_out, client):
    post_notice(by=COMMAND_LINE, tournament=played_out.tournament, text="Lunch until two")
    assert ("check", "Everybody reads until you finish: “Lunch until two”") in [
        (mark, says.replace("&#x27;", "'")) for mark, says in steps(client)
    ]
