"""An installation with everything that a spectator, a player or a station may be shown, in as many states as there are.

What people type is in no language ("Zzz"), so that whatever reads as English on a page is ours.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

from adjudication.models import DivisionLexicon
from pairings.models import RoundChances
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from pairings.services.rules import save_settings
from results.attendance.services.time import TIME
from results.models import HighClaim, PlayerRequest, Prize, PrizeTerms, RoundTimer
from results.prizes.engine.prizes import Basis
from results.prizes.engine.statistics import Kind
from results.ratings.services import OPTION
from results.sheets.services import officials
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.tournaments.engine.account import LABELS
from tdsuite.tournaments.engine.tie_breaks import OPTION as TIE_BREAKS, TieBreak
from tdsuite.tournaments.models import (
    Division,
    Entry,
    Game,
    GameAdjustment,
    Overlay,
    Player,
    Presence,
    Round,
    Screen,
    SpreadAdjustment,
    TableNeed,
    Tournament,
)
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.overlays import overlay_of, point_overlay
from tdsuite.tournaments.services.screens import add_screen, change_screen
from tests.adjudication.challenges.cases import lexicon
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.public.filled.tables import SHEETS, SLIPS, TYPED, Board, Table

NOW_PLAYING, IN_ADVANCE = 4, 5
STATED = tuple(Game.Outcome(name) for name in sorted(Game.STATED - Game.BYES))
KEY = "key of the tablet"  # of the one station
LINES = (*LABELS, TIME, *(f"conduct:{kind}" for kind in TYPES))


@dataclass
class Filled:
    """The installation. `main` is played, `done` was played to its end, `coming` is not paired, `empty` has nobody in it."""

    event: Tournament
    main: Division
    done: Division
    coming: Division
    empty: Division
    director: User
    finished: Tournament
    sheets: dict[str, Game] = field(default_factory=dict)  # of round 4, by how each sheet stands
    slips: dict[str, Game] = field(default_factory=dict)  # of round 4, by how its challenge stands

    def entry(self, number: int, division: Division | None = None) -> Entry:
        rows = Entry.objects.select_related("player", "division__tournament")
        return rows.get(division=division or self.main, number=number)

    def game(self, board: int, number: int = NOW_PLAYING) -> Game:
        return Game.objects.with_people().get(round__division=self.main, round__number=number, board=board)

    @property
    def names(self) -> list[str]:
        """What people are called; taken out before anything is read."""
        names = [name for pair in Player.objects.values_list("name", "filing_name") for name in pair]
        return names + [part for name in names for part in name.replace(",", "").split()]


def fill() -> Filled:
    """Make everything. Takes a second or two."""
    event = make_tournament(
        "copa", name="Copa Zeta", venue="Sala Zeta", starts_on=date(2026, 7, 14), time_zone="Europe/Madrid",
        public_base_url="https://copa.example.org",
    )  # fmt: skip
    main = make_division(event, players=56, rounds=7, name="Zeta", spread_caps=[350, 350, 300], lexicon="ZZ24")
    done = make_division(event, players=8, rounds=3, code="b", name="Theta", prize_places=2)
    coming = make_division(event, players=6, rounds=5, code="c", name="Iota")
    empty = make_division(event, players=0, rounds=5, code="d", name="Kappa")
    director = make_user(tournament=event)
    made = Filled(event, main, done, coming, empty, director, _finished(director))
    _people(made)
    _closed_rounds(made)
    _round_being_played(made)
    _rounds_to_come(made)
    _tables(made)
    _done_division(made)
    _chances(made)
    _prizes(event, main)
    _walls(made)
    _asked(made)
    make_tournament("manana", name="Copa Ypsilon", status=Tournament.Status.PREPARING, ends_on=date(2026, 8, 2))
    return made


def _people(made: Filled) -> None:
    entries = list(made.main.entries.all())
    for entry in entries:
        entry.class_name, entry.team = "ABC"[entry.number % 3], f"Zz {entry.number % 4}"
    entries[55].withdrawn_from, entries[54].absences, entries[53].rating = NOW_PLAYING, [3], 0
    entries[52].unranked, entries[51].at_bottom = True, True
    Entry.objects.bulk_update(
        entries, ["class_name", "team", "withdrawn_from", "absences", "rating", "unranked", "at_bottom"]
    )
    made.main.standings_options = {TIE_BREAKS: [rule.value for rule in TieBreak], OPTION: "naspa"}
    made.main.save()
    TableNeed.objects.create(entry=entries[2], table="3", first_round=1)
    DivisionLexicon.objects.create(division=made.main, lexicon=lexicon())
    now = timezone.now()
    states = (("late", None), ("not_coming", None), ("here", now), ("tentative", None))
    for (status, at), entry in zip(states, entries, strict=False):
        Presence.objects.create(entry=entry, status=status, said_at=now, arrived_at=at)
    made.event.notices = [{"number": number, "text": f"{TYPED} {number}.", "at": now.isoformat()} for number in (1, 2)]
    made.event.save()
    Station.objects.create(tournament=made.event, name="Zz", key_hash=fingerprint(KEY))


def _closed_rounds(made: Filled) -> None:
    """Rounds of every way in which a game can end, with lines of every kind, byes, and a tie."""
    for number in (1, 2, 3):
        here = [entry.number for entry in made.main.entries.all() if entry.plays_in(number)]
        byes = [(here.pop(), None) for _ in range(len(here) % 2 + 2)]
        half = len(here) // 2
        turned = here[half:][number:] + here[half:][:number]
        make_round(made.main, number, status=Round.Status.CLOSED, pairs=[*zip(here[:half], turned, strict=True), *byes])
    games = {(game.round.number, game.board): game for game in Game.objects.of_division(made.main).with_people()}
    for board, outcome in enumerate(STATED, start=1):
        won = outcome is not Game.Outcome.DOUBLE_FORFEIT
        value = {"first_score": None, "second_score": None, "first_halves": 2 * won, "second_halves": 0}
        value |= {"first_spread": 50 if won else -50, "second_spread": -50, "outcome": outcome, "rated": False}
        Game.objects.filter(pk=games[2, board].pk).update(**value)
    for board, outcome in ((1, "stopped"), (2, "time_up"), (3, "void")):
        scores = {"first_score": None, "second_score": None} if outcome == "void" else {}
        Game.objects.filter(pk=games[3, board].pk).update(outcome=outcome, **scores)
    Game.objects.filter(pk=games[1, 1].pk).update(first_score=400, second_score=400)
    byes = Game.objects.filter(round__division=made.main, round__number=2, second=None)
    for bye, (outcome, halves) in zip(byes, {"half_bye": 1, "zero_bye": 0, "bye": 2}.items(), strict=False):
        Game.objects.filter(pk=bye.pk).update(outcome=outcome, first_halves=halves, first_spread=0)
    for place, kind in enumerate(LINES):
        GameAdjustment.objects.create(
            game=games[1, 2 + place % 4], side=("first", "second")[place % 2], kind=kind, points=-5 * (place + 1),
            seconds=61, lost_turn=place == 0, rule="Z 5.1", ruled_by=made.director.pk,
        )  # fmt: skip
    SpreadAdjustment.objects.create(entry=games[1, 3].first, round_number=2, points=-20, rule="Z 6", reason=TYPED)
    claimed = {"entry": games[1, 3].first, "game": games[1, 3], "word": "ZZ"}
    for kind in HighClaim.Kind.values:
        for at, status in enumerate(HighClaim.Status.values):
            HighClaim.objects.create(
                division=made.main, kind=kind, points=90 + at, status=status, claimed_at=timezone.now(),
                reason=TYPED if status == "refused" else "", **claimed,
            )  # fmt: skip


def _round_being_played(made: Filled) -> None:
    """Round 4: nobody has a result yet; 1 meets 2, 3 meets 4 and so on."""
    here = [entry.number for entry in made.main.entries.all() if entry.plays_in(NOW_PLAYING)]
    pairs = [*zip(here[::2], here[1::2], strict=False), *([(here[-1], None)] if len(here) % 2 else [])]
    row = make_round(made.main, NOW_PLAYING, status=Round.Status.PLAYING, pairs=pairs, results=0)
    RoundTimer.objects.create(round=row, seconds=3000, announcement=TYPED)


def _rounds_to_come(made: Filled) -> None:
    """Round 5 is paired in advance, 6 has its time, the pairings of 7 were taken back."""
    pairs = [(41, 43), (42, 44), (45, 47), (46, 48), (49, None)]
    row = make_round(made.main, IN_ADVANCE, pairs=pairs, results=0)
    row.scheduled_at = datetime(2026, 7, 15, 7, 0, tzinfo=UTC)
    row.save()
    for board, how in ((1, "draw"), (2, "compare"), (3, "assigned"), (4, "drawn")):
        Game.objects.filter(round=row, board=board).update(starts_by=how)
    at = datetime(2026, 7, 15, 9, 30, tzinfo=UTC)
    Round.objects.create(division=made.main, number=6, scheduled_at=at)
    Round.objects.create(division=made.main, number=7, undone_at=timezone.now(), undone_reason=TYPED)
    Round.objects.create(division=made.coming, number=1, scheduled_at=at)


def _tables(made: Filled) -> None:
    """Boards of round 4: a sheet in each state, then a challenge in each state."""
    for board, (name, stands) in enumerate(SHEETS.items(), start=1):
        made.sheets[name] = made.game(board)
        stands(Table(made.sheets[name]), made.director)
    for board, (name, stands) in enumerate(SLIPS.items(), start=len(SHEETS) + 1):
        made.slips[name] = made.game(board)
        stands(Board(made.slips[name], made.director))
    late, now = made.sheets["empty"], timezone.now()
    Presence.objects.create(game=late, entry=late.first, status="absent", clock_started_at=now - timedelta(minutes=20))
    Presence.objects.create(game=late, entry=late.second, status="here", arrived_at=now)
    table = Table(made.sheets["entered"])
    officials.call_director(by=table.one, game=table.game, note=TYPED)


def _done_division(made: Filled) -> None:
    """Paired by the suite, whose reasons players may read, and played to its end."""
    for number in (1, 2, 3):
        publish_run(by=made.director, run=make_draft(by=made.director, division=made.done, seed=number))
        for game in Game.objects.of_division(made.done).in_round(number).with_people():
            play(game)
        Round.objects.filter(division=made.done, number=number).update(
            status=Round.Status.CLOSED, started_at=timezone.now(), closed_at=timezone.now(), planned_length=3
        )
    for division in (made.main, made.done):
        save_settings(by=made.director, division=division, values={"reasons_public": True})


def _chances(made: Filled) -> None:
    """Of the prize places after each round, as the job leaves them; a later result would make them be forgotten."""
    RoundChances.objects.bulk_create(
        RoundChances(
            division=made.main, number=number, trials=10_000,
            shares=[[entry.pk, [3000 - 140 * at] * 3] for at, entry in enumerate(list(made.main.entries.all())[:20])],
        )
        for number in (1, 2, 3)
    )  # fmt: skip


def _prizes(event: Tournament, division: Division) -> None:
    """A prize of each kind, of a division and of the event, and one that nobody can get."""
    for place, basis in enumerate([*Basis, *Kind], start=1):
        by_hand = [1] if basis is Basis.BY_HAND else []
        more = {"class_name": "A"} if basis is Basis.CLASS else {"team_size": 3} if basis is Basis.TEAM else {}
        Prize.objects.create(
            division=division, title=f"Zz {place}", basis=basis, position=place, money=1000 * place, text="Zzz",
            winners=by_hand, besides=place % 2 == 0, **more,
        )  # fmt: skip
    for place in (2, 3):
        Prize.objects.create(division=division, title=f"Zz {place}", basis=Basis.PLACE, place=place, money=1000)
    for place in (1, 2, 3, 99):
        Prize.objects.create(tournament=event, title=f"Zz {place}", basis="high_win", place=place, round_number=1)
    Prize.objects.create(division=division, title="Zz", basis="class", class_name="Q", money=100)
    PrizeTerms.objects.create(tournament=event, round_to=500, currency="€")


def _walls(made: Filled) -> None:
    """A screen for each kind of panel and one without, and a slot of the overlays for each kind."""
    for kind in Screen.Shows.values:
        screen = add_screen(by=COMMAND_LINE, tournament=made.event, name=f"Zz {kind[::-1]}")
        change_screen(by=COMMAND_LINE, screen=screen, panels=[{"shows": kind}])
    screen = add_screen(by=COMMAND_LINE, tournament=made.event, name="Zz")
    change_screen(by=COMMAND_LINE, screen=screen, panels=[{"shows": "missing", "division": "c"}])
    more = {"player": {"player": 1}, "table": {"table": "2"}}
    for slot, shows in enumerate(Overlay.Shows.values, start=1):
        overlay, values = overlay_of(made.event, slot), {"shows": shows, "division": made.main.code}
        point_overlay(by=COMMAND_LINE, overlay=overlay, **values, **more.get(shows, {}))


def _asked(made: Filled) -> None:
    """Requests of each kind in each state."""
    now, entry = timezone.now(), made.entry(1)
    for at, kind in enumerate(PlayerRequest.Kind.values):
        status = PlayerRequest.Status.values[at % 3]
        settled = None if status == "waiting" else now
        PlayerRequest.objects.create(
            entry=entry, kind=kind, words=TYPED, status=status, asked_at=now, settled_at=settled,
            settled_by=made.director.pk if status == "settled" else None, answer=TYPED if at == 4 else "",
        )  # fmt: skip


def _finished(director: User) -> Tournament:
    """An event that is over, with prizes and ratings."""
    event = make_tournament("final", name="Copa Lambda", venue="Sala Lambda", starts_on=date(2026, 3, 1))
    division = make_division(event, players=8, rounds=3, code="a", name="Zeta", standings_options={OPTION: "naspa"})
    for number in (1, 2, 3):
        make_round(division, number, status=Round.Status.CLOSED)
    _prizes(event, division)
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.FINISHED)
    event.refresh_from_db()
    del director
    return event
