"""Who has come to the hall, and what they paid; and before round 1, what becomes of those who are not here."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from results.attendance.actions import AttendanceAction
from results.attendance.models import CheckIn
from tdsuite.platform.access.codes import fingerprint
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Division, Entry, Round, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.waiting import Waiting

from .attendance import attending, moment

FIRST_ROUND = 1
GATE_REASON = "not here before round 1"
SIT_OUT, LEAVE, PAIR = "sit_out", "leave", "pair"
CHOICES = (SIT_OUT, PAIR, LEAVE)


@dataclass(frozen=True, slots=True)
class Guest:
    """One player at the door.  row: unsaved where nobody has said anything."""

    entry: Entry
    row: CheckIn

    @property
    def sits_out(self) -> bool:
        """Whether they are here and round 1 would be paired without them."""
        return self.row.is_here and not self.entry.plays_in(FIRST_ROUND)

    @property
    def default_choice(self) -> str:
        """What the gate proposes."""
        return {"late": PAIR, "absent": LEAVE}.get(self.row.status, SIT_OUT)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a treasurer asks, in the smallest unit of the currency.  by_taker: account name, how, sum."""

    due: int
    paid: int
    owed: int
    by_taker: tuple[tuple[int | None, str, int], ...]


def guests(tournament: Tournament) -> list[Guest]:
    """Everybody who has not left, by name, in two queries."""
    rows = {row.entry_id: row for row in CheckIn.objects.of_event(tournament)}
    entries = Entry.objects.filter(division__tournament=tournament, withdrawn_from=None).select_related(
        "player", "division"
    )
    return [
        Guest(entry, rows.get(entry.pk) or CheckIn(entry=entry))
        for entry in entries.order_by("player__filing_name", "pk")
    ]


def totals(everybody: Iterable[Guest]) -> Totals:
    """The sums over these players."""
    rows = [guest.row for guest in everybody]
    taken: Counter[tuple[int | None, str]] = Counter()
    for row in rows:
        if row.paid:
            taken[row.taken_by, row.get_paid_how_display()] += row.paid
    by_taker = sorted(((by, how, paid) for (by, how), paid in taken.items()), key=lambda line: (line[0] or 0, line[1]))
    return Totals(
        sum(row.due for row in rows), sum(row.paid for row in rows), sum(row.owes for row in rows), tuple(by_taker)
    )


def entry_by_code(tournament: Tournament, text: str) -> Entry:
    """The player of a badge ("A 12"), of a phone's or a card's code, or of a name.  Raises Refused where it is not one player."""
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
        return _only(list(rows[:2]), words)
    key = name_key(words)
    alike = [entry for entry in entries if key and key in name_key(entry.player.name)]
    exact = [entry for entry in alike if name_key(entry.player.name) == key]
    return _only(exact or alike, words)


def _only(rows: list[Entry], words: str) -> Entry:
    if not rows:
        raise Refused(_("“%s” is nobody here: write a name, or division and number as A 12.") % words, code="nobody")
    if len(rows) > 1:
        raise Refused(_("“%s” could be several players: write more of it.") % words, code="several_players")
    return rows[0]


def mark_check_in(*, by: Actor, entry: Entry, status: str) -> CheckIn:
    """Say that a player is here, comes late, does not come, is not sure; "" for nothing said. A second tap changes nothing.

    Raises Refused, NotAllowed.
    """
    require(by, entry.division.tournament, Can.SEE_ATTENDANCE)
    if status not in CheckIn.Status.values:
        raise Refused("A player is here, late, absent, not sure, or expected.", code="unknown_status")
    with attending(entry.division, by=by, action=AttendanceAction.CHECK_IN_MARKED) as decision:
        row = _row(entry)
        if row.status == status:
            return row
        before = {"status": row.status}
        row.status, row.paired_anyway = status, False
        row.arrived_at = moment(None) if row.is_here else None
        row.save()
        decision.record(row, before=before, after={"entry": entry.pk, "status": status})
    return row


def take_fee(*, by: Actor, entry: Entry, paid: int, how: str) -> CheckIn:
    """Note what a player paid and how; 0 and "" take it back. No card is ever named.  Raises Refused, NotAllowed."""
    require(by, entry.division.tournament, Can.SEE_ATTENDANCE)
    if how not in CheckIn.Paid.values or bool(paid) != (how not in (CheckIn.Paid.NOT, CheckIn.Paid.WAIVED)):
        raise Refused("Say how much was paid and how, or that nothing need be.", code="bad_payment")
    with attending(entry.division, by=by, action=AttendanceAction.CHECK_IN_PAID) as decision:
        row = _row(entry)
        before = {"paid": row.paid, "how": row.paid_how, "by": row.taken_by}
        row.paid, row.paid_how = paid, how
        row.taken_by, row.taken_at = (by.pk, timezone.now()) if how else (None, None)
        row.save()
        decision.record(row, before=before, after={"entry": entry.pk, "paid": paid, "how": how})
    return row


def set_fee(*, by: Actor, division: Division, due: int) -> int:
    """What everybody in a division has to pay; returns for how many it changed.  Raises NotAllowed."""
    require(by, division.tournament, Can.MANAGE_TOURNAMENT)
    with attending(division, by=by, action=AttendanceAction.CHECK_IN_FEE_SET) as decision:
        rows = [_row(entry) for entry in division.entries.all()]
        changed = [row for row in rows if row.due != due]
        for row in changed:
            row.due = due
            row.save()
        if changed:
            decision.record(division, after={"due": due, "entries": [row.entry_id for row in changed]})
    return len(changed)


def _row(entry: Entry) -> CheckIn:
    """The player's row, locked; unsaved where there is none. Inside a transaction."""
    Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    row = CheckIn.objects.filter(entry=entry).first() or CheckIn(entry=entry)
    row.entry = entry
    return row


# ── the gate before round 1 ──────────────────────────────────────────────────────────────────────────────────────────


def missing_at_the_gate(tournament: Tournament) -> list[Guest]:
    """Who would be paired in round 1 and is not here, in divisions where somebody was checked in and round 1 is not out."""
    everybody = guests(tournament)
    taken = {guest.entry.division_id for guest in everybody if guest.row.is_here}
    if not taken:
        return []
    published = Round.objects.filter(division__in=taken).exclude(status=Round.Status.DRAFT)
    waiting = taken - set(published.values_list("division_id", flat=True))
    return [
        guest
        for guest in everybody
        if guest.entry.division_id in waiting
        and guest.entry.plays_in(FIRST_ROUND)
        and not (guest.row.is_here or guest.row.paired_anyway)
    ]


def settle_gate(*, by: Actor, tournament: Tournament, choices: Mapping[int, str]) -> int:
    """Say of those who are not here whether they sit out round 1, are paired all the same, or are out of the event.

    Args:
        choices: by the entry's primary key; who has come meanwhile is left alone.

    Returns how many were settled.  Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    settled = 0
    by_division: dict[int, list[Guest]] = {}
    for guest in missing_at_the_gate(tournament):
        if choices.get(guest.entry.pk) in CHOICES:
            by_division.setdefault(guest.entry.division_id, []).append(guest)
    for missing in by_division.values():
        division = missing[0].entry.division
        division.tournament = tournament
        with deciding(division, by=by, action=AttendanceAction.CHECK_IN_GATE_SETTLED) as decision:
            for guest in missing:
                _settle(by, guest, choices[guest.entry.pk])
            settled += len(missing)
            facts = {str(guest.entry.number): choices[guest.entry.pk] for guest in missing}
            decision.record(division, after={"choices": facts})
    return settled


def _settle(by: Actor, guest: Guest, choice: str) -> None:
    entry = guest.entry
    if choice == PAIR:
        guest.row.paired_anyway = True
        guest.row.save()
    elif choice == LEAVE:
        update_entry(by=by, entry=entry, values={"withdrawn_from": FIRST_ROUND}, reason=GATE_REASON)
    else:
        absences = sorted({*entry.absences, FIRST_ROUND})
        update_entry(by=by, entry=entry, values={"absences": absences}, reason=GATE_REASON)


def waiting_at_the_door(tournament: Tournament) -> Iterable[Waiting]:
    """Who is not here yet, division by division, before round 1 is paired."""
    missing = Counter(guest.entry.division_id for guest in missing_at_the_gate(tournament))
    for division, count in missing.items():
        what = ngettext("%d player is not here yet", "%d players are not here yet", count) % count
        url = reverse("results:gate", args=[tournament.slug])
        yield Waiting(division, what, _("Round 1 would be paired with them."), url, before_pairing=True)
