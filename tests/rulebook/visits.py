"""Visits: one real request each, on a small event in the situation that some provisions are about, with what it read.

A visit is a function that takes a Floor, brings the event into the situation by services, and makes its request with
`floor.look` or `floor.press`. Only that request is traced.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip, DivisionLexicon
from results.attendance.services.attendance import arrive, start_clock
from results.games.services.outcomes import record_result
from results.models import Recount, Ruling, SheetVersion
from results.sheets.engine.facts import Figures
from results.sheets.services import entering
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tests.adjudication.challenges.cases import Table, lexicon
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.sheets.desk import actor
from tests.rulebook.tracing import Reads, tracing

WHY = "told at the table"
VISITS: dict[str, Callable[["Floor"], None]] = {}


@dataclass
class Floor:
    """An event of four players under a rulebook: round 1 is played, at table 1 the first player against the second."""

    book: str
    division: Division
    director: User
    reads: list[Reads] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)  # namespace:name of what was asked for

    @cached_property
    def client(self) -> Client:
        client = Client()
        client.force_login(self.director)
        return client

    @property
    def slug(self) -> str:
        return str(self.division.tournament.slug)

    @property
    def game(self) -> Game:
        return Game.objects.with_people().get(round__division=self.division, round__number=1, board=1)

    def player(self, number: int) -> Entry:
        return self.division.entries.select_related("player", "division__tournament").get(number=number)

    def began(self, minutes: int) -> None:
        """The round began, as it was to, so many minutes ago."""
        at = timezone.now().replace(microsecond=0) - timedelta(minutes=minutes)
        Round.objects.filter(division=self.division).update(started_at=at, scheduled_at=at)

    def choose(self, **choices: str) -> None:
        """The organiser's choices."""
        Tournament.objects.filter(pk=self.division.tournament_id).update(choices=choices)

    def played(self, first: int = 400, second: int = 390) -> None:
        record_result(by=self.director, game=self.game, first_score=first, second_score=second)

    def url(self, name: str, *args: object) -> str:
        return reverse(f"results:{name}", args=[self.slug, self.division.code, *args])

    def look(self, address: str, client: Client | None = None, **query: Any) -> Any:
        return self._visit(address, lambda: (client or self.client).get(address, query))

    def press(self, address: str, client: Client | None = None, **data: Any) -> Any:
        return self._visit(address, lambda: (client or self.client).post(address, data))

    def _visit(self, address: str, request: Callable[[], Any]) -> Any:
        with tracing() as reads:
            response = request()
        assert response.status_code in (200, 302), _fault(response)
        self.reads.append(reads)
        self.pages.append(resolve(address).view_name)
        return response

    def table(self) -> Table:
        """The game as the tests of challenges see it, with a word list."""
        DivisionLexicon.objects.create(division=self.division, lexicon=lexicon())
        judge = make_user("judge", tournament=self.division.tournament)
        other = make_user("other-judge", tournament=self.division.tournament)
        return Table(self.division, self.game.round, self.game, self.director, judge, other)


def make_floor(book: str) -> Floor:
    tournament = make_tournament(rulebook=book)
    division = make_division(tournament, players=4, rounds=3)
    make_round(division, 1, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING)
    return Floor(book, division, make_user(tournament=tournament))


def _fault(response: Any) -> str:
    """What the page says is wrong."""
    html = response.content.decode()
    return " ".join(re.findall(r'class="[^"]*error[^"]*"[^>]*>(.*?)</(?:div|p|ul)>', html, flags=re.S))


def visit(function: Callable[[Floor], None]) -> Callable[[Floor], None]:
    VISITS[function.__name__] = function
    return function


# ── before the game ──────────────────────────────────────────────────────────────────────────────────────────────────


@visit
def what_a_challenge_costs(floor: Floor) -> None:
    floor.look(reverse("challenges:settings", args=[floor.slug]))


@visit
def the_word_lists(floor: Floor) -> None:
    floor.look(reverse("lexicons:words", args=[floor.slug]))


@visit
def a_result_tells_who_starts_next(floor: Floor) -> None:
    floor.choose(start_system="balance")
    make_round(floor.division, 2, pairs=[(1, 3), (2, 4)])
    Game.objects.filter(round__number=2).update(starts_by=Game.StartsBy.COMPARE)
    floor.press(floor.url("end", floor.game.pk), **END, save="1")


@visit
def a_break_before_the_next_round(floor: Floor) -> None:
    floor.began(60)
    floor.played()
    make_round(floor.division, 2, pairs=[(1, 3), (2, 4)])
    floor.look(floor.url("attendance", 2))


@visit
def a_round_under_way(floor: Floor) -> None:
    floor.began(12)
    floor.look(floor.url("attendance", 1))


@visit
def a_round_without_an_official_start(floor: Floor) -> None:
    floor.look(floor.url("attendance", 1))


@visit
def a_table(floor: Floor) -> None:
    floor.began(12)
    floor.look(floor.url("table", floor.game.pk))


@visit
def an_accommodation(floor: Floor) -> None:
    floor.look(floor.url("accommodations"))


@visit
def the_starts_of_a_division(floor: Floor) -> None:
    floor.look(floor.url("starts"))


@visit
def tiles_are_to_be_drawn(floor: Floor) -> None:
    Game.objects.filter(pk=floor.game.pk).update(starts_by=Game.StartsBy.DRAW)
    floor.look(floor.url("table", floor.game.pk))


@visit
def tiles_drawn_for_the_start(floor: Floor) -> None:
    Game.objects.filter(pk=floor.game.pk).update(starts_by=Game.StartsBy.DRAW)
    floor.press(floor.url("starter", floor.game.pk), player="2", tiles="E E Q ?")


# ── late ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def one_player_waits(floor: Floor, minutes: int) -> None:
    floor.began(minutes)
    at = timezone.now() - timedelta(minutes=minutes - 1)
    arrive(by=floor.director, game=floor.game, entry=floor.player(1), at=at)
    start_clock(by=floor.director, game=floor.game, entry=floor.player(2), at=at + timedelta(minutes=3), reason=WHY)


@visit
def a_late_player_is_forfeited_by_choice(floor: Floor) -> None:
    one_player_waits(floor, 20)
    arrive(by=floor.director, game=floor.game, entry=floor.player(2))
    floor.press(floor.url("elect", floor.game.pk, 2), reason=WHY)


@visit
def a_late_players_time_has_run_out(floor: Floor) -> None:
    one_player_waits(floor, 50)
    floor.press(floor.url("expire", floor.game.pk, 2), reason=WHY)


@visit
def the_clock_of_a_late_player(floor: Floor) -> None:
    one_player_waits(floor, 20)
    floor.look(floor.url("table", floor.game.pk))


# ── challenges ───────────────────────────────────────────────────────────────────────────────────────────────────────


def word_desk(name: str, floor: Floor, *args: object) -> str:
    return reverse(f"challenges:{name}", args=[floor.slug, *args])


@visit
def two_good_words_are_judged(floor: Floor) -> None:
    slip = floor.table().slip()
    floor.press(word_desk("slip_judge", floor, slip.pk), words="AXLE CWM")


@visit
def a_verdict_on_the_out_play_is_shown(floor: Floor) -> None:
    slip, _ = floor.table().judged("AXLE", out_play=True)
    floor.look(word_desk("slip", floor, slip.pk))


@visit
def a_bad_word_is_shown(floor: Floor) -> None:
    slip, _ = floor.table().judged("AXXLE")
    floor.look(word_desk("slip", floor, slip.pk))


@visit
def a_slip_waits_for_its_verdict(floor: Floor) -> None:
    slip = floor.table().slip("AXLE")
    floor.look(word_desk("slip", floor, slip.pk))


@visit
def another_opinion_is_asked(floor: Floor) -> None:
    slip, _ = floor.table().judged("AXXLE")
    floor.press(word_desk("opinion", floor, slip.pk), entry=floor.game.first_id)


@visit
def a_self_look_up_is_questioned(floor: Floor) -> None:
    at = floor.table()
    slip = at.slip("AXXLE", way="station")
    adjudicate(by=at.station, slip=slip, words=("AXXLE",))
    floor.look(word_desk("opinion", floor, ChallengeSlip.objects.get().pk))


@visit
def a_verdict_was_wrong(floor: Floor) -> None:
    slip, _ = floor.table().judged("AXXLE")
    floor.look(word_desk("misadjudication", floor, slip.pk))


# ── incidents ────────────────────────────────────────────────────────────────────────────────────────────────────────


def incident_visit(kind: str) -> None:
    def happens(floor: Floor) -> None:
        floor.look(floor.url("incident", kind))

    VISITS[f"incident_{kind}"] = happens


for _kind in (
    "overdraw", "overdraw_overshown", "tiles_put_back", "eight_tiles", "spilled_tiles", "late_underdraw", "tile_found_out",
    "tile_found_in", "disputed_equipment", "like_tiles", "late_deliberately", ):  # fmt: skip
    incident_visit(_kind)


@visit
def tiles_drawn_out_of_order(floor: Floor) -> None:
    floor.played()
    floor.look(floor.url("out_of_order", floor.game.pk))


@visit
def an_exchange_with_too_few_in_the_bag(floor: Floor) -> None:
    said = {"entry": floor.game.first_id, "in_bag": 6, "exchanged": 2, "numbered": "on", "work": "1"}
    floor.press(floor.url("exchange", floor.game.pk), **said)


@visit
def an_exchange_without_a_number(floor: Floor) -> None:
    said = {"entry": floor.game.first_id, "in_bag": 40, "exchanged": 2, "work": "1"}
    floor.press(floor.url("exchange", floor.game.pk), **said)


@visit
def a_fault_that_is_counted(floor: Floor) -> None:
    floor.look(floor.url("table", floor.game.pk))


# ── the end of a game ────────────────────────────────────────────────────────────────────────────────────────────────

END = {
    "how": "went-out", "out": "first", "first_score": 400, "second_score": 380, "first_rack": "", "second_rack": "ddb",
    "first_clock": "1:01", "second_clock": "-1:10", "first_disregarded": "", "second_disregarded": "", "first_waiver": "",
    "second_waiver": "", "reason": "",
}  # fmt: skip


@visit
def a_player_went_out_over_time(floor: Floor) -> None:
    floor.press(floor.url("end", floor.game.pk), **END)


@visit
def time_ran_after_the_end(floor: Floor) -> None:
    floor.press(floor.url("end", floor.game.pk), **{**END, "second_disregarded": "0:30"})


@visit
def six_turns_without_a_score(floor: Floor) -> None:
    turns = {f"turn_{number}": "pass" for number in range(1, 7)}
    said = {**END, **turns, "how": "six-zeros", "out": "", "first_rack": "qi", "second_rack": "ee", "second_clock": ""}
    floor.press(floor.url("end", floor.game.pk), **said)


BEGUN = {"begun": "yes", "tile_drawn": "yes", "opponent_alerted": "yes"}


def ended(floor: Floor, kind: str, **said: Any) -> None:
    scores = {"first_score": 300, "second_score": 330}
    answers: dict[str, Any] = dict(BEGUN) if said.pop("begun", "") else {}
    answers |= {"offender": "first", "reason": WHY, "work": "1"}
    floor.press(floor.url("ended", floor.game.pk, kind), **{**answers, **scores, **said})


@visit
def the_games_are_stopped(floor: Floor) -> None:
    ended(floor, "stopped")


@visit
def time_is_up(floor: Floor) -> None:
    ended(floor, "time_up")


@visit
def lost_on_time(floor: Floor) -> None:
    ended(floor, "overtime_forfeit", over="10:00")


@visit
def a_tie(floor: Floor) -> None:
    ended(floor, "played", first_score=330)


@visit
def a_player_did_not_come(floor: Floor) -> None:
    ended(floor, "no_show", margin=120 if floor.book.startswith("wespa") else "")


@visit
def neither_player_came(floor: Floor) -> None:
    ended(floor, "no_show", offender="both")


@visit
def a_game_is_resigned(floor: Floor) -> None:
    ended(floor, "resigned", begun="yes")


@visit
def a_level_game_is_resigned(floor: Floor) -> None:
    ended(floor, "resigned", begun="yes", first_score=330)


@visit
def a_game_is_resigned_improperly(floor: Floor) -> None:
    ended(floor, "resigned_improperly", begun="yes", margin=80)


@visit
def a_player_leaves_early(floor: Floor) -> None:
    ended(floor, "left_early", begun="yes", emergency="yes")


@visit
def a_game_is_forfeited_as_a_penalty(floor: Floor) -> None:
    ended(floor, "penalty_forfeit", begun="yes", margin=60)


@visit
def a_game_is_postponed(floor: Floor) -> None:
    ended(floor, "postponed", all_agree="on")


@visit
def a_game_is_adjourned(floor: Floor) -> None:
    ended(floor, "adjourned", all_agree="on")


@visit
def a_bye(floor: Floor) -> None:
    division = another_division_with_a_bye(floor)
    bye = Game.objects.get(round__division=division, second=None)
    address = reverse("results:ended", args=[floor.slug, division.code, bye.pk, "bye"])
    floor.press(address, reason=WHY, work="1")


def another_division_with_a_bye(floor: Floor) -> Division:
    division = make_division(floor.division.tournament, players=3, rounds=3, code="b")
    make_round(division, 1, pairs=[(1, 2), (3, None)], status=Round.Status.PLAYING)
    return division


# ── after the game ───────────────────────────────────────────────────────────────────────────────────────────────────


@visit
def a_recount_is_asked_for(floor: Floor) -> None:
    floor.played()
    floor.look(floor.url("recount", floor.game.pk))


@visit
def a_recount_under_way(floor: Floor) -> None:
    floor.played()
    address = floor.url("recount", floor.game.pk)
    floor.client.post(address, {"asked_by": floor.game.second_id, "both_take_part": "on", "sheet_to": ""})
    floor.look(floor.url("recounted", Recount.objects.get().pk))


def both_sign(floor: Floor) -> None:
    first, second = floor.player(1), floor.player(2)
    entering.enter_sheet(by=actor(first), game=floor.game, figures=Figures({first.pk: 400, second.pk: 390}), key="")
    version = SheetVersion.objects.get()
    entering.sign(by=actor(second), game=floor.game, version=version.number, sha256=version.sha256, key="")


@visit
def a_recount_of_a_signed_sheet(floor: Floor) -> None:
    both_sign(floor)
    floor.look(floor.url("recount", floor.game.pk))


@visit
def the_sheets_not_handed_in(floor: Floor) -> None:
    both_sign(floor)
    floor.look(floor.url("sheets_waiting"))


CASE = {"from_round": 2, "format": "", "fate": "stand", "award": 150}


@visit
def a_player_is_ejected_for_cheating(floor: Floor) -> None:
    floor.played()
    floor.look(floor.url("eject", 1), **CASE, cause="gravest")


@visit
def a_player_is_ejected_for_misconduct(floor: Floor) -> None:
    floor.played()
    make_round(floor.division, 2, pairs=[(1, 3), (2, 4)])
    floor.look(floor.url("eject", 1), **CASE, cause="lesser")


@visit
def a_new_ruling(floor: Floor) -> None:
    floor.look(floor.url("ruling_new"))


@visit
def an_adverse_ruling(floor: Floor) -> None:
    said = {
        "subject": "play",
        "finding": "They did.",
        "rule": "6.1",
        "report_to": "",
        "adverse": "on",
        "entry": floor.player(1).pk,
    }
    floor.client.post(floor.url("ruling_new"), said)
    floor.look(floor.url("ruling", Ruling.objects.get().pk))


@visit
def what_is_to_be_reported(floor: Floor) -> None:
    floor.look(floor.url("reports_due"))
