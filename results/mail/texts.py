"""What the mails say, in the language that is active: plain text, about nobody but the player and their opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from results.mail.models import MailAddress
from results.sheets.pages.own_games import OwnEvent, OwnGame
from tdsuite.tournaments.engine.standings import signed
from tdsuite.tournaments.figures import record_text
from tdsuite.tournaments.reads import History


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail without its address."""

    subject: str
    body: str


def confirmation(row: MailAddress, link: str) -> Letter:
    """The first mail. Whoever did not ask for it is asked for nothing."""
    event, player = row.entry.division.tournament, row.entry.player
    asked = _("%(player)s of %(event)s wants mail at this address.") % {"player": player, "event": event}
    press = _("If that is you, open this page and press the button:")
    ignore = _("If it is not you, do nothing: no other mail comes, and the address is deleted after three days.")
    return Letter(_("%(event)s: is this your address?") % {"event": event}, f"{asked}\n\n{press}\n{link}\n\n{ignore}\n")


def tables(row: MailAddress, games: Sequence[OwnGame], *, replaces: bool, base: str, stop: str) -> Letter:
    """Where the player has to be.  replaces: an earlier mail said another place."""
    event, first = row.entry.division.tournament, games[0]
    names = {"event": event, "round": first.game.round.number, "table": first.game.table}
    if len(games) > 1:
        subject = _("%(event)s: your next tables") % names
    elif first.opponent is not None and first.game.table:
        subject = _("%(event)s, round %(round)s: table %(table)s") % names
    else:
        subject = _("%(event)s, round %(round)s") % names
    lines = [own_game.announcement for own_game in games]
    if replaces:
        lines.append(_("This is in place of what an earlier mail said."))
    page = base + reverse("results:me", args=[event.slug])
    return Letter(subject, "\n".join([*lines, "", _("Your page: %s") % page]) + _foot(stop))


def final_place(row: MailAddress, history: History, own: OwnEvent, *, base: str, stop: str) -> Letter:
    """How it ended for the player."""
    event, place = row.entry.division.tournament, own.place
    over = _("%(event)s is over.") % {"event": event}
    lines = [over]
    if place is not None:
        facts = {
            "division": history.division, "place": place.rank_text, "players": len(history.standings()),
            "record": record_text(place), "spread": signed(place.spread),
        }  # fmt: skip
        lines.append(_("%(division)s: place %(place)s of %(players)s, %(record)s, spread %(spread)s.") % facts)
    address = reverse("public:player", args=[event.slug, history.division.code, row.entry.number])
    lines += ["", _("Your games: %s") % (base + address)]
    return Letter(over, "\n".join(lines) + _foot(stop))


def _foot(stop: str) -> str:
    """After the line that mail programs know as the end."""
    return "\n\n-- \n" + _("You asked for this mail. To stop it: %s") % stop + "\n"
