"""A player's own sheet: how it stands, and everything that the player can do on it now."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _, pgettext, pgettext_lazy

from results.sheets.engine.states import FINAL, Path, State, players_may_settle
from results.sheets.forms import FiguresForm, first_values
from results.sheets.models import Petition
from results.sheets.services.decisions import waits_for_start
from results.sheets.services.entering import FigureQuestions, issue_key, not_started
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import HandsIn
from tdsuite.tournaments.rulebooks.reasons import Reason
from .sheet import SheetPage, VersionView, sheet_page

STATION = "station:"  # how the public id of a shared device begins
HEADLINES: dict[tuple[State, bool, bool], tuple[Promise, Promise]] = {
    # state, signed by me, signed by the other: headline, what to do
    (State.EMPTY, False, False): (_("No result yet"), _("When the game is over one of you enters it; the other checks and signs.")),
    (State.ENTERED, False, True): (_("{other} entered this"), _("Compare it with your own card. Sign it if it is right.")),
    (State.ENTERED, True, False): (_("You signed"), _("{other} signs next: on any phone by link or PIN, or at the desk.")),
    (State.ENTERED, False, False): (_("These figures changed"), _("A line was added or taken away since they were signed. Read them and sign again.")),
    (State.DISPUTED, False, True): (_("You do not agree"), _("Compare both cards together. Sign the other’s if it is right, or enter the right figures.")),
    (State.DISPUTED, True, False): (_("You do not agree"), _("Compare both cards together. Either of you can sign the other’s, or enter the right figures.")),
    (State.DISPUTED, False, False): (_("You do not agree"), _("Compare both cards together and enter the right figures, or call the director.")),
    (State.POSTED, False, True): (_("Entered at the desk"), _("{other} signed. Compare it with your own card. Sign it if it is right.")),
    (State.POSTED, True, False): (_("You signed"), _("{other}’s signature is still missing.")),
    (State.POSTED, False, False): (_("Entered at the desk"), _("Compare it with your own card. Sign it if it is right.")),
    (State.WAIVED, False, True): (_("It counts without signatures"), _("You can still sign.")),
    (State.WAIVED, True, False): (_("It counts without all signatures"), _("You signed.")),
    (State.WAIVED, False, False): (_("It counts without signatures"), _("You can still sign.")),
    (State.HANDED_IN, True, True): (_("Final"), _("Both signed, and it is handed in.")),
    (State.RULED, False, False): (_("Decided by the director"), _("Only an appeal changes it.")),
    (State.SET_ASIDE, False, False): (_("Set aside"), _("Others play at this board now.")),
}  # fmt: skip
SIGNED_BY = {State.HANDED_IN: (True, True), State.RULED: (False, False), State.SET_ASIDE: (False, False)}
WON, LOST, TIED, EITHER = (
    _("You won: hand the sheet in before you leave."),
    _("{other} won and hands the sheet in."),
    _("A tie: either of you hands the sheet in."),
    _("Either of you hands the sheet in."),
)
DECIDED = _("The director decided this game: there is nothing to sign.")
CARDS_DIFFER = (_("The two cards differ"), _("The director compares both cards and decides the result."))
BRIEF = {
    State.EMPTY: pgettext_lazy("sheet", "enter it"),
    State.ENTERED: pgettext_lazy("sheet", "signed by you"),
    State.DISPUTED: pgettext_lazy("sheet", "disputed"),
    State.POSTED: pgettext_lazy("sheet", "signed by you"),
    State.WAIVED: pgettext_lazy("sheet", "counts"),
    State.HANDED_IN: pgettext_lazy("sheet", "final"),
    State.RULED: pgettext_lazy("sheet", "ruled"),
    State.SET_ASIDE: pgettext_lazy("sheet", "set aside"),
}
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
    book: Rulebook,
    differ: bool = True,
) -> PlayerStanding:
    """Where a player stands with a sheet.

    Args:
        signed: entries whose names stand under the newest version.
        winner: the entry with more points, None for a tie or no score.
        differ: in a dispute the two signed different figures.
    """
    mine, disputed = me in signed, state is State.DISPUTED
    settle, either = not differ or players_may_settle(book), book.results.hands_in.value is HandsIn.EITHER
    open_to_players = settle or not disputed
    if state is State.SIGNED:
        decided = EITHER if either else WON if winner == me else LOST
        words: tuple[Promise, Promise] = _("Both signed"), TIED if winner is None else decided
    elif not open_to_players:
        words = CARDS_DIFFER
    else:
        signatures = SIGNED_BY.get(state, (mine, other.pk in signed))
        words = HEADLINES.get((state, *signatures)) or HEADLINES[state, False, False]
    headline, what_next = (str(text).format(other=other.player) for text in words)
    signable = state in (State.ENTERED, State.DISPUTED, State.POSTED, State.WAIVED)
    may_sign = signable and not mine and open_to_players
    awaited = may_sign and state is not State.WAIVED
    may_hand_in = state is State.SIGNED and (either or winner in (None, me))
    my_turn = may_hand_in or (awaited and state is not State.SIGNED)
    if state is State.SIGNED:
        brief = pgettext("sheet", "hand it in") if my_turn else pgettext("sheet", "signed")
    else:
        brief = pgettext("sheet", "sign it") if awaited and not disputed else str(BRIEF[state])
    return PlayerStanding(
        state, mine, headline, what_next,
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
    latest, right = page.latest, page.recount_right
    me, opponent = page.people[actor.pk], game.opponent(actor.pk)
    assert opponent is not None
    standing = player_standing(
        page.state, actor.pk, opponent, page.signed, winner=page.facts.winner if page.facts else None,
        book=game.round.division.book_in_force, differ=page.cards_differ,
    )  # fmt: skip
    stated = game.outcome in Game.STATED or game.outcome == Game.Outcome.VOID  # there are no figures to sign
    if waits := waits_for_start(game):
        standing = replace(standing, what_next=translated(not_started(game)))
    if stated:
        standing = replace(standing, headline=capfirst(game.get_outcome_display()), what_next=str(DECIDED))
    may_enter = standing.may_enter and not stated and not waits
    may_correct = page.path in (Path.AGREE, Path.PETITION) and page.petition is None and not stated
    if form is None and (may_enter or may_correct):
        values = first_values(page.facts, game, scores=standing.mine or may_correct)
        form = FiguresForm(game=game, me=actor.pk, initial=values)
    refused = None
    if page.sheet is not None and latest is not None and latest.row is not None:
        last = Petition.objects.filter(sheet=page.sheet, base=latest.row).order_by("-pk").first()
        refused = last if last is not None and last.status == Petition.Status.REFUSED else None
    both_signed = page.state in (State.SIGNED, State.HANDED_IN)
    return OwnSheet(
        page, me, opponent, standing,
        asked=asked, refused=refused, may_enter=may_enter, may_correct=may_correct,
        may_recount=right.reasons[0] if right and right.allowed and page.recount is None else None,
        no_recount=right.reasons[0] if right and not right.allowed and both_signed else None,
        form=form,
        key=issue_key(by=actor, game=game),
        store="" if actor.device.startswith(STATION) else f"sheet:{game.pk}:{actor.pk}",
    )  # fmt: skip
