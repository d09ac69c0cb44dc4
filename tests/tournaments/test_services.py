from datetime import UTC, date, datetime

import pytest

from pairings.services.boards import dissolve
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import LooksAlike, add_entry, remove_entry, update_entry
from tdsuite.tournaments.services.events import (
    add_division,
    create_tournament,
    short_name,
    update_division,
    update_tournament,
)
from tdsuite.tournaments.services.games import adjust_game, remove_adjustment
from tdsuite.tournaments.services.rounds import schedule_rounds, settle_round, start_due_rounds, start_round
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db

VALUES = {
    "name": "Harbour Cup", "starts_on": date(2026, 9, 5), "ends_on": date(2026, 9, 6), "time_zone": "Europe/London",
}  # fmt: skip


def newest():
    return Record.objects.order_by("-pk").first()


def test_a_new_event_comes_with_its_divisions_and_its_maker_runs_it():
    keeper = User.objects.create_superuser("keeper")
    tournament = create_tournament(
        by=keeper, slug="harbour", values=VALUES, divisions=[{"name": "Premier", "planned_rounds": 12}, {"name": "B"}]
    )
    expected = [("premier", 1, 12), ("b", 2, 7)]
    assert [(one.code, one.position, one.planned_rounds) for one in tournament.divisions.all()] == expected
    expected = {("keeper", "organiser"), ("keeper", "director")}
    assert set(Membership.objects.values_list("user__username", "role")) == expected
    assert (verify(tournament).records, verify(tournament).whole) == (3, True)


@pytest.mark.parametrize(
    ("name", "taken", "code"),
    [
        ("Open", (), "open"), ("***", (), "division"), ("B-Gruppe für Anfänger", (), "b-gruppe-fur"),
        ("B-Gruppe für Anfänger", ("b-gruppe-fur",), "b-gruppe-fur-anfange"),
        ("Twenty letters, cards", (), "twenty-letters-cards"),
        ("Twenty letters, cards and more", (), "twenty-letters-cards"),
        ("A Donaudampfschifffahrt", (), "a-donaudampfschifffa"),
        ("Donaudampfschifffahrten", (), "donaudampfschifffahr"), ("Nineteen letters on x", (), "nineteen-letters-on"),
    ],
)  # fmt: skip
def test_the_short_name_of_a_division_is_cut_at_the_end_of_a_word(name, taken, code):
    assert short_name(name, taken) == code


def test_only_the_keeper_makes_events():
    with pytest.raises(NotAllowed, match="administrator of this installation"):
        create_tournament(by=make_user("someone"), slug="x", values=VALUES)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"ends_on": date(2026, 9, 1)}, "ends on: The last day is before the first day"),
        ({"time_zone": "London"}, "time zone: London is not a time zone"),
        ({"rulebook": "house"}, "rulebook: house is not a rulebook"),
        ({"choices": {"tiles_left": "z"}}, "tiles_left: 'z' is not allowed by WESPA"),
        ({"choices": {"wallpaper": "red"}}, "nothing called 'wallpaper' to choose"),
        ({"choices": {"game_minutes": "20"}}, "Give the minutes as the event's own field game_minutes"),
        ({"choices": {"tiles_left": True}}, "Choices are texts by their key"),
        ({"choices": ["tiles_left"]}, "Choices are texts by their key"),
        ({"rulebook": "nsa-2004", "game_minutes": 30}, "game_minutes: '30' is not allowed by NSA"),
    ],
)
def test_a_bad_setting_is_refused_with_its_field(wrong, message):
    with pytest.raises(Refused, match=message):
        create_tournament(by=COMMAND_LINE, slug="x", values=VALUES | wrong)
    assert not Tournament.objects.exists()


def test_changed_settings_are_recorded_with_what_they_were():
    tournament = make_tournament()
    update_tournament(
        by=COMMAND_LINE, tournament=tournament, values={"venue": "Town Hall", "name": tournament.name}, reason="flood"
    )
    row = newest()
    assert (row.before, row.after, row.why) == ({"venue": "Lakeside Hall"}, {"venue": "Town Hall"}, "flood")


@pytest.mark.parametrize(
    ("book", "choices", "mode"),
    [
        ("wespa-2010", {}, "assigned"),
        ("wespa-2010", {"start_system": "balance"}, "balance"),
        ("nsa-2004", {"start_system": "balance"}, "nsa"),
        ("sowpods-club", {}, "draw"),
    ],
)
def test_who_starts_follows_the_rulebook_and_the_choice(book, choices, mode):
    assert make_tournament(rulebook=book, choices=choices).start_mode == mode


def test_rounds_never_fall_below_a_published_one():
    division = make_division(rounds=7)
    make_round(division, 5)
    with pytest.raises(Refused, match="at least 5 rounds"):
        update_division(by=COMMAND_LINE, division=division, values={"planned_rounds": 4})


@pytest.mark.parametrize("caps", ["100", [-1], [1.5], {"1": 2}])
def test_spread_caps_are_whole_numbers_from_nought(caps):
    with pytest.raises(Refused, match="Spread caps are whole numbers"):
        add_division(by=COMMAND_LINE, tournament=make_tournament(), values={"name": "A", "spread_caps": caps})


@pytest.mark.parametrize(
    ("values", "code", "asked"),
    [
        ({"name": "ada  QUILLFEATHER"}, "a", True),
        ({"name": "Ada Quilfeather"}, "a", True),
        ({"name": "Zora Tilefield", "wespa_id": "17"}, "a", True),
        ({"name": "Quillfeather, Ada"}, "b", True),  # one person in two divisions
        ({"name": "Ada Quilfeather"}, "b", False),
        ({"name": "Zora Tilefield", "wespa_id": "18"}, "a", False),
    ],
)
def test_a_player_who_may_be_on_the_roster_enters_as_another_person_only(values, code, asked):
    a = make_division(code="a", players=0)
    division = a if code == "a" else make_division(a.tournament, code="b", name="B", position=2, players=0)
    first = {"name": "Ada Quillfeather", "wespa_id": "17"}
    add_entry(by=COMMAND_LINE, division=a, values=first)
    other = add_entry(by=COMMAND_LINE, division=division, values={"name": "Boris Quartz"})
    if asked:
        with pytest.raises(LooksAlike, match="looks like 1 Ada Quillfeather in "):
            add_entry(by=COMMAND_LINE, division=division, values=values)
        with pytest.raises(LooksAlike):
            update_entry(by=COMMAND_LINE, entry=other, values=values)
        assert Player.objects.count() == 2
    entry = add_entry(by=COMMAND_LINE, division=division, values=values, another_person=asked)
    update_entry(by=COMMAND_LINE, entry=entry, values={"club": "Dockside", **values})  # who it is does not change


def test_a_name_typed_family_first_is_turned_round_as_in_a_roster():
    entry = add_entry(by=COMMAND_LINE, division=make_division(players=0), values={"name": "Quartz, Boris"})
    assert (entry.player.name, entry.player.filing_name) == ("Boris Quartz", "Quartz, Boris")
    entry = update_entry(by=COMMAND_LINE, entry=entry, values={"name": "Quartz Lee, Boris"})
    assert entry.player.name == "Boris Quartz Lee"


def test_somebody_on_a_sheet_whose_board_was_taken_apart_is_not_removed():
    hall = make_hall()
    hall.enters(1)
    dissolve(by=COMMAND_LINE, game=hall.game(), reason="one left", drop_results=True)
    with pytest.raises(Refused, match="stands on a result sheet or in a ruling: withdraw the player instead") as caught:
        remove_entry(by=COMMAND_LINE, entry=hall.event.entry(1))
    assert caught.value.code == "player_is_named"


def test_a_round_is_playing_from_the_directors_start():
    row = make_round(make_division())
    at = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
    row = start_round(by=COMMAND_LINE, round=row, at=at)
    assert (row.status, row.started_at) == ("playing", at)
    with pytest.raises(Refused, match="started already"):
        start_round(by=COMMAND_LINE, round=row)


def test_a_round_that_is_not_published_does_not_start():
    row = make_round(make_division(), status="draft")
    with pytest.raises(Refused, match="publish its pairings first"):
        start_round(by=COMMAND_LINE, round=row)


@pytest.mark.parametrize(("by_schedule", "status"), [(True, "playing"), (False, "published")])
def test_a_round_starts_by_itself_only_if_the_event_says_so(by_schedule, status):
    tournament = make_tournament(starts_by_schedule=by_schedule)
    row = make_round(make_division(tournament))
    schedule_rounds(by=COMMAND_LINE, division=row.division, times={1: datetime(2026, 5, 16, 9, tzinfo=UTC)})
    start_due_rounds(datetime(2026, 5, 16, 9, 0, 1, tzinfo=UTC))
    row.refresh_from_db()
    assert row.status == status


def test_a_schedule_is_one_record_and_a_started_round_keeps_its_time():
    row = make_round(make_division(rounds=3))
    at = datetime(2026, 5, 16, 9, tzinfo=UTC)
    schedule_rounds(by=COMMAND_LINE, division=row.division, times={1: at, 2: at, 3: None})
    assert newest().after == {"1": at.isoformat(), "2": at.isoformat()}
    start_round(by=COMMAND_LINE, round=row)
    with pytest.raises(Refused, match="Round 1 has started"):
        schedule_rounds(by=COMMAND_LINE, division=row.division, times={1: None})


def test_a_round_closes_with_its_last_outcome_and_opens_again_without_it():
    row = make_round(make_division(players=4))
    games = list(row.games.all())
    seen = []
    for game in games:
        play(game)
        settle_round(row)
        seen.append(row.status)
    games[0].outcome, games[0].first_score, games[0].second_score = "", None, None
    games[0].save()
    settle_round(row)
    assert [*seen, row.status] == ["playing", "closed", "playing"]


def test_an_adjustment_names_its_rule_and_can_be_taken_back():
    game = play(make_round(make_division(players=2)).games.get(), 400, 380)
    adjustment = adjust_game(by=COMMAND_LINE, game=game, side="first", kind="overtime", points=-10, rule="5.3.2")
    assert (newest().action, newest().after["points"]) == ("game.adjusted", -10)
    remove_adjustment(by=COMMAND_LINE, adjustment=adjustment, reason="clock was faulty")
    assert (game.adjustments.count(), newest().why) == (0, "clock was faulty")
    with pytest.raises(Refused, match="Name the side"):
        adjust_game(by=COMMAND_LINE, game=game, side="third", kind="overtime")
