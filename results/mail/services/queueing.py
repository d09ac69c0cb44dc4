"""What is to be sent, written in the transaction of its cause; and the job that sends it."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from results.mail.models import MailAddress, OutgoingMail
from results.sheets.pages.own_games import seat_of
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.services.decision import DivisionDecision

JOB = "results.send_mail"
PAIRINGS, FINAL = OutgoingMail.Kind.PAIRINGS, OutgoingMail.Kind.FINAL


def send_soon(tournament: Tournament) -> None:
    """Have a worker send what is due, unless one is about to. In a transaction."""
    if not Job.objects.of(tournament).of_kind(JOB).waiting().exists():
        enqueue(JOB, tournament=tournament, obj=tournament)


def send_due() -> None:
    """What beat asks every ten seconds: places of events that are over, and whatever waited long enough to be tried again."""
    _queue_finals()
    due = OutgoingMail.objects.due(timezone.now())
    for tournament in Tournament.objects.filter(pk__in=due.values("to__entry__division__tournament")):
        if not Job.objects.of(tournament).of_kind(JOB).active().exists():
            with transaction.atomic():
                send_soon(tournament)


def queue_pairings(division: Division, rounds: Collection[Round]) -> None:
    """Rounds were published: those of their players who want to be told are told in one mail each.  In the transaction of the publication."""
    if not division.tournament.offers_mail:
        return
    addresses = _addresses(Q(entry__division=division))
    games = Game.objects.filter(round__in=rounds).select_related("round") if addresses else ()
    _queue(division.tournament, addresses, games)


def follow_changes(decision: DivisionDecision) -> None:
    """Hear of every decision that touched games: whoever was sent another place is sent the new one."""
    tournament = decision.division.tournament
    if not tournament.offers_mail:
        return
    games = Game.objects.filter(Q(outcome=Game.Outcome.AWAITED) | Q(second=None), pk__in=decision.games)
    games = games.exclude(round__status__in=(Round.Status.DRAFT, Round.Status.CLOSED)).select_related("round")
    addresses = _addresses(Q(entry__games_as_first__in=games) | Q(entry__games_as_second__in=games))
    if not addresses:
        return
    before = _seats(addresses.values())
    changed = [
        game for game in games
        if any(before.get(key, seat) != seat for key, seat in _places(game))
    ]  # fmt: skip
    _queue(tournament, addresses, changed)


def _addresses(*of: Q) -> dict[int, MailAddress]:
    """The addresses that are sent tables, by entry."""
    return {row.entry_id: row for row in MailAddress.objects.confirmed().filter(*of, pairings=True).distinct()}


def _places(game: Game) -> list[tuple[tuple[int, int], str]]:
    """Each player's entry and the round, with the place they have."""
    number, first, second = game.round.number, game.first_id, game.second_id
    both = [(first, second), *([(second, first)] if second else [])]
    return [((entry, number), seat_of(game, opponent)) for entry, opponent in both if entry is not None]


def _seats(addresses: Iterable[MailAddress]) -> dict[tuple[int, int], str]:
    """What the newest mails about each round said, by entry and round."""
    mails = OutgoingMail.objects.filter(to__in=list(addresses), kind=PAIRINGS).order_by("pk")
    return {
        (entry, int(number)): seat
        for entry, seats in mails.values_list("to__entry_id", "seats")
        for number, seat in seats.items()
    }


def _queue(tournament: Tournament, addresses: dict[int, MailAddress], games: Iterable[Game]) -> None:
    seats: dict[int, dict[str, str]] = {}
    for (entry, number), seat in [place for game in games for place in _places(game)]:
        if entry in addresses:
            seats.setdefault(entry, {})[str(number)] = seat
    OutgoingMail.objects.bulk_create(
        OutgoingMail(to=addresses[entry], kind=PAIRINGS, seats=places) for entry, places in seats.items()
    )
    if seats:
        send_soon(tournament)


def _queue_finals() -> None:
    """One mail to everybody who wants their place at the end, once the event is finished."""
    event = {"status": Tournament.Status.FINISHED, "tells_by_mail": True}
    rows = MailAddress.objects.confirmed().filter(final=True).exclude(mails__kind=FINAL)
    rows = rows.filter(**{f"entry__division__tournament__{name}": value for name, value in event.items()})
    if rows.exists():
        with transaction.atomic():
            locked = rows.select_for_update(of=("self",), no_key=True)
            OutgoingMail.objects.bulk_create(OutgoingMail(to=row, kind=FINAL) for row in locked)
