"""The page of one table and the page of starts: forfeits, time, faults that count, draws, sheets that disagree."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from results.attendance.forms import TimeField
from results.attendance.services.attendance import arrive, mark, start_clock
from results.games.services.outcomes import record_result
from results.games.services.preview import account_text
from results.models import Accommodation, Incident, StarterReport
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, GameAdjustment, Presence, Round, Tournament
from tests.factories import make_round, make_user
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall
from tests.results.attendance.test_pages_attendance import MINUTE, address, started, text
from tests.results.looking import look_and_save

SiteOf = Callable[[str], Hall]


@pytest.fixture
def site_of(ruled_by: RuledBy, client: Client) -> SiteOf:
    """A hall under a rulebook whose round began half an hour ago; its director is logged in."""

    def build(book: str) -> Hall:
        hall = started(ruled_by(book), minutes=30)
        client.force_login(hall.director)
        return hall

    return build


@pytest.fixture
def site(site_of: SiteOf) -> Hall:
    return site_of("wespa-2010")


@pytest.fixture
def nsa(site_of: SiteOf) -> Hall:
    return site_of("nsa-2004")


def late(hall: Hall, clock_minutes: float, *, here: bool) -> None:
    """Player 1 is here; player 2's clock has run so many minutes, and stopped if `here`."""
    now = timezone.now().replace(microsecond=0)
    began = now - timedelta(minutes=clock_minutes)
    arrive(by=hall.director, game=hall.game(), entry=hall.player(1), at=began)
    start_clock(by=hall.director, game=hall.game(), entry=hall.player(2), at=began, reason="late")
    if here:
        arrive(by=hall.director, game=hall.game(), entry=hall.player(2), at=now)


def see(client: Client, hall: Hall, board: int = 1) -> str:
    return text(client.get(address(hall, "table", hall.game(board).pk)))


def post(client: Client, hall: Hall, name: str, *args: object, **data: str) -> str:
    """Post and return what the page says then."""
    return text(client.post(address(hall, name, hall.game().pk, *args), data, follow=True))


def lose(client: Client, hall: Hall, name: str, *args: object, **data: str) -> str:
    """A forfeit looked at and then pressed."""
    return text(look_and_save(client, address(hall, name, hall.game().pk, *args), data, follow=True))


# ── forfeits by lateness ─────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_4_from_the_assigned_time_to_the_elected_forfeit(site: Hall, client: Client) -> None:
    late(site, 11, here=True)
    name = str(site.player(2).player)
    shown = see(client, site)
    assert f"{name} has 14:00 assigned. The player's clock ran 11:00, leaving 14:00." in shown
    assert f"{name} elects to forfeit Forfeited for lateness: 75 points. (2.3.6(a)) Not rated. (2.3.6(b))" in shown
    shown = lose(client, site, "elect", 2)
    assert "Forfeited for lateness: Forfeited for lateness: 75 points. Not rated." in shown
    assert "If it was deliberate, it is also a level 3 offence." in shown
    assert f"{name}: elected on arrival." in shown
    assert (site.game().first_spread, site.game().rated) == (75, False)


def test_wespa_2_3_6_a_another_margin_needs_a_reason_and_is_shown_before_it_is_saved(
    site: Hall, client: Client
) -> None:
    late(site, 11, here=True)
    response = client.post(address(site, "elect", site.game().pk, 2), {"margin": "120"})
    assert response.status_code == 422
    assert "Say why the margin is not the rulebook's." in text(response)
    sent = {"margin": "120", "reason": "third time today"}
    looked = client.post(address(site, "elect", site.game().pk, 2), sent)
    assert (looked.status_code, site.game().outcome) == (200, "")
    assert f"{site.player(1).player} wins by 120, not rated." in text(looked)
    assert 'name="margin" value="120"' in looked.content.decode()
    lose(client, site, "elect", 2, **sent)
    assert site.game().first_spread == 120


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "nsa-2004"])
@pytest.mark.parametrize("name", ["elect", "expire"])
def test_wespa_2_3_6_what_a_forfeit_counts_stands_beside_its_button_and_one_press_saves_it(
    site_of: SiteOf, client: Client, book: str, name: str
) -> None:
    hall = site_of(book)
    late(hall, {"expire": 25, "elect": 4 if book == "nsa-2004" else 11}[name], here=name == "elect")
    page = client.get(address(hall, "table", hall.game().pk)).content.decode()
    _, _, form = page.partition(f'action="{address(hall, name, hall.game().pk, 2)}"')
    button = re.search(r'name="save" value="([^"]+)"', form)
    assert button is not None
    client.post(address(hall, name, hall.game().pk, 2), {"save": button[1]})
    after = account_text(hall.game())
    assert hall.game().outcome == "lateness_forfeit"
    assert "".join(f"{line}</p>" for line in after) in form.replace('<p class="preview-counts">', "")


def test_nsa_guideline_19a_the_margin_is_not_asked_for(nsa: Hall, client: Client) -> None:
    late(nsa, 4, here=True)
    shown = see(client, nsa)
    assert "Forfeited for lateness: 50 points." in shown and "Margin" not in shown
    lose(client, nsa, "elect", 2)
    assert (nsa.game().first_spread, nsa.game().rated) == (50, False)


def test_where_the_book_is_silent_the_director_rules_with_a_reason(site_of: SiteOf, client: Client) -> None:
    hall = site_of("scrabble-guide")
    arrive(by=hall.director, game=hall.game(), entry=hall.player(1))
    mark(by=hall.director, game=hall.game(), entry=hall.player(2), status="absent")
    name = hall.player(2).player
    assert f"Start the clock of {name}, with a reason" in see(client, hall)
    post(client, hall, "clock", 2, reason="late three times")
    assert hall.presence(2).clock_runs
    assert f"{name} loses the game by lateness" in see(client, hall)
    response = client.post(address(hall, "expire", hall.game().pk, 2))
    assert "The rulebook leaves forfeiture to the director: say why" in text(response)
    lose(client, hall, "expire", 2, reason="never came")
    assert hall.game().outcome == "no_show"


def test_neither_player_came(site: Hall, client: Client) -> None:
    now = timezone.now().replace(microsecond=0)
    start_clock(by=site.director, game=site.game(), entry=site.player(1), at=now - 26 * MINUTE, opponent_ready=False)
    shown = see(client, site)
    assert "Both lose by 75, not rated (our default)." in shown
    lose(client, site, "both")
    assert (site.game().outcome, site.game().first_spread, site.game().second_spread) == ("double_forfeit", -75, -75)


def test_a_forfeit_is_taken_back(site: Hall, client: Client) -> None:
    late(site, 25, here=False)
    lose(client, site, "expire", 2)
    assert "The forfeit is taken back" in post(client, site, "take_back_forfeit", reason="wrong table")
    assert (site.game().outcome, site.presence(2).clock_runs) == ("", True)


# ── time and faults ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_time_is_given_shown_and_taken_back(site: Hall, client: Client) -> None:
    shown = post(client, site, "add_time", player="2", seconds="1:30", rule="3.4.2(b)", reason="kept from drawing")
    assert f"{site.player(2).player} +1:30 (3.4.2(b))" in shown and "Set the timer to 26:30 (+1:30)" in shown
    row = GameAdjustment.objects.get()
    post(client, site, "drop_time", row.pk, reason="not so")
    assert GameAdjustment.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "seconds"), [("1:00", 60), ("+0:30", 30), ("-0:30", -30), ("12:05", 725), (" 1:00 ", 60)]
)
def test_time_is_written_in_minutes_and_seconds(typed: str, seconds: int) -> None:
    assert TimeField().clean(typed) == seconds


@pytest.mark.parametrize("typed", ["90", "1:75", "1.30", "one", "-", "1:000"])
def test_time_written_otherwise_is_no_time(typed: str) -> None:
    with pytest.raises(ValidationError, match="Write minutes and seconds"):
        TimeField().clean(typed)


def test_other_ways_to_write_time_are_explained(site: Hall, client: Client) -> None:
    response = client.post(
        address(site, "add_time", site.game().pk), {"player": "1", "seconds": "90", "rule": "", "reason": "x"}
    )
    assert response.status_code == 422
    assert "Write minutes and seconds, such as 1:00, or -0:30 to take time away." in text(response)


def test_nsa_ii_o_three_wrong_scores_from_counting_to_the_minute(nsa: Hall, client: Client) -> None:
    log_it = f"{address(nsa, 'incident', 'wrong_score')}?game={nsa.game().pk}&entry=1"
    assert log_it in client.get(address(nsa, "table", nsa.game().pk)).content.decode().replace("&amp;", "&")
    for _ in range(3):
        client.post(log_it, {"entry": nsa.player(1).pk, "other": nsa.player(2).pk})
    shown = see(client, nsa)
    assert "3 so far. The opponent receives a minute. (II.O)" in shown
    assert f"Give {nsa.player(2).player} +1:00" in shown
    post(client, nsa, "credit", 1, "wrong_score")
    assert [(row.side, row.seconds, row.rule) for row in GameAdjustment.objects.all()] == [("second", 60, "II.O")]
    response = client.post(address(nsa, "credit", nsa.game().pk, 1, "wrong_score"))
    assert "No time is due" in text(response)
    assert client.post(address(nsa, "credit", nsa.game().pk, 1, "yawning")).status_code == 404


# ── who started ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draw_is_recorded_with_its_tiles(nsa: Hall, client: Client) -> None:
    Game.objects.update(starts_by="draw")
    assert "Tiles are to be drawn. Each player draws one tile. Nearest A; a blank comes before A. (I.C.3)" in see(
        client, nsa
    )
    response = client.post(address(nsa, "starter", nsa.game().pk), {"player": "1", "tiles": "Q ?"})
    assert "These tiles say otherwise. Q against the blank: the blank starts." in text(response)
    response = client.post(address(nsa, "starter", nsa.game().pk), {"player": "2", "tiles": "Q"})
    assert "Each draw has two tiles" in text(response)
    shown = post(client, nsa, "starter", player="2", tiles="E E, Q ?")
    assert f"{nsa.player(2).player} drew the start." in shown
    assert (nsa.game().first.number, nsa.game().starts_by) == (2, "drawn")
    post(client, nsa, "draw_again", reason="wrong table")
    assert nsa.game().starts_by == "draw"


def test_a_sheet_that_agrees_and_one_that_does_not(site: Hall, client: Client) -> None:
    assert f"{site.player(1).player} started, as paired." in post(client, site, "starter", player="1")
    shown = post(client, site, "starter", player="2")
    assert f"The result sheet says that {site.player(2).player} started: it waits for the director." in shown
    assert f"A sheet says that {site.player(2).player} started: for the director." in shown


def test_the_director_answers_a_sheet_at_its_table(site: Hall, client: Client) -> None:
    Tournament.objects.filter(pk=site.division.tournament_id).update(choices={"start_system": "balance"})
    post(client, site, "starter", player="2")
    report = StarterReport.objects.get()
    shown = see(client, site)
    assert f"A sheet says that {site.player(2).player} started" in shown
    assert "Did somebody misreport knowingly?" in shown
    settle = address(site, "settle", site.game().pk, report.pk)
    response = client.post(settle, {"correct": "yes"})
    assert (response.status_code, site.game().first.number) == (422, 1)
    answer = {"correct": "yes", "reason": "both say so", "culprit": "2"}
    shown = text(client.post(settle, answer, follow=True))
    assert "Start corrected. A case is opened." in shown and "Settle it" not in shown
    assert (site.game().first.number, Incident.objects.get().level) == (2, 1)
    again = client.post(settle, answer)
    assert again.status_code == 422 and "settled meanwhile" in text(again)


def test_where_starts_are_assigned_nobody_is_asked_for_a_culprit(site: Hall, client: Client) -> None:
    post(client, site, "starter", player="2")
    shown = see(client, site)
    assert "Settle it" in shown and "misreport knowingly" not in shown


def test_a_table_says_how_often_its_players_started_replied_and_the_longest_run(site: Hall, client: Client) -> None:
    Round.objects.filter(pk=site.round.pk).update(status="closed")
    make_round(site.division, 2, pairs=[(1, 3), (2, 4)])
    assert f"{site.player(1).player}: starts 2, replies 0, longest run 2" in see(client, site)
    assert f"{site.player(4).player}: starts 0, replies 2, longest run 2" in see(client, site, 2)


# ── accommodations, and who may ──────────────────────────────────────────────────────────────────────────────────────


def test_an_accommodation_is_kept_listed_and_ended(nsa: Hall, client: Client) -> None:
    url = address(nsa, "accommodations")
    data = {
        "player": "2", "what": "headphones", "seconds": "1:00", "device": "on", "rule": "I.A.6", "reason": "tinnitus",
    }  # fmt: skip
    assert "A device needs an agreement made before the event" in text(client.post(url, data))
    client.post(url, {**data, "agreed_before": "on"})
    row = Accommodation.objects.get()
    assert (row.entry.number, row.seconds, row.device, row.rule) == (2, 60, True, "I.A.6")
    assert "headphones, +1:00 a game device (I.A.6) tinnitus" in text(client.get(url))
    client.post(address(nsa, "accommodation_end", row.pk))
    assert not Accommodation.objects.in_force().exists()


def test_a_bye_has_no_players_to_wait_for_and_another_divisions_game_no_table(site: Hall, client: Client) -> None:
    row = make_round(site.division, 2, pairs=[(1, 2), (3, None)])
    bye = Game.objects.get(round=row, second=None)
    shown = text(client.get(address(site, "table", bye.pk)))
    assert "Result" in shown and "Did not come" not in shown and "Clock" not in shown
    assert client.get(address(site, "table", 999)).status_code == 404


def test_a_scorer_records_starts_and_rules_on_nothing(site: Hall, client: Client) -> None:
    scorer: User = make_user("scorer", tournament=site.division.tournament, role=Role.SCORER)
    client.force_login(scorer)
    post(client, site, "starter", player="2")
    shown = see(client, site)
    assert "The sheet says otherwise" in shown and "Give or take time" not in shown


def test_a_played_table_still_takes_reports_of_its_start(site: Hall, client: Client) -> None:
    record_result(by=site.director, game=site.game(), first_score=400, second_score=380)
    post(client, site, "starter", player="2")
    shown = see(client, site)
    assert "Result 400–380" in shown and "for the director" in shown
    assert Presence.objects.count() == 0
