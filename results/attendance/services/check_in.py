"""Who has come to the hall; and before a round is paired, what happens with those who are not here."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from results.attendance.actions import AttendanceAction
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.tournaments.engine.names import begins, name_key
from tdsuite.tournaments.engine.presence import Presence as Known, Source, State
from tdsuite.tournaments.models import Division, Entry, Game, Presence, Round, Tournament
from tdsuite.tournaments.presence import PresenceFacts, presence_facts, presence_words
from tdsuite.tournaments.services.decision import Decision, Refused, deciding
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.waiting import Waiting
from .attendance import attending, owned_table, say

SIT_OUT, LEAVE, PAIR = "sit_out", "leave", "pair"
CHOICES = (SIT_OUT, PAIR, LEAVE)
BREAK = timedelta(hours=2)  # since a round began: lunch or a night was between it and the next
WORDS = {
    "here": Presence.Status.HERE, "late": Presence.Status.LATE, "no": Presence.Status.NOT_COMING,
    "unsure": Presence.Status.TENTATIVE, "expected": Presence.Status.EXPECTED,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Guest:
    """One player at the door.

    Attributes:
        known: whether the player is here in round `number`, which is next for them, or is paired next.
    """

    entry: Entry
    known: Known
    number: int

    @classmethod
    def of(cls, entry: Entry, facts: PresenceFacts) -> "Guest":
        """The player in the round that is next for them."""
        number = facts.of(entry.pk).next_round
        return cls(entry, facts.known(entry.pk, number), number)

    @property
    def says(self) -> str:
        return presence_words(self.known)

    @property
    def tapped_here(self) -> bool:
        """Whether an official said that they are here, which can be taken back."""
        return self.known.is_here and self.known.source is not Source.GAME

    @property
    def sits_out(self) -> bool:
        """Whether they are here and the round would be paired without them."""
        return self.known.is_here and not self.entry.plays_in(self.number)

    @property
    def default_choice(self) -> str:
        """What the gate proposes."""
        return PAIR if self.is_silent or self.known.state in (State.LATE, State.ON_WAY) else SIT_OUT

    @property
    def is_silent(self) -> bool:
        """Whether they have played, and nothing was said since."""
        return self.known.state is State.EXPECTED and self.known.source is Source.GAME


def guests(tournament: Tournament) -> list[Guest]:
    """Everybody who has not left, by name, in three queries."""
    entries = _by_name(tournament)
    facts = presence_facts(entries)
    everybody = [Guest.of(entry, facts) for entry in entries]
    return [guest for guest in everybody if guest.known.state is not State.GONE]


def _by_name(tournament: Tournament) -> list[Entry]:
    rows = Entry.objects.filter(division__tournament=tournament).select_related("player", "division")
    return list(rows.order_by("player__filing_name", "pk"))


def read_line(tournament: Tournament, text: str) -> tuple[Entry, str]:
    """The player of a line at the door, and what it says of them: "ada" or "A 12" is here, "late ada", "no ada".  Raises Refused."""
    word, _space, rest = text.strip().partition(" ")
    if rest.strip() and word.casefold() in WORDS:
        return entry_by_code(tournament, rest), WORDS[word.casefold()]
    return entry_by_code(tournament, text), Presence.Status.HERE


def entry_by_code(tournament: Tournament, text: str) -> Entry:
    """The player of a badge ("A 12"), of a phone's or a card's code, or of a name.

    Of several the player who is still missing is meant.  Raises Refused where it is not one player.
    """
    entries = Entry.objects.filter(division__tournament=tournament).select_related("player", "division__tournament")
    words = text.strip()
    token = words.rstrip("/").rpartition("/")[2]
    link = PlayerLink.objects.filter(token_hash=fingerprint(token), revoked_at=None, entry__in=entries).first()
    if link is not None:
        return entries.get(pk=link.entry_id)
    digits = words[len(words.rstrip("0123456789")) :]
    code = words[: len(words) - len(digits)].strip(" -:#").casefold()
    if digits and len(digits) < 6:
        rows = entries.filter(number=int(digits))
        rows = rows.filter(division__code=code) if code else rows
        return _only(list(rows), words)
    key = name_key(words)
    alike = [entry for entry in entries if key and key in name_key(entry.player.name)]
    exact = [entry for entry in alike if name_key(entry.player.name) == key]
    begun = [entry for entry in entries if begins(words, entry.player.name)]
    return _only(exact or begun or alike, words)


def _only(rows: list[Entry], words: str) -> Entry:
    if not rows:
        raise Refused(
            _("No player “%s” in this event: type a name, or division and number, such as A 12.") % words, code="nobody"
        )
    if len(rows) > 1:
        facts = presence_facts(rows)
        missing = [entry for entry in rows if not Guest.of(entry, facts).known.has_come]
        rows = missing if len(missing) == 1 else rows
    if len(rows) > 1:
        names = ", ".join(f"{entry.player} ({entry.division.code.upper()} {entry.number})" for entry in rows[:4])
        more = _(" and %d more") % (len(rows) - 4) if len(rows) > 4 else ""
        values = {"words": words, "names": names + more}
        raise Refused(
            _("“%(words)s” could be %(names)s: type more of the name, or division and number.") % values,
            code="several_players",
        )
    return rows[0]


def mark_check_in(*, by: Actor, entry: Entry, status: str, by_phone: bool = False) -> Guest:
    """Say that a player is here, comes late, does not come, is not sure; "" for nothing said. A second tap changes nothing.

    It is about the player's next round: where its board is published, it is said there.  Raises Refused, NotAllowed.

    by_phone: the player says it of themselves.
    """
    with _marking(entry.division, by, Can.SIGN if by_phone else Can.SEE_ATTENDANCE) as decision:
        if status not in Presence.AT_CHECK_IN:
            raise Refused("A player is here, late, not coming, not sure, or expected.", code="unknown_status")
        _mark(decision, entry, status, by_phone=by_phone)
    return Guest.of(entry, presence_facts([entry]))


def rest_has_come(*, by: Actor, tournament: Tournament, missing: Collection[int]) -> list[Entry]:
    """Everybody else is here: of those players who are still missing, of whom nothing was said.

    Args:
        missing: primary keys of the entries that were shown as missing.

    Returns those who are here now.  Raises NotAllowed.
    """
    require(by, tournament, Can.SEE_ATTENDANCE)
    come = [
        guest
        for guest in guests(tournament)
        if guest.entry.pk in missing and guest.known.state is State.EXPECTED and not guest.known.has_come
    ]
    for division, there in _by_division(tournament, come):
        with _marking(division, by) as decision:
            for guest in sorted(there, key=lambda guest: guest.entry.pk):
                _mark(decision, guest.entry, Presence.Status.HERE)
    return [guest.entry for guest in come]


def _by_division(tournament: Tournament, rows: Iterable[Guest]) -> Iterator[tuple[Division, list[Guest]]]:
    by_division: dict[int, list[Guest]] = {}
    for guest in rows:
        by_division.setdefault(guest.entry.division_id, []).append(guest)
    for those in by_division.values():
        division = those[0].entry.division
        division.tournament = tournament
        yield division, those


def _marking(division: Division, by: Actor, can: Can = Can.SEE_ATTENDANCE) -> AbstractContextManager[Decision]:
    return attending(division, by=by, can=can, action=AttendanceAction.CHECK_IN_MARKED)


def _mark(decision: Decision, entry: Entry, status: str, *, by_phone: bool = False) -> None:
    Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    facts = presence_facts([entry])
    number = facts.of(entry.pk).next_round
    row, known = _word(entry, number), facts.known(entry.pk, number)
    if row.game is not None and row.clock_started_at is not None:
        raise Refused(
            f"{entry.player}'s clock was started at table {row.game.table}: say there whether they are here.",
            code="clock_runs",
        )
    if known.state != (status or State.EXPECTED):
        before = {"status": row.status}
        row.round_number, row.paired_anyway = number, False
        say(row, status, by_phone=by_phone)
        decision.record(row, before=before, after={"entry": entry.pk, "status": status})


def _word(entry: Entry, number: int) -> Presence:
    """Where an official's word about the player's round is kept, locked; unsaved where nothing was said."""
    games = Game.objects.filter(round__division=entry.division_id, round__number=number, second__isnull=False)
    games = games.exclude(round__status=Round.Status.DRAFT).awaiting_result().order_by("match_game")
    game = games.of_player(entry).first()
    if game is not None:
        return owned_table(game).row(entry)
    row = Presence.objects.at_check_in().filter(entry=entry).first() or Presence(entry=entry)
    row.entry = entry
    return row


# ── the gate before a round is paired ────────────────────────────────────────────────────────────────────────────────


def missing_at_the_gate(tournament: Tournament) -> list[Guest]:
    """Who would be paired in a division's next round and is not here, by name, in six queries; in one where nothing was said of anybody.

    Players of whom nobody has said anything are asked about where somebody was checked in before they were first paired, with a board or
    a bye: somebody who walks in later opens no check-in. Where presence is said by phone, they are also asked about who have not played
    two rounds, or have not been heard of since a break.
    """
    by_phone, statements = tournament.presence_by_phone, Presence.objects.filter(entry__division__tournament=tournament)
    if tournament.status == Tournament.Status.FINISHED or not (by_phone or statements.exists()):
        return []
    following = _rounds_to_pair(tournament)
    entries = [entry for entry in _by_name(tournament) if entry.division_id in following]
    facts = presence_facts(entries)
    at_check_in = {row.entry_id: row for (game, _pk), row in facts.rows.items() if game is None}
    opened: dict[int, int] = {}  # by division: the first round for which somebody was checked in
    for entry in entries:
        if (row := at_check_in.get(entry.pk)) and row.is_here:
            opened[entry.division_id] = min(row.round_number, opened.get(entry.division_id, row.round_number))
    begun = Round.objects.filter(division__tournament=tournament, started_at__gt=timezone.now() - BREAK)
    lately = set(begun.values_list("division", "number")) if by_phone else set()
    missing = []
    for entry in entries:
        number = following[entry.division_id]
        guest = Guest(entry, facts.known(entry.pk, number), number)
        settled = (row := at_check_in.get(entry.pk)) and row.paired_anyway and row.round_number == number
        mine, since = facts.of(entry.pk), opened.get(entry.division_id, 0)
        paired = mine.awaited or any(n < since and entry.plays_in(n) for n in mine.decided)
        unseen = since and not guest.known.has_come and not paired
        if by_phone and not mine.awaited and not guest.known.is_here:
            played = guest.known.round
            unseen = played is None or played < number - 2 or (entry.division_id, number - 1) not in lately
        if (guest.known.is_not_here or unseen) and not settled and entry.plays_in(number):
            missing.append(guest)
    return missing


def _rounds_to_pair(tournament: Tournament) -> dict[int, int]:
    """The first round of each division that is not published yet, of those that have one left."""
    published = Round.objects.filter(division__tournament=tournament).published()
    numbers = set(published.values_list("division", "number"))
    following = {
        division.pk: next((n for n in range(1, division.planned_rounds + 1) if (division.pk, n) not in numbers), 0)
        for division in tournament.divisions.all()
    }
    return {pk: number for pk, number in following.items() if number}


def settle_gate(*, by: Actor, tournament: Tournament, choices: Mapping[int, str]) -> int:
    """Say of those who are not here whether they sit out the next round, are paired all the same, or are out of the event.

    Args:
        choices: by the entry's primary key; who has come meanwhile is left alone.

    Returns how many were settled.  Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    chosen = [guest for guest in missing_at_the_gate(tournament) if choices.get(guest.entry.pk) in CHOICES]
    for division, missing in _by_division(tournament, chosen):
        with deciding(division, by=by, action=AttendanceAction.CHECK_IN_GATE_SETTLED) as decision:
            for guest in missing:
                _settle(by, guest, choices[guest.entry.pk])
            facts = {str(guest.entry.number): choices[guest.entry.pk] for guest in missing}
            decision.record(division, after={"choices": facts})
    return len(chosen)


def _settle(by: Actor, guest: Guest, choice: str) -> None:
    entry, reason = guest.entry, f"not here before round {guest.number}"
    if choice == PAIR:
        row = Presence.objects.at_check_in().filter(entry=entry).first() or Presence(entry=entry)
        row.round_number, row.paired_anyway = guest.number, True
        say(row, guest.known.state if guest.known.is_not_here else "", guest.known.at)
    elif choice == LEAVE:
        update_entry(by=by, entry=entry, values={"withdrawn_from": guest.number}, reason=reason)
    else:
        update_entry(by=by, entry=entry, values={"absences": sorted({*entry.absences, guest.number})}, reason=reason)


def waiting_at_the_door(tournament: Tournament) -> Iterable[Waiting]:
    """Who is not here yet, division by division, before the next round is paired."""
    everybody = missing_at_the_gate(tournament)
    missing = Counter((guest.entry.division_id, guest.number, guest.is_silent) for guest in everybody)
    for (division, number, silent), count in missing.items():
        what = ngettext("%d player is not here yet", "%d players are not here yet", count) % count
        if silent:
            what = ngettext("%d player has not been seen lately", "%d players have not been seen lately", count) % count
        url = tournament.url("console:check_in")
        yield Waiting(
            division, what, _("Say before round %d is paired whether they play.") % number, url, before_pairing=True
        )
