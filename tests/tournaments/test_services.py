from datetime import UTC, date, datetime

import pytest

from pairings.services.boards import dissolve
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.engine.tables import BadTablePlan, parse_tables, table_name
from tdsuite.tournaments.models import Division, Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import add_entry, remove_entry, update_entry, withdraw_entry
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
    "name": "Harbour Cup",
    "starts_on": date(2026, 9, 5),
    "ends_on": date(2026, 9, 6),
    "time_zone": "Europe/London",
}


def newest():
    return Record.objects.order_by("-pk").first()


def test_a_new_event_comes_with_its_divisions_and_its_maker_runs_it():
    keeper = User.objects.create_superuser("keeper")
    tournament = create_tournament(
        by=keeper, slug="harbour", values=VALUES, divisions=[{"name": "Premier", "planned_rounds": 12}, {"name": "B"}]
    )
    assert [(one.code, one.position, one.planned_rounds) for one in tournament.divisions.all()] == [
        ("premier", 1, 12),
        ("b", 2, 7),
    ]
    assert set(Membership.objects.values_list("user__username", "role")) == {
        ("keeper", "organiser"),
        ("keeper", "director"),
    }
    assert (verify(tournament).records, verify(tournament).whole) == (3, True)


@pytest.mark.parametrize(
    ("name", "taken", "code"),
    [
        ("Open", (), "open"),
        ("***", (), "division"),
        ("B-Gruppe für Anfänger", (), "b-gruppe-fur"),
        ("B-Gruppe für Anfänger", ("b-gruppe-fur",), "b-gruppe-fur-anfange"),
        ("Twenty letters, cards", (), "twenty-letters-cards"),
        ("Twenty letters, cards and more", (), "twenty-letters-cards"),
        ("A Donaudampfschifffahrt", (), "a-donaudampfschifffa"),
        ("Donaudampfschifffahrten", (), "donaudampfschifffahr"),
        ("Nineteen letters on x", (), "nineteen-letters-on"),
    ],
)
def test_the_short_name_of_a_division_is_cut_at_the_end_of_a_word(name, taken, code):
    assert short_name(name, taken) == code


def test_a_second_event_of_the_same_short_name_is_refused_and_nothing_is_kept():
    create_tournament(by=COMMAND_LINE, slug="harbour", values=VALUES)
    with pytest.raises(Refused, match="choose another short name"):
        create_tournament(by=COMMAND_LINE, slug="harbour", values=VALUES)
    assert Tournament.objects.count() == 1


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


def test_nothing_changed_is_nothing_recorded():
    tournament = make_tournament()
    update_tournament(by=COMMAND_LINE, tournament=tournament, values={"name": tournament.name})
    assert newest() is None


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


def test_a_player_added_by_hand_gets_the_next_number_and_a_filed_name():
    division = make_division(players=3)
    entry = add_entry(by=COMMAND_LINE, division=division, values={"name": "Ida Quartz", "rating": 1500})
    assert (entry.number, entry.seed, entry.player.filing_name) == (4, 4, "Quartz, Ida")
    assert "Ida" not in str(newest().after)


def test_every_decision_on_the_roster_raises_the_state_version_and_tells_pages():
    division = make_division(players=2)
    add_entry(by=COMMAND_LINE, division=division, values={"name": "Ida Quartz"})
    division.refresh_from_db()
    assert division.state_version == 1
    assert versions(division.live_topic) == {division.live_topic: 1}


def test_a_taken_number_is_refused():
    division = make_division(players=2)
    with pytest.raises(Refused, match="Number 1 is taken"):
        add_entry(by=COMMAND_LINE, division=division, values={"name": "Ida Quartz", "number": 1})
    assert Player.objects.count() == 2


def test_details_of_a_person_are_recorded_by_field_name_only():
    entry = make_division(players=1).entries.get()
    update_entry(by=COMMAND_LINE, entry=entry, values={"club": "Dockside", "rating": 1234})
    assert newest().after == {"rating": 1234, "player_fields": ["club"]}


def test_withdrawing_is_from_a_round_on():
    entry = make_division(players=1).entries.get()
    row = withdraw_entry(by=COMMAND_LINE, entry=entry, from_round=3, reason="ill")
    assert [row.plays_in(number) for number in (2, 3, 4)] == [True, False, False]


def test_absences_are_round_numbers():
    entry = make_division(players=1).entries.get()
    with pytest.raises(Refused, match="Rounds missed are round numbers"):
        update_entry(by=COMMAND_LINE, entry=entry, values={"absences": ["two"]})


def test_somebody_with_games_is_not_removed():
    division = make_division(players=3)
    make_round(division, pairs=[(1, 2)])
    with pytest.raises(Refused, match="withdraw the player instead"):
        remove_entry(by=COMMAND_LINE, entry=division.entries.get(number=1))
    remove_entry(by=COMMAND_LINE, entry=division.entries.get(number=3))
    assert list(division.entries.values_list("number", flat=True)) == [1, 2]
    assert Player.objects.count() == 2


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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        ("1-3, 7", ("1", "2", "3", "7")),
        ("A1-A3", ("A1", "A2", "A3")),
        ("Stage, 2-3", ("Stage", "2", "3")),
        ("B9-11", ("B9", "B10", "B11")),
    ],
)
def test_table_plans_are_written_as_a_director_says_them(text, names):
    assert parse_tables(text) == names


@pytest.mark.parametrize("text", ["3-1", "1-3, 2", "1-9999", "a table with much too long a name"])
def test_table_plans_that_name_no_tables_are_refused(text):
    with pytest.raises(BadTablePlan):
        parse_tables(text)


def test_boards_beyond_the_plan_go_by_their_number():
    assert [table_name(("A", "B"), board) for board in (1, 2, 3)] == ["A", "B", ""]


def test_a_division_is_locked_and_counted_once_for_each_decision():
    division = make_division(players=2)
    for number in (1, 2, 3):
        withdraw_entry(by=COMMAND_LINE, entry=division.entries.get(number=1), from_round=number, reason="")
    assert Division.objects.get(pk=division.pk).state_version == 3
