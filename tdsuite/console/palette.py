"""The palette: a few words typed anywhere in the console, and where they lead.

A command in tsh's words (`a 12 431 388`, `sp`, `st 7`, `missing`, `p 5`), a player by name or number, a table, a page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from .pages import PARTS, Asks

MOST = 12  # lines of an answer
MOST_PLAYERS = 6
LONGEST = 60  # characters of what is typed


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line of the answer.  line: where set, it is typed into the keyboard page at the address; else it is a link."""

    label: str
    hint: str
    url: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the words are meant for: a division, the round that is asked for, and what the user may."""

    tournament: Tournament
    division: Division
    number: int
    asked: bool  # a round was named
    current: int  # the round that is played or waited for
    several: bool  # the event has other divisions too
    may: Asks


@dataclass(frozen=True, slots=True)
class Command:
    """words: what may be typed, tsh's short form first.  of_round: its page is that of one round; of_event: of all divisions.

    newest: without a number, or with that of a round to come, it means the newest.
    """

    words: tuple[str, ...]
    label: str | Promise
    address: str
    needs: Can = Can.SEE_CONSOLE
    of_round: bool = True
    newest: bool = False
    of_event: bool = False

    def url(self, place: Place) -> str:
        if self.of_event:
            return place.tournament.url(self.address)
        if self.address in ("console:print", "console:round"):
            query = f"?division={place.division.code}&round={place.number}"
            return place.tournament.url(self.address) + query
        if self.shows_round(place):
            return place.division.url(self.address, place.number)
        return place.division.url(self.address)

    def label_at(self, place: Place) -> str:
        return f"{self.label}, {_('round %d') % place.number}" if self.shows_round(place) else str(self.label)

    def shows_round(self, place: Place) -> bool:
        """Whether its page is that of the round: where the newest is meant, not of a round to come."""
        return self.of_round and (not self.newest or (place.asked and place.number <= place.current))


COMMANDS: tuple[Command, ...] = (
    Command(("miss", "missing"), gettext_lazy("Missing results"), "console:round"),
    Command(("e", "enter"), gettext_lazy("Enter results"), "console:round", Can.ENTER_RESULTS),
    Command(("p", "pair"), gettext_lazy("Pair, or see the draft"), "pairings:round"),
    Command(("sp", "showpairings"), gettext_lazy("Boards"), "console:round"),
    Command(("st", "standings", "rs"), gettext_lazy("Standings"), "public:standings", newest=True),
    Command(("res", "results"), gettext_lazy("Results"), "console:round"),
    Command(("att", "attendance"), gettext_lazy("Attendance"), "console:round"),
    Command(("sheets",), gettext_lazy("Result sheets"), "console:round"),
    Command(("wc", "wallchart"), gettext_lazy("Wall chart"), "public:wall_chart", of_round=False),
    Command(("ro", "roster"), gettext_lazy("Roster"), "console:roster", of_round=False),
    Command(("stat", "statistics"), gettext_lazy("Statistics"), "public:statistics", of_round=False),
    Command(("rat", "ratings"), gettext_lazy("Ratings"), "public:ratings", of_round=False),
    Command(("pri", "prizes"), gettext_lazy("Prizes"), "results:prizes", of_round=False, of_event=True),
    Command(("pr", "print"), gettext_lazy("Print"), "console:print", Can.PRINT),
)
ADD = ("a", "add", "addscore")
HELP: tuple[tuple[str, str | Promise], ...] = (
    ("a 12 431 388", gettext_lazy("enter a result: player 12, 431 to 388")),
    ("missing", gettext_lazy("tables without a result")),
    ("sp 5", gettext_lazy("pairings of round 5")),
    ("p 5", gettext_lazy("pair round 5")),
    ("st 7", gettext_lazy("standings after round 7")),
    ("t 4", gettext_lazy("table 4")),
    ("12", gettext_lazy("player 12, table 12; a name finds players, a word finds pages")),
)


def suggestions(
    tournament: Tournament, text: str, *, may: Asks, code: str = "", number: int | None = None
) -> list[Suggestion]:
    """What the words typed lead to, best first; at most six queries whatever the event's size.

    Args:
        code, number: the division and the round of the page where they were typed.
    """
    words = text[:LONGEST].split()
    divisions = list(tournament.divisions.all())
    if not words or not divisions:
        return [] if divisions else list(_pages(tournament, None, words, may))
    division, words = _division_of(divisions, words, code)
    numbers = _current_rounds(divisions)
    named = next((value for value in map(whole, words[1:]) if value), None)
    round_number = min(named or number or numbers[division.pk], max(1, division.planned_rounds))
    place = Place(tournament, division, round_number, named is not None, numbers[division.pk], len(divisions) > 1, may)
    entered = list(_result(place, words, numbers[division.pk] if number is None else number))
    pages = list(_pages(tournament, division, words, may))
    named_so = [page for page in pages if page.label.casefold() == " ".join(words).casefold()]
    return [
        *entered,
        *_commands(place, words),
        *_table(place, words, numbers),
        *named_so,  # before a player in whose name the word stands, as "day" in Doubleday
        *_players(tournament, words, may),
        *(page for page in pages if page not in named_so),
    ][:MOST]


def _division_of(divisions: Sequence[Division], words: list[str], code: str) -> tuple[Division, list[str]]:
    """The division that the last word names, as tsh has it; else the one of the page, else the first."""
    by_code = {division.code.casefold(): division for division in divisions}
    last = by_code.get(words[-1].casefold()) if len(words) > 1 else None
    if last is not None:
        return last, words[:-1]
    return by_code.get(code.casefold(), divisions[0]), words


def _current_rounds(divisions: Iterable[Division]) -> dict[int, int]:
    """The round that is played or waited for, by division: the first that is not closed."""
    numbers = {division.pk: 1 for division in divisions}
    rows = Round.objects.filter(division__in=numbers).published().order_by("-number")
    for key, number, status in rows.values_list("division", "number", "status"):
        if status != Round.Status.CLOSED or numbers[key] == 1:
            numbers[key] = number
    return numbers


def _result(place: Place, words: list[str], number: int) -> Iterator[Suggestion]:
    """`a 12 431 388`: the rest is typed into the keyboard page as it stands, in the round that is played."""
    if words[0].casefold() not in ADD or len(words) < 3 or not place.may(Can.ENTER_RESULTS):
        return
    line = " ".join(words[1:])
    url = f"{place.tournament.url('console:board_line')}?whose={place.division.code}&round={number}"
    player = whole(words[1])
    entry = Entry.objects.filter(division=place.division, number=player).with_people().first() if player else None
    where = ", ".join(filter(None, [str(place.division) if place.several else "", _("round %d") % number]))
    label = _("Enter %(line)s") % {"line": line}
    yield Suggestion(f"{label} ({entry.player})" if entry else label, where, url, line)


def _commands(place: Place, words: list[str]) -> Iterator[Suggestion]:
    word = words[0].casefold()
    if len(words) > 2 or any(whole(each) is None for each in words[1:]):
        return
    exact = [command for command in COMMANDS if word in command.words]
    begun = [command for command in COMMANDS if any(each.startswith(word) for each in command.words)]
    for command in exact or begun:
        if place.may(command.needs):
            hint = str(place.division) if place.several else command.words[0]
            yield Suggestion(command.label_at(place), hint, command.url(place))


def _table(place: Place, words: list[str], numbers: dict[int, int]) -> Iterator[Suggestion]:
    """`t 4`, `table 4` or `4`: the games at that table in the rounds that are played."""
    number = whole(words[-1])
    if number is None or len(words) > 2 or (len(words) == 2 and words[0].casefold() not in ("t", "table")):
        return
    of_rounds = Q()
    for key, current in numbers.items():
        of_rounds |= Q(round__division=key, round__number=current)
    here = Q(table_name=str(number)) | Q(table_name="", board=number)
    for game in Game.objects.filter(of_rounds, here).with_people()[:MOST_PLAYERS]:
        pair = f"{game.first.player} – {game.second.player}" if game.second else str(game.first.player)
        url = place.tournament.url("console:table", game.round.division.code, game.pk)
        hint = _("%(division)s, round %(round)d") % {"division": game.round.division, "round": game.round.number}
        yield Suggestion(_("Table %(table)s: %(pair)s") % {"table": game.table or number, "pair": pair}, hint, url)


def _players(tournament: Tournament, words: list[str], may: Asks) -> Iterator[Suggestion]:
    entries = Entry.objects.filter(division__tournament=tournament).with_people().select_related("division")
    if len(words) == 1 and (number := whole(words[0])) is not None:
        entries = entries.filter(number=number)
    elif len("".join(words)) > 1:
        for word in words:
            entries = entries.filter(player__name__icontains=word)
    else:
        return
    name = "console:entry" if may(Can.EDIT_ROSTER) else "public:player"
    for entry in entries.order_by("division__position", "number")[:MOST_PLAYERS]:
        url = tournament.url(name, entry.division.code, entry.number)
        hint = _("%(division)s, number %(number)d") % {"division": entry.division, "number": entry.number}
        yield Suggestion(str(entry.player), hint, url)


def _pages(tournament: Tournament, division: Division | None, words: list[str], may: Asks) -> Iterator[Suggestion]:
    """Pages of the navigation of which a word begins so."""
    text = " ".join(words).casefold()
    for part in PARTS:
        for page in part.pages:
            label = str(page.label)
            names = [label.casefold(), *label.casefold().split(), str(part.label).casefold()]
            if text and any(name.startswith(text) for name in names) and (url := page.url(tournament, division, may)):
                yield Suggestion(label, str(division) if page.of_division and division else str(part.label), url)
