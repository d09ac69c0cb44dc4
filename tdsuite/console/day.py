"""What may go wrong on the day, and what the Round board listens to."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _, ngettext

from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.station import station_warnings
from adjudication.lexicons.word_source import lists_to_choose
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
from tdsuite.tournaments.models import Division, Tournament
from .pages import Task

MOST_TOPICS = 20  # of one page (live.js)
MANY_WRONG_PINS = 20  # of strangers within about an hour


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


def warnings(request: HttpRequest, tournament: Tournament, worker: WorkerStatus) -> list[Task]:
    """What may go wrong today: no room, no worker, words in doubt at a station, PINs guessed, and what was not settled before."""
    backup, full = backup_status(), disk_warning()
    texts = [
        full,
        "" if full else worker.says,
        backup.problem if backup else "",
    ]  # without room no worker says it lives
    more: Iterable[Task] = ()
    if not tournament.club_evening and tournament.status != Tournament.Status.FINISHED:
        texts += [*station_warnings(tournament), guesses_warning(*guesses(tournament))]
        more = settled_before(request, tournament)
    return [*(Task(text) for text in texts if text), *more]


def settled_before(request: HttpRequest, tournament: Tournament) -> Iterator[Task]:
    """What may go wrong and can be settled before the day: ratings at risk, no word list, tables shared, paper that leads elsewhere."""
    for warning in tournament.rules.warnings:
        yield Task(warning, None, _("Rules"), tournament.url("console:rules"))
    for warning in lists_to_choose(tournament):
        yield Task(warning, None, _("Word lists"), tournament.url("lexicons:words"), Can.MANAGE_LEXICONS)
    for overlap in overlaps(tournament):
        url = overlap.division.url("pairings:tables")
        yield Task(tables_warning(overlap), False, _("Tables"), url, Can.PAIR)
    if warning := address_warning(tournament.public_base_url, request.get_host()):
        url = tournament.url("console:settings")
        yield Task(warning, False, _("Settings"), url, Can.MANAGE_TOURNAMENT)
    for elsewhere in printed_elsewhere(tournament, {request.get_host(), *lan_addresses()}):
        url = tournament.url("access:cards")
        yield Task(cards_warning(elsewhere), False, _("Links and PINs"), url, Can.MANAGE_SIGN_IN)


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
