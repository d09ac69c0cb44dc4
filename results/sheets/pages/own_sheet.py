"""A player's own sheet: how it stands, and everything that the player can do on it now."""

from dataclasses import dataclass

from results.sheets.engine.states import FINAL, Path, State, players_may_settle
from results.sheets.forms import FiguresForm, first_values
from results.sheets.models import Petition
from results.sheets.pages.sheet import SheetPage, VersionView, sheet_page
from results.sheets.services.entering import NOT_STARTED, FigureQuestions, issue_key
from results.sheets.services.signed import waits_for_start
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import HandsIn
from tdsuite.tournaments.rulebooks.reasons import Reason

STATION = "station:"  # how the public id of a shared device begins
HEADLINES: dict[tuple[State, bool, bool], tuple[str, str]] = {
    # state, signed by me, signed by the other: headline, what to do
    (State.EMPTY, False, False): ("No result yet", "When the game is over one of you enters it; the other checks and signs."),
    (State.ENTERED, False, True): ("{other} entered this", "Compare it with your own card. Sign it if it is right."),
    (State.ENTERED, True, False): ("You signed", "{other} signs next: on any phone by link or PIN, or at the desk."),
    (State.ENTERED, False, False): ("These figures changed", "A line was added or taken away since they were signed. Read them and sign again."),
    (State.DISPUTED, False, True): ("You do not agree", "Compare both cards together. Sign the other’s if it is right, or enter the right figures."),
    (State.DISPUTED, True, False): ("You do not agree", "Compare both cards together. Either of you can sign the other’s, or enter the right figures."),
    (State.DISPUTED, False, False): ("You do not agree", "Compare both cards together and enter the right figures, or call the director."),
    (State.POSTED, False, True): ("Entered at the desk", "{other} signed. Compare it with your own card. Sign it if it is right."),
    (State.POSTED, True, False): ("You signed", "{other}’s signature is still missing."),
    (State.POSTED, False, False): ("Entered at the desk", "Compare it with your own card. Sign it if it is right."),
    (State.WAIVED, False, True): ("It counts without signatures", "You can still sign."),
    (State.WAIVED, True, False): ("It counts without all signatures", "You signed."),
    (State.WAIVED, False, False): ("It counts without signatures", "You can still sign."),
    (State.HANDED_IN, True, True): ("Final", "Both signed, and it is handed in."),
    (State.RULED, False, False): ("Decided by the director", "Only an appeal changes it."),
    (State.SET_ASIDE, False, False): ("Set aside", "Others play at this board now."),
}  # fmt: skip
SIGNED_BY = {State.HANDED_IN: (True, True), State.RULED: (False, False), State.SET_ASIDE: (False, False)}
WON, LOST, TIED, EITHER = (
    "You won: hand the sheet in before you leave.",
    "{other} won and hands the sheet in.",
    "A tie: either of you hands the sheet in.",
    "Either of you hands the sheet in.",
)
DECIDED = "The director decided this game: there is nothing to sign."
CARDS_DIFFER = ("The two cards differ", "The director compares both cards and decides the result.")
BRIEF = {
    State.EMPTY: "enter it", State.ENTERED: "signed by you", State.DISPUTED: "disputed", State.POSTED: "signed by you",
    State.WAIVED: "counts", State.HANDED_IN: "final", State.RULED: "ruled", State.SET_ASIDE: "set aside",
}  # fmt: skip
NOTES = {"bad": "error", "warn": "warning", "good": "success"}


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """Where one player stands with a sheet.

    Attributes:
        mine: this player has signed.
        headline, what_next: how it stands, and what is to be done.
        my_turn: this player is waited for.
        tone: of a badge; `note` is the same of a note. The words say the same.
        brief: a few words, for a list.
    """

    state: State
    mine: bool
    headline: str
    what_next: str
    may_enter: bool
    may_sign: bool
    may_dispute: bool
    may_hand_in: bool
    my_turn: bool
    tone: str
    brief: str

    @property
    def note(self) -> str:
        return NOTES.get(self.tone, "")


def player_standing(
    state: State,
    me: int,
    other: Entry,
    signed: frozenset[int],
    *,
    winner: int | None,
    settle: bool,
    either: bool = False,
) -> PlayerStanding:
    """Where a player stands with a sheet.

    Args:
        signed: entries whose names stand under the newest version.
        winner: the entry with more points, None for a tie or no score.
        settle: the players may still agree in a dispute.
        either: by the rulebook either of them hands the sheet in.
    """
    mine, disputed = me in signed, state is State.DISPUTED
    open_to_players = settle or not disputed
    if state is State.SIGNED:
        decided = EITHER if either else WON if winner == me else LOST
        headline, what_next = "Both signed", TIED if winner is None else decided
    elif not open_to_players:
        headline, what_next = CARDS_DIFFER
    else:
        signatures = SIGNED_BY.get(state, (mine, other.pk in signed))
        headline, what_next = HEADLINES.get((state, *signatures)) or HEADLINES[state, False, False]
    signable = state in (State.ENTERED, State.DISPUTED, State.POSTED, State.WAIVED)
    may_sign = signable and not mine and open_to_players
    awaited = may_sign and state is not State.WAIVED
    may_hand_in = state is State.SIGNED and (either or winner in (None, me))
    my_turn = may_hand_in or (awaited and state is not State.SIGNED)
    if state is State.SIGNED:
        brief = "hand it in" if my_turn else "signed"
    else:
        brief = "sign it" if awaited and not disputed else BRIEF[state]
    return PlayerStanding(
        state, mine, headline.format(other=other.player), what_next.format(other=other.player),
        may_enter=state in (State.EMPTY, State.ENTERED) or (disputed and settle),
        may_sign=may_sign,
        may_dispute=signable and not mine and not disputed,
        may_hand_in=may_hand_in,
        my_turn=my_turn,
        tone="bad" if disputed else "warn" if my_turn else "good" if state in FINAL else "info",
        brief=brief,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """A player's own sheet with everything that can be done on it.

    Attributes:
        headline, what_next: how it stands, and what is to be done.
        asked: what is asked first about figures that were sent.
        refused: the last petition about the newest version, where the director refused it.
        may_recount: why a recount may be asked for; None where it may not.
        no_recount: why no recount may be asked for any more, once both signed; None elsewhere.
        form: None where no figures can be entered.
        key: one submission's key, whichever button is pressed.
        store: under which name a script stores figures on this phone; "" at a station, which stores nothing.
    """

    page: SheetPage
    me: Entry
    opponent: Entry
    standing: PlayerStanding
    headline: str
    what_next: str
    asked: FigureQuestions | None
    refused: Petition | None
    may_enter: bool
    may_correct: bool
    may_recount: Reason | None
    no_recount: Reason | None
    form: FiguresForm | None
    key: str
    store: str

    @property
    def older(self) -> list[VersionView]:
        return self.page.versions[1:]

    @property
    def stamp(self) -> str:
        """Changes with everything that this page shows of the sheet."""
        page, latest, petition = self.page, self.page.latest, self.page.petition
        parts = [
            latest.number if latest else 0, page.sheet.state if page.sheet else "", latest.signed if latest else 0,
            petition.row.pk if petition else 0, petition.row.status if petition else "",
            page.recount.pk if page.recount else 0, page.calls[0].pk if page.calls else 0, page.game.outcome,
            page.path.value, page.game.table, page.sheet.disputed_by_id if page.sheet else 0,
            self.refused.pk if self.refused else 0,
        ]  # fmt: skip
        return ".".join(map(str, parts))


def own_sheet(
    actor: PlayerActor, game: Game, *, form: FiguresForm | None = None, asked: FigureQuestions | None = None
) -> OwnSheet:
    """The sheet as this player sees it, in a fixed number of queries.

    Args:
        form: figures that were sent and not taken.
        asked: what is asked about them first.
    """
    page = sheet_page(game, me=actor.pk)
    tournament, latest, right = game.round.division.tournament, page.latest, page.recount_right
    me, opponent = page.people[actor.pk], next(entry for pk, entry in page.people.items() if pk != actor.pk)
    standing = player_standing(
        page.state, actor.pk, opponent, page.signed, winner=page.facts.winner if page.facts else None,
        settle=not page.cards_differ or players_may_settle(tournament.book),
        either=tournament.rules.rulebook.results.hands_in.value is HandsIn.EITHER,
    )  # fmt: skip
    stated = game.outcome in Game.STATED or game.outcome == Game.Outcome.VOID  # there are no figures to sign
    waits = waits_for_start(game)
    may_enter = standing.may_enter and not stated and not waits
    may_correct = page.path in (Path.AGREE, Path.PETITION) and page.petition is None and not stated
    if form is None and (may_enter or may_correct):
        scores = standing.mine or may_correct
        values = first_values(page.facts, game, scores=scores)
        form = FiguresForm(game=game, me=actor.pk, initial=values)
    refused = None
    if page.sheet is not None and latest is not None and latest.row is not None:
        last = Petition.objects.filter(sheet=page.sheet, base=latest.row).order_by("-pk").first()
        refused = last if last is not None and last.status == Petition.Status.REFUSED else None
    both_signed = page.state in (State.SIGNED, State.HANDED_IN)
    return OwnSheet(
        page, me, opponent, standing,
        headline=str(game.get_outcome_display()).capitalize() if stated else standing.headline,
        what_next=DECIDED if stated else NOT_STARTED.format(round=game.round.number) if waits else standing.what_next,
        asked=asked, refused=refused, may_enter=may_enter, may_correct=may_correct,
        may_recount=right.reasons[0] if right and right.allowed and page.recount is None else None,
        no_recount=right.reasons[0] if right and not right.allowed and both_signed else None,
        form=form,
        key=issue_key(by=actor, game=game),
        store="" if actor.device.startswith(STATION) else f"sheet:{game.pk}:{actor.pk}",
    )  # fmt: skip
