"""A whole event as the suite's own document.  Its model and schema: `tdsuite.formats.event_json.document`."""

from collections import defaultdict
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.json import encode, format as indented

from adjudication.challenges.models import WordJudging
from pairings.models import PairingSettings
from results.prizes.models import HighClaim, Prize
from results.prizes.services.prizes import terms_of
from tdsuite.formats.event_json import document as parts
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Entry, Game, GameAdjustment, Round, SpreadAdjustment, TableNeed, Tournament
from tdsuite.tournaments.reads import History, histories
from tdsuite.tournaments.services.entries import PLAYER_FIELDS
from .result_rows import extras_of
from .tables import in_order

CHALLENGE, INCIDENT = "challenge", "incident"
IMPORTED_LINE = "file:"  # before the source of a line that a document brought
OPTIONS = {"tie_breaks": "tie_breaks", "rating_system": "rating_system", "prizes": "prize_rules", "withdrawn_unranked": "withdrawn_unranked"}  # fmt: skip
NOT_AMONG_SETTINGS = {*parts.EventDocument.__struct_fields__, "public_base_url"}  # the address is this computer's
ROLES = [role.value for role in Role]  # most powers first
_Part = TypeVar("_Part", bound=parts.Part)


def event_document(tournament: Tournament) -> parts.EventDocument:
    """An event for its own directors.

    Rounds not published yet stand without games. What players need of a table is in it, so it is not for publishing as
    it is.
    """
    judging = WordJudging.objects.filter(tournament=tournament).first()
    return _part(
        parts.EventDocument,
        tournament,
        format="tdsuite-event",
        version=1,
        rulebook_file=tournament.rulebook_file or UNSET,
        settings={name: getattr(tournament, name) for name in Tournament.SETTINGS if name not in NOT_AMONG_SETTINGS},
        word_judging=_part(parts.DocumentWordJudging, judging) if judging else UNSET,
        officials=_officials(tournament),
        prize_terms=_part(parts.DocumentPrizeTerms, terms_of(tournament)),
        prizes=_event_prizes(tournament),
        divisions=[_division(history) for history in histories(list(tournament.divisions.all()))],
    )


def document_bytes(document: parts.EventDocument) -> bytes:
    """The document as JSON in UTF-8, one value a line; sentences are English."""
    return indented(encode(document, enc_hook=str), indent=1)


def _part(part: type[_Part], row: Any, **values: Any) -> _Part:
    """A part with `values`, and for the rest of its fields what a row has by the same names."""
    return part(**{name: getattr(row, name) for name in part.__struct_fields__ if name not in values}, **values)


def _officials(tournament: Tournament) -> list[parts.DocumentOfficial]:
    """By role and name, as people call them: the name of an account is for signing in, and stays here."""
    rows = Membership.objects.filter(tournament=tournament).select_related("user")
    named = sorted((ROLES.index(row.role), row.user.get_full_name().strip(), row.role) for row in rows)
    return [_part(parts.DocumentOfficial, None, name=name, role=role) for _, name, role in named]


def _event_prizes(tournament: Tournament) -> list[parts.DocumentEventPrize]:
    rows = list(Prize.objects.filter(tournament=tournament))
    if not rows:
        return []
    entries = Entry.objects.filter(division__tournament=tournament).values_list("pk", "division__code", "number")
    winners = {pk: parts.DocumentWinner(division=code, number=number) for pk, code, number in entries}
    return [
        _part(parts.DocumentEventPrize, row, winners=[winners[pk] for pk in row.winners if pk in winners])
        for row in rows
    ]


def _division(history: History) -> parts.DocumentDivision:
    division = history.division
    options = division.standings_options
    rules = PairingSettings.objects.filter(division=division).first()
    needs = TableNeed.objects.filter(entry__division=division).select_related("entry")
    return _part(
        parts.DocumentDivision,
        division,
        **{name: options.get(key) or UNSET for key, name in OPTIONS.items()},
        pairing_rules=_part(parts.DocumentPairingRules, rules) if rules else UNSET,
        players=[_player(entry) for entry in history.entries],
        rounds=_rounds(history),
        spread_adjustments=_spread_adjustments(history),
        table_needs=[_part(parts.DocumentTableNeed, row, player=row.entry.number) for row in needs],
        prizes=[_part(parts.DocumentPrize, row) for row in Prize.objects.filter(division=division)],
        high_claims=_claims(history),
        standings=parts.DocumentStandings(
            after=history.last_round,
            table=[_part(parts.DocumentStanding, row, player=row.number) for row in history.standings()],
        ),
    )


def _player(entry: Entry) -> parts.DocumentPlayer:
    player = {name: getattr(entry.player, name) for name in PLAYER_FIELDS}
    return _part(parts.DocumentPlayer, entry, **player, extras=extras_of(entry))


def _rounds(history: History) -> list[parts.DocumentRound]:
    """Every round; the lines of all games are read at once."""
    lines: dict[int, list[parts.DocumentLine]] = defaultdict(list)
    for row in GameAdjustment.objects.filter(game__round__division=history.division).order_by("created_at", "pk"):
        line = _part(parts.DocumentLine, row, source=source_in_document(row.source), at=row.created_at)
        lines[row.game_id].append(line)
    games: dict[int, list[parts.DocumentGame]] = defaultdict(list)
    officials = {game.entered_by or 0 for game in history.games if game.entered_by_kind == "user"}
    names = dict(User.objects.filter(pk__in=officials).values_list("pk", "username"))
    for game in in_order(history.games):
        if game.round.is_published:
            entered_by = names.get(game.entered_by or 0, "") if game.entered_by_kind == "user" else ""
            games[game.round_id].append(_game(history, game, lines[game.pk], entered_by))
    rounds = Round.objects.filter(division=history.division).order_by("number")
    return [_part(parts.DocumentRound, row, games=games[row.pk]) for row in rounds]


def _game(history: History, game: Game, lines: list[parts.DocumentLine], entered_by: str) -> parts.DocumentGame:
    account, final = history.account(game), history.final_score(game)
    halves, second_halves = account.half_wins or (None, None)
    spread, second_spread = account.spread or (None, None)
    return _part(
        parts.DocumentGame,
        game,
        first=history.by_id[game.first_id].number,
        second=history.by_id[game.second_id].number if game.second_id else None,
        outcome=game.outcome or "awaited",
        first_score=final.first,
        second_score=final.second,
        first_halves=halves,
        second_halves=second_halves if game.second_id else None,
        first_spread=spread,
        second_spread=second_spread if game.second_id else None,
        entered_by=entered_by,
        lines=lines,
    )


def _spread_adjustments(history: History) -> list[parts.DocumentSpreadAdjustment]:
    """What was given to single players, or taken from them, by round."""
    rows = SpreadAdjustment.objects.filter(entry__division=history.division).select_related("entry")
    return [
        _part(parts.DocumentSpreadAdjustment, row, player=row.entry.number, round=row.round_number, at=row.created_at)
        for row in rows.order_by("round_number", "pk")
    ]


def _claims(history: History) -> list[parts.DocumentClaim]:
    """In the order in which they were made; those of rounds that were taken back stay here."""
    rows = HighClaim.objects.filter(division=history.division).select_related("game__round")
    return [
        _part(
            parts.DocumentClaim,
            row,
            player=history.by_id[row.entry_id].number,
            round=row.game.round.number,
            match_game=row.game.match_game,
        )
        for row in rows.order_by("claimed_at", "pk")
        if row.game.round.is_published
    ]


def source_in_document(source: str) -> str:
    """The document's word for where a line comes from: without the number of a row that stays here."""
    source = source.removeprefix(IMPORTED_LINE)
    return INCIDENT if source.startswith(f"{INCIDENT}:") else source


def source_here(source: str) -> str:
    """Where a line comes from, of the document's word.

    Lines of challenges and incidents are worked out anew from slips and incidents, which stay with the event that they
    belong to. In an event that came from a document such a line stands by itself, so that no recount of what is there
    takes it away.
    """
    return IMPORTED_LINE + source if source in (CHALLENGE, INCIDENT) else source
