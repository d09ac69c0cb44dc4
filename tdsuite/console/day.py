"""The run-the-day page: for each division what is next, what is missing, what to look out for. A handful of queries in all."""

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Count, F, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.station import station_warnings
from pairings.models import PairingRun, stale_among
from pairings.services.tables import Overlap, overlaps
from results.attendance.services.attendance import attendance_topic
from results.sheets.services.decisions import sheets_topic
from tdsuite.ops.backups.state import status as backup_status
from tdsuite.ops.health import LOW_DISK_BYTES
from tdsuite.ops.launcher.network import lan_addresses
from tdsuite.platform.access.addresses import Elsewhere, printed_elsewhere
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.throttle import guesses
from tdsuite.platform.jobs.services import WorkerStatus
from tdsuite.public.reads import current_round
from tdsuite.tournaments.engine.presence import State
from tdsuite.tournaments.models import BY_BOARD, Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.presence import MissingPlayer, missing_players
from tdsuite.tournaments.services.waiting import Waiting
from tdsuite.tournaments.tables_in_use import boards_now, shared_tables

from .under_way import names_text, seconds_left, unpaired_players

MOST_NAMES = 5
MOST_TOPICS = 20  # of one page (live.js)
MANY_WRONG_PINS = 20  # of strangers within about an hour


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next.  post: pressing it does it; otherwise it leads to a page.  needs: who may.

    says: what stands instead of the button for others, and beside it for those who may.
    """

    label: str
    url: str
    needs: Can
    says: str
    post: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """What stands in the way of the next step, or is better settled first, and the button that settles it."""

    says: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The tables of one round that have no result yet."""

    round: Round
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class DivisionDay:
    """One division today.  current: the round being played or waited for.

    draft: the draft of the next round, None where there is none.  stale: whether what it was made from has changed, as the
    desk says too.  may_step: whether this user may do what is next.  following: the first round that is not published, None when none is left.
    blocks: what is better settled first.  games, results: those of the current round.  left: seconds until its clocks are out.
    """

    division: Division
    players: int
    current: Round | None
    missing: tuple[Missing, ...]
    draft: PairingRun | None
    stale: bool
    step: NextStep | None
    may_step: bool
    following: int | None
    blocks: tuple[Block, ...] = ()
    games: int = 0
    left: int | None = None

    @property
    def results(self) -> int:
        return self.games - sum(len(each.games) for each in self.missing if each.round == self.current)

    @property
    def played_out(self) -> bool:
        """Whether every planned round is played."""
        return self.step is None and self.current is not None

    @property
    def awaited(self) -> int:
        return sum(len(missing.games) for missing in self.missing)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of the list of all: as it is planned, or as it is."""

    number: int
    row: Round | None
    awaited: int
    gone: int = 0  # boards with a player who has left


def all_rounds(tournament: Tournament) -> list[tuple[Division, list[RoundLine]]]:
    """Every division with all its rounds, in two queries whatever their number."""
    open_board = Q(games__outcome=Game.Outcome.AWAITED)
    awaited = Count("games", filter=open_board)
    left = Q(games__first__withdrawn_from__lte=F("number")) | Q(games__second__withdrawn_from__lte=F("number"))
    gone = Count("games", filter=open_board & Q(games__second__isnull=False) & left)
    rows = Round.objects.filter(division__tournament=tournament).exclude(status=Round.Status.DRAFT)
    published = {(row.division_id, row.number): row for row in rows.annotate(awaited=awaited, gone=gone)}
    return [
        (
            division,
            [
                RoundLine(number, row, row.awaited if row else 0, row.gone if row else 0)  # type: ignore[attr-defined]
                for number in range(1, division.planned_rounds + 1)
                for row in [published.get((division.pk, number))]
            ],
        )
        for division in tournament.divisions.all()
    ]


def division_days(
    tournament: Tournament, user: Any, waiting: Mapping[int, Sequence[Waiting]] = MappingProxyType({})
) -> list[DivisionDay]:
    """Every division of an event today, in six queries whatever its size, and the user's roles.

    One more where a draft may be stale, two more where a round is open.

    Args:
        waiting: by division, what is better answered before the next round is paired.
    """
    playing = Q(entries__withdrawn_from=None)
    divisions = list(tournament.divisions.annotate(players=Count("entries", filter=playing)))
    rounds: dict[int, list[Round]] = defaultdict(list)
    rows_of_event = Round.objects.filter(division__tournament=tournament).exclude(status=Round.Status.DRAFT)
    for row in rows_of_event.annotate(boards=Count("games")):
        rounds[row.division_id].append(row)
    awaited = _awaited_games(tournament)
    drafts: dict[int, list[PairingRun]] = defaultdict(list)
    for run in PairingRun.objects.drafts().filter(division__tournament=tournament).order_by("first_round"):
        drafts[run.division_id].append(run)
    next_drafts: dict[int, PairingRun] = {}
    for division in divisions:
        division.tournament = tournament
        published = {row.number for row in rounds[division.pk]}
        draft = next((run for run in drafts[division.pk] if run.first_round not in published), None)
        if draft is not None:
            draft.division = division
            next_drafts[division.pk] = draft
    stale = stale_among(list(next_drafts.values()))
    now = boards_now(game for games_of_round in awaited.values() for game in games_of_round if game.board is not None)
    unpaired = unpaired_players(row for rows in rounds.values() for row in rows if row.status != Round.Status.CLOSED)
    absent = missing_players(game for games_of_round in awaited.values() for game in games_of_round)
    return [
        _day(
            division,
            rounds[division.pk],
            awaited,
            draft,
            draft is not None and draft.pk in stale,
            unpaired=unpaired,
            absent=[player for player in absent if player.entry.division_id == division.pk],
            now=now,
            waiting=waiting.get(division.pk, ()),
            user=user,
        )
        for division in divisions
        for draft in [next_drafts.get(division.pk)]
    ]


def _awaited_games(tournament: Tournament) -> dict[int, list[Game]]:
    awaited: dict[int, list[Game]] = defaultdict(list)
    games = Game.objects.filter(round__division__tournament=tournament).exclude(round__status=Round.Status.DRAFT)
    for game in games.awaiting_result().with_people().order_by("round__number", *BY_BOARD):
        awaited[game.round_id].append(game)
    return awaited


def _day(
    division: Division,
    rounds: list[Round],
    awaited: dict[int, list[Game]],
    draft: PairingRun | None,
    stale: bool,
    *,
    unpaired: Mapping[int, tuple[Entry, ...]],
    absent: Sequence[MissingPlayer],
    now: Mapping[Division, Sequence[Game]],
    waiting: Sequence[Waiting],
    user: Any,
) -> DivisionDay:
    published = {row.number for row in rounds}
    missing = tuple(Missing(row, tuple(awaited[row.pk])) for row in rounds if awaited.get(row.pk))
    following = next((number for number in range(1, division.planned_rounds + 1) if number not in published), None)
    over = division.tournament.status == Tournament.Status.FINISHED
    following = None if over else following
    step = None if over else next_step(division, missing, draft, following)
    current = current_round(rounds)
    blocks = [
        *_round_blocks(division, rounds, unpaired),
        *_missing_blocks(division, absent),
        *_stale_block(division, draft if stale else None),
    ]
    blocks += _table_blocks(division, now)
    blocks += _left_blocks(division, [game for part in missing for game in part.games])
    if step is not None and step.needs in (Can.PAIR, Can.PUBLISH_PAIRINGS):
        blocks += [Block(f"{each.what}: {each.says}".rstrip(": "), _("Settle it"), each.url) for each in waiting]
    return DivisionDay(
        division=division,
        players=division.players,  # type: ignore[attr-defined]
        current=current,
        missing=missing,
        draft=draft,
        stale=stale,
        step=step,
        may_step=step is not None and allowed(user, division.tournament, step.needs),
        following=following,
        blocks=() if over else tuple(blocks),
        games=getattr(current, "boards", 0),
        left=seconds_left(current, division.tournament.rules.rulebook.before.game_time.seconds.value),
    )


def _round_blocks(
    division: Division, rounds: Sequence[Round], unpaired: Mapping[int, tuple[Entry, ...]]
) -> Iterator[Block]:
    address = [division.tournament.slug, division.code]
    for row in rounds:
        if row.is_reopened:
            says = _("Round %(round)d is open again: %(reason)s") % {"round": row.number, "reason": row.undone_reason}
            yield Block(says, _("See it"), reverse("pairings:round", args=[*address, row.number]))
        if entries := unpaired.get(row.pk):
            says = ngettext(
                "%(count)d player has no board in round %(round)d: %(names)s.",
                "%(count)d players have no board in round %(round)d: %(names)s.",
                len(entries),
            ) % {"count": len(entries), "round": row.number, "names": names_text(entries)}
            yield Block(says, _("Place them"), reverse("pairings:round", args=[*address, row.number]))


def _missing_blocks(division: Division, absent: Sequence[MissingPlayer]) -> Iterator[Block]:
    by_round: dict[int, list[MissingPlayer]] = defaultdict(list)
    playing = [each.game.round.number for each in absent if each.known.state is State.PLAYING]
    for each in absent:
        if each.known.state is not State.PLAYING or each.game.round.number == min(playing):  # later rounds wait anyway
            by_round[each.game.round.number].append(each)
    for number, rows in by_round.items():
        names = ", ".join(each.says for each in rows[:MOST_NAMES])
        more = _(" and %d more") % (len(rows) - MOST_NAMES) if len(rows) > MOST_NAMES else ""
        says = _("Not at their tables for round %(round)d: %(names)s.") % {"round": number, "names": names + more}
        address = [division.tournament.slug, division.code, number]
        yield Block(says, _("Attendance"), reverse("results:attendance", args=address))


def _left_blocks(division: Division, games: Iterable[Game]) -> Iterator[Block]:
    left: dict[Entry, list[str]] = defaultdict(list)
    for game in games:
        for entry in game.gone:
            place = _("round %(round)d, table %(table)s") % {"round": game.round.number, "table": game.table}
            left[entry].append(place)
    for entry, places in left.items():
        says = _("%(player)s has left and is on published boards: %(places)s.")
        address = [division.tournament.slug, division.code, entry.number]
        url = f"{reverse('console:entry', args=address)}#left"
        yield Block(says % {"player": entry, "places": "; ".join(places)}, _("Settle them"), url)


def _table_blocks(division: Division, now: Mapping[Division, Sequence[Game]]) -> Iterator[Block]:
    for other in now:
        if other != division and (tables := shared_tables(now, division, other)):
            says = _("%(other)s plays at the same tables: %(tables)s.") % {"other": other, "tables": tables}
            address = [division.tournament.slug, division.code, now[division][0].round.number]
            yield Block(says, _("See the boards"), reverse("pairings:round", args=address))


def _stale_block(division: Division, draft: PairingRun | None) -> Iterator[Block]:
    if draft is not None:
        address = [division.tournament.slug, division.code, draft.first_round]
        says = _("The draft of %s is stale: something changed since it was made.") % draft.rounds_text
        yield Block(says, _("See what changed"), reverse("pairings:round", args=address))


def next_step(
    division: Division, missing: Iterable[Missing], draft: PairingRun | None, unpaired: int | None
) -> NextStep | None:
    """What is next: load the roster, start, enter, look at the draft, pair; None when every round is played.

    unpaired: the first round that is not published, None when there is none left.
    """
    address = [division.tournament.slug, division.code]
    for each in missing:
        number = each.round.number
        if each.round.status == Round.Status.PUBLISHED:
            says = _("Round %d is published and waits for its start.") % number
            return NextStep(
                _("Start round %d") % number,
                reverse("pairings:start", args=[*address, number]),
                Can.RUN_ROUNDS,
                says,
                True,
            )
        says = ngettext("%d table has no result yet.", "%d tables have no result yet.", len(each.games)) % len(
            each.games
        )
        return NextStep(
            _("Enter round %d") % number, reverse("results:enter", args=[*address, number]), Can.ENTER_RESULTS, says
        )
    if not division.players:  # type: ignore[attr-defined]
        url = reverse("exchange:roster_import", args=address)
        return NextStep(_("Load the roster"), url, Can.EDIT_ROSTER, _("Nobody has entered yet."))
    if draft is not None:
        url = reverse("pairings:round", args=[*address, draft.first_round])
        return NextStep(
            _("Check the draft and publish"),
            url,
            Can.PUBLISH_PAIRINGS,
            _("There is a draft of %s.") % draft.rounds_text,
        )
    if unpaired is not None:
        says = _("Round %d is not paired yet.") % unpaired
        return NextStep(
            _("Pair round %d") % unpaired, reverse("pairings:pair", args=[*address, unpaired]), Can.PAIR, says, True
        )
    return None


def topics(user: Any, tournament: Tournament, divisions: Iterable[Division]) -> list[str]:
    """What the page listens to: the divisions, and of what runs beside them what this user may hear of.

    No more than one stream carries: in an event of many divisions the page follows their rounds and sheets alone.
    """
    of_division: list[Callable[[Division], str]] = [lambda division: division.live_topic, sheets_topic]
    of_division += [attendance_topic] if allowed(user, tournament, Can.SEE_ATTENDANCE) else []
    of_division += [challenges_topic] if allowed(user, tournament, Can.JUDGE_WORDS) else []
    rows = list(divisions)
    carried = of_division[: max(1, MOST_TOPICS // len(rows))] if rows else []
    return [topic(division) for division in rows for topic in carried]


def warnings(request: HttpRequest, tournament: Tournament, worker: WorkerStatus) -> list[str]:
    """What may go wrong today: nobody works, paper points elsewhere, tables shared, PINs guessed, choices that put ratings at risk."""
    backup, full = backup_status(), disk_warning()
    texts = [
        full,
        "" if full else worker.says,
        backup.problem if backup else "",
    ]  # without room no worker says it lives
    if tournament.club_evening or tournament.status == Tournament.Status.FINISHED:
        return [text for text in texts if text]
    texts.append(address_warning(tournament.public_base_url, request.get_host()))
    texts += [
        cards_warning(elsewhere) for elsewhere in printed_elsewhere(tournament, {request.get_host(), *lan_addresses()})
    ]
    texts += station_warnings(tournament)
    texts.append(guesses_warning(*guesses(tournament)))
    texts += [tables_warning(overlap) for overlap in overlaps(tournament)]
    texts += tournament.rules.warnings
    return [text for text in texts if text]


def disk_warning() -> str:
    """ "" while there is room for the rest of the day where the suite keeps everything."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free >= LOW_DISK_BYTES:
        return ""
    text = _(
        "Only %(mb)d MB are free on the disk of the suite's data. Make room now: without it no result can be saved, no page printed and no "
        "backup made. What is saved already is safe."
    )
    return text % {"mb": free // 1_000_000}


def guesses_warning(tries: int, players: int) -> str:
    """ "" for as many wrong PINs as a hall mistypes, else that somebody guesses, and who goes on playing."""
    if tries < MANY_WRONG_PINS:
        return ""
    text = _(
        "Somebody may be guessing PINs: %(tries)d wrong ones lately, for %(players)d of the players. Links, stations and phones that were signed "
        "in before go on; a new phone may have to wait up to 15 minutes. Ask in the hall who is trying."
    )
    return text % {"tries": tries, "players": players}


def address_warning(printed: str, host: str) -> str:
    """ "" where the printed address leads here, as far as can be seen, else what to do."""
    if not printed:
        return ""
    name = (urlsplit(printed).hostname or "").lower()
    here = {host.rsplit(":", 1)[0].lower().strip("[]"), *lan_addresses()}
    if name in here or not name.replace(".", "").isdigit():
        return ""
    return _(
        "Paper points to %(printed)s, but this computer is not there now (%(here)s). Change the public address in the "
        "settings, or give the computer its old address back, before you print."
    ) % {"printed": printed, "here": ", ".join(sorted(here))}


def tables_warning(overlap: Overlap) -> str:
    """What the director reads of two divisions whose plans name the same tables."""
    return ngettext(
        "Table %(tables)s belongs to %(one)s and to %(other)s: when both play, two boards share it. Give each division "
        "tables of its own (Pairing desk, Tables).",
        "Tables %(tables)s belong to %(one)s and to %(other)s: when both play, two boards share a table. Give each division "
        "tables of its own (Pairing desk, Tables).",
        len(overlap.tables),
    ) % {"tables": overlap.text, "one": overlap.division, "other": overlap.other}


def cards_warning(elsewhere: Elsewhere) -> str:
    """What the director reads about cards that were printed for another address."""
    return ngettext(
        "%(count)d printed card leads to %(url)s, where this computer does not answer now. Give the computer its old address back, or "
        "print the card again (Players, Links and PINs).",
        "%(count)d printed cards lead to %(url)s, where this computer does not answer now. Give the computer its old address back, or "
        "print the cards again (Players, Links and PINs).",
        elsewhere.cards,
    ) % {"count": elsewhere.cards, "url": elsewhere.base_url}
