"""The names of a division's tables."""

from tdsuite.tournaments.engine.tables import BadTablePlan, parse_tables, table_name
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused


def tables_of(division: Division) -> tuple[str, ...]:
    """The names of the division's tables in order; none where boards are numbered from 1. Raises Refused."""
    try:
        return parse_tables(division.table_plan.get("tables", ""))
    except BadTablePlan as error:
        raise Refused(
            f"The table plan of {division} cannot be read: {error} Mend it in the division's settings."
        ) from error


def taken_elsewhere(division: Division, boards: int) -> list[str]:
    """The tables of `boards` boards at which another division of the event is playing a round that is not over."""
    tables = tables_of(division)
    ours = {table_name(tables, board) or str(board) for board in range(1, boards + 1)}
    games = Game.objects.filter(round__division__tournament=division.tournament, board__isnull=False)
    open_rounds = games.filter(round__status__in=(Round.Status.PUBLISHED, Round.Status.PLAYING))
    theirs = {game.table for game in open_rounds.exclude(round__division=division)}
    return sorted(ours & theirs, key=lambda name: (len(name), name))
