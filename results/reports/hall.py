"""What stands in the hall: table signs, name tags, certificates, where to read along, the rules in force."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from results.prizes.services.event_rules import rules_or_reason
from tdsuite.platform.access.qr import Code, code_of
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, event_sheet, in_pages, report
from tdsuite.tournaments.engine.tables import BadTablePlan, natural_key, numbered_tables, plan_from, table_key
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.reads import history, standing_rows
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import prize_places_of
from tdsuite.tournaments.still_open import is_to_come
from .common import Codes, NeedsSettings, NothingToPrint, is_long

TAGS_A_PAGE, SIGNS_A_PAGE = 10, 2


@dataclass(frozen=True, slots=True)
class Tag:
    """A name tag.  code: the player's public page, None where the event is private or its address unknown."""

    name: str
    number: int
    about: str
    long: bool
    code: Code | None


def tables_of(division: Division) -> list[str]:
    """What stands on each table: every table of the plan, then those that the newest published round or half the players
    need beyond it. Raises Refused for a plan that cannot be read."""
    try:
        names = plan_from(division.table_plan).names
    except BadTablePlan as error:
        raise Refused(f"The table plan of {division} cannot be read: {error}", code="bad_table_plan") from error
    newest = division.rounds.exclude(status="draft").order_by("-number").first()
    if newest is None:
        return [name for _, name in numbered_tables(names, division.entries.count() // 2)]
    games = Game.objects.filter(round=newest, match_game=1).exclude(second=None).by_board()
    known = {table_key(name) for name in names}
    return [*names, *sorted({game.table for game in games if table_key(game.table) not in known}, key=natural_key)]


@report("table-signs", label=gettext_lazy("Table signs"), scope="division")
def table_signs(division: Division, options: Options) -> Sheet:
    """A large number for every table, two a page, with the code of the public pairings.  Raises NothingToPrint."""
    tables = tables_of(division)
    if not tables:
        raise NothingToPrint(_("%(division)s has no tables yet: enter its players first.") % {"division": division})
    code = Codes(division.tournament).public("pairings", division.code)
    return division_sheet(division, None, {"pages": in_pages(tables, SIGNS_A_PAGE), "code": code})


@report("name-tags", label=gettext_lazy("Name tags"), scope="division")
def name_tags(division: Division, options: Options) -> Sheet:
    """Ten a page, with the code of each player's public page. Private links stand on players' cards alone."""
    codes = Codes(division.tournament)
    tags = [
        Tag(
            name=entry.player.name,
            number=entry.number,
            about=" · ".join(filter(None, [division.name, entry.player.club or entry.player.country])),
            long=is_long(entry),
            code=codes.public("player", division.code, entry.number),
        )
        for entry in division.entries.with_people()
    ]
    if not tags:
        raise NothingToPrint(_("%(division)s has no players yet.") % {"division": division})
    return division_sheet(division, None, {"pages": in_pages(tags, TAGS_A_PAGE)})


@report("certificates", label=gettext_lazy("Certificates"), scope="division")
def certificates(division: Division, options: Options) -> Sheet:
    """One page for every prize place of the newest standings, ties included.  Raises NothingToPrint before a result."""
    results = history(division)
    places = prize_places_of(division)
    rows = [row for row in standing_rows(results) if row.standing.rank <= places]
    if not results.last_round or not rows:
        raise NothingToPrint(_("%(division)s has no result yet: nobody has won a place.") % {"division": division})
    winners = [(row, is_long(row.entry)) for row in rows if not row.entry.unranked]
    finished = results.last_round >= division.planned_rounds and not any(map(is_to_come, results.games))
    return division_sheet(division, results.last_round, {"pages": winners, "finished": finished}, page="landscape")


@report(
    "public-sign", label=gettext_lazy("Poster: follow on your phone"), scope="tournament", template="print/sign.html"
)
def public_sign(tournament: Tournament, options: Options) -> Sheet:
    """For doors and walls: the code and the address of the public page.  Raises NeedsSettings for a private event, and without an address."""
    if not tournament.is_open_to_all:
        raise NeedsSettings(
            _(
                "No code can be printed: the event is private. Let everyone with the address read it in the settings, under Who sees it."
            )
        )
    code = Codes(tournament).public("event")
    if code is None:
        raise NeedsSettings(
            _("No code can be printed: the event’s public address is not set yet. Write it in the settings.")
        )
    lead = _("Pairings, results and standings on your own phone")
    return event_sheet(tournament, {"code": code, "lead": lead, "words": [code.url]}, title=_("Read along"))


def wifi_text(network: str, password: str) -> str:
    """What a phone's camera reads as "join this network": special characters are escaped with a backslash."""

    def escaped(text: str) -> str:
        return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)

    kind = f"T:WPA;P:{escaped(password)};" if password else "T:nopass;"
    return f"WIFI:{kind}S:{escaped(network)};;"


@report("wifi-sign", label=gettext_lazy("Sign: Wi-Fi"), scope="tournament", template="print/sign.html", secret=True)
def wifi_sign(tournament: Tournament, options: Options) -> Sheet:
    """options: network, password ("" for an open one). Secret: the password is kept in no job and no file."""
    network, password = str(options["network"]), str(options.get("password", ""))
    words = [_("Network: %(name)s") % {"name": network}]
    if password:
        words.append(_("Password: %(word)s") % {"word": password})
    context = {"code": code_of(wifi_text(network, password)), "lead": _("Wi-Fi of the hall"), "words": words}
    return event_sheet(tournament, context, title=_("Wi-Fi"))


@report("event-rules", label=gettext_lazy("Rules of this event"), scope="tournament", template="print/rules.html")
def event_rules(tournament: Tournament, options: Options) -> Sheet:
    """What is in force, with rule numbers, for every player (WESPA 5.1.4, 3.10.15).  Raises NeedsSettings."""
    rules, wrong = rules_or_reason(tournament)
    if rules is None:
        raise NeedsSettings(wrong)
    return event_sheet(
        tournament, {"rules": rules, "groups": [*rules.groups, *rules.divisions]}, title=_("Rules of this event")
    )
