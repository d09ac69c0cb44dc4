"""What the Round board shows: read in a fixed number of queries, whatever the event's size."""

from collections.abc import Sequence

from pairings.models import PairingRun, stale_among
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.kept_histories import kept_histories
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.reads import History
from .rows import facts_of_tables, with_rows
from .sections import Board, Section, round_shown


def board(tournament: Tournament, *, code: str = "", number: int | None = None, topics: Sequence[str] = ()) -> Board:
    """Every division's round, or the division's of that short name, or another round.

    Args:
        topics: live topics besides the divisions' whose versions are read with them.
    """
    divisions = [each for each in tournament.divisions.all() if code in ("", each.code)]
    for division in divisions:
        division.tournament = tournament
    current = versions(*(division.live_topic for division in divisions), *topics)
    histories = kept_histories({division.pk: current[division.live_topic] for division in divisions})
    drafts = _drafts(divisions)
    stale = stale_among([run for runs in drafts.values() for run in runs])
    sections = [
        _section(division, played, drafts[division.pk], stale, number)
        for division, played in zip(divisions, histories, strict=True)
    ]
    facts = facts_of_tables(tournament, [section for section in sections if section.is_published])
    return Board(tournament, tuple(with_rows(section, facts) for section in sections), current)


def _drafts(divisions: Sequence[Division]) -> dict[int, list[PairingRun]]:
    by_key = {division.pk: division for division in divisions}
    drafts: dict[int, list[PairingRun]] = {pk: [] for pk in by_key}
    for run in PairingRun.objects.drafts().filter(division__in=by_key).order_by("first_round"):
        run.division = by_key[run.division_id]
        drafts[run.division_id].append(run)
    return drafts


def _section(
    division: Division, played: History, drafts: Sequence[PairingRun], stale: set[int], number: int | None
) -> Section:
    """Which round is current, and whose draft; without its tables."""
    published = {row.number for row in played.rounds if row.is_published}
    following = next((each for each in range(1, division.planned_rounds + 1) if each not in published), None)
    next_run = next((run for run in drafts if following in run.rounds), None)
    current = round_shown(played)
    complete = not any(
        game.outcome == Game.Outcome.AWAITED for game in played.games if game.round.number == current and game.second_id
    )
    if number is None and following and (not current or (complete and next_run is not None)):
        current = following
    number = min(number or current or 1, division.planned_rounds)
    row = next((each for each in played.rounds if each.number == number), None)
    run = None if number in published else next((each for each in drafts if number in each.rounds), None)
    stands = run is not None and run.pk in stale
    return Section(division, played, number, row, run, stands, (), (), following, next_run)
