"""What results say of an event, compared before and after a decision: prizes, sheets, and what a rating body gets."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from results.prizes.services.ceremony import event_page
from results.sheets.models import Sheet
from tdsuite.tournaments.engine.consequences import Fact, Kind
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History


def result_facts(tournament: Tournament, histories: list[History]) -> Iterator[Fact]:
    """Of every division, and of the event's own prizes."""
    yield from _prizes(tournament, histories)
    sheets = Sheet.objects.filter(division__tournament=tournament).exclude(Sheet.NOTHING_YET)
    for sheet in sheets.select_related("division", "player_a__player", "player_b__player"):
        values = {
            "division": sheet.division, "round": sheet.round_number,
            "players": f"{sheet.player_a.player} – {sheet.player_b.player}",
        }  # fmt: skip
        subject = _("%(division)s, round %(round)d: %(players)s") % values
        yield Fact(Kind.SHEETS, sheet.pk, subject, str(sheet.get_state_display()))
    for history in histories:
        rated = sum(game.rated and game.outcome not in game.UNCOUNTED for game in history.games)
        yield Fact(Kind.FILES, history.division.pk, _("%s: rated games") % history.division, str(rated))


def _prizes(tournament: Tournament, histories: list[History]) -> Iterator[Fact]:
    url = tournament.url("results:event_prizes_awarded")
    for part in event_page(tournament, histories).parts:
        for announced in part.announced:
            subject = ", ".join(announced.titles)
            says = ", ".join(f"{winner.name} {winner.money}".strip() for winner in announced.winners)
            about = part.division.pk if part.division else 0, announced.titles
            yield Fact(Kind.PRIZES, about, f"{part.division}: {subject}" if part.division else subject, says, url)
