"""What a player's sheet page is made of, read in a fixed number of queries."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tdsuite.access.actors import PlayerActor
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import HandsIn
from tdsuite.tournaments.rulebooks.reasons import Reason

from ..engine.sheet_states import Path, State
from ..engine.sheets import SheetFacts
from ..forms_sheets import FiguresForm, as_it_stands, said_on
from ..models import Petition, Recount, Sheet, TableCall
from ..services.sheets.doubts import Doubts
from ..services.sheets.submissions import issue_key
from ..services.sheets_reads import SheetView, sheet_view
from .player_state import Standing
from .sheets_shown import Shown, claims, people_of, versions_of, what_differs

STATION = "station:"  # how the public id of a shared device begins


@dataclass(frozen=True, slots=True)
class Card:
    """One player's card in a dispute.  fields: the same figures as a form sends them."""

    entry: Entry
    shown: Shown
    own: bool
    fields: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """An open petition.  shown: the figures it asks for."""

    row: Petition
    shown: Shown
    mine: bool


@dataclass
class PlayerSheet:
    """A player's own sheet with everything that can be done on it."""

    actor: PlayerActor
    division: Division
    game: Game
    bound: FiguresForm | None = None  # figures that were sent and not taken
    doubts: Doubts | None = None  # what is asked about them first
    people: dict[int, Entry] = field(init=False)

    def __post_init__(self) -> None:
        self.people = people_of(self.game)

    @property
    def me(self) -> Entry:
        return self.people[self.actor.pk]

    @property
    def opponent(self) -> Entry:
        return next(entry for pk, entry in self.people.items() if pk != self.actor.pk)

    @cached_property
    def view(self) -> SheetView:
        return sheet_view(self.game)

    @property
    def sheet(self) -> Sheet | None:
        return self.view.sheet

    @cached_property
    def versions(self) -> list[Shown]:
        """Newest first. A game entered at the keyboard has one that nobody has written down yet: the bytes signing accepts."""
        written = versions_of(self.sheet, self.people, self.actor.pk)
        view = self.view
        if not written and view.facts is not None:
            return [Shown(view.facts, view.number, view.sha256, self.people, self.actor.pk, signatures={})]
        return written

    @property
    def latest(self) -> Shown | None:
        return self.versions[0] if self.versions else None

    @property
    def older(self) -> list[Shown]:
        return self.versions[1:]

    @cached_property
    def standing(self) -> Standing:
        winner = self.latest.facts.winner if self.latest else None
        book = self.game.round.division.tournament.rules.rulebook
        return Standing(
            self.view.state, self.actor.pk, self.opponent, self.view.signed, winner=winner,
            settle=self.view.settle or not self.view.differ,
            either=book.results.hands_in.value is HandsIn.EITHER,
        )  # fmt: skip

    @property
    def undecided(self) -> bool:
        """Whether the game's end is not stated otherwise: a forfeit has no figures to sign."""
        return self.game.outcome not in Game.STATED and self.game.outcome != Game.Outcome.VOID

    @property
    def says(self) -> str:
        return self.standing.says if self.undecided else str(self.game.get_outcome_display()).capitalize()

    @property
    def what_next(self) -> str:
        return (
            self.standing.what_next if self.undecided else "The director decided this game: there is nothing to sign."
        )

    @cached_property
    def cards(self) -> list[Card]:
        """The two cards where they differ, own first; none otherwise."""
        if self.sheet is None or self.sheet.state != State.DISPUTED:
            return []
        return two_cards(self.sheet, self.versions, [self.me, self.opponent], me=self.actor.pk)

    @cached_property
    def petition(self) -> Asked | None:
        row = self.view.petition
        if row is None:
            return None
        shown = Shown(row.facts, 0, row.sha256, self.people, self.actor.pk)
        if self.latest is not None:
            shown = replace(shown, differs=what_differs(shown, self.latest))
        return Asked(row, shown, row.proposed_by_id == self.actor.pk)

    @cached_property
    def refused(self) -> Petition | None:
        """The last petition about the newest version, where the director refused it."""
        if self.sheet is None or self.latest is None or self.latest.row is None:
            return None
        last = Petition.objects.filter(sheet=self.sheet, base=self.latest.row).order_by("-pk").first()
        return last if last is not None and last.status == Petition.Status.REFUSED else None

    @property
    def path(self) -> str:
        return self.view.path.value

    @property
    def path_says(self) -> Reason:
        return self.view.why

    @property
    def may_enter(self) -> bool:
        return self.standing.may_enter and self.undecided

    @property
    def may_correct(self) -> bool:
        return self.path in (Path.AGREE, Path.PETITION) and self.petition is None and self.undecided

    @cached_property
    def form(self) -> FiguresForm:
        if self.bound is not None:
            return self.bound
        facts = self.latest.facts if self.latest else None
        own = self.standing.mine or self.may_correct
        return FiguresForm(game=self.game, me=self.actor.pk, initial=as_it_stands(facts, self.game, scores=own))

    @cached_property
    def recount(self) -> Recount | None:
        return Recount.objects.open().filter(game=self.game).select_related("asked_by__player").first()

    @property
    def recount_right(self) -> Reason | None:
        """Why a recount may be asked for; None where it may not."""
        return self.view.recount.reasons[0] if self.view.recount and self.view.may_recount else None

    @property
    def no_recount(self) -> Reason | None:
        """Why no recount may be asked for any more, once both signed; None elsewhere."""
        right = self.view.recount
        both = self.view.state in (State.SIGNED, State.HANDED_IN)
        return right.reasons[0] if both and right is not None and not right.allowed else None

    @cached_property
    def call(self) -> TableCall | None:
        return TableCall.objects.filter(game=self.game, answered_at=None).first()

    @cached_property
    def key(self) -> str:
        """One submission's key, whichever button is pressed."""
        return issue_key(by=self.actor, game=self.game)

    @property
    def keep(self) -> str:
        """Under which name a script keeps figures on this phone; "" at a station, which keeps nothing."""
        return "" if self.actor.device.startswith(STATION) else f"sheet:{self.game.pk}:{self.actor.pk}"

    @property
    def stamp(self) -> str:
        """Changes with everything that this page shows of the sheet."""
        latest, asked = self.latest, self.petition
        return ".".join(
            str(one)
            for one in (
                latest.number if latest else 0, self.sheet.state if self.sheet else "", len(latest.signatures or {}) if latest else 0,
                asked.row.pk if asked else 0, asked.row.status if asked else "", self.recount.pk if self.recount else 0,
                self.call.pk if self.call else 0, self.game.outcome, self.path, self.game.table,
                self.sheet.disputed_by_id if self.sheet else 0, self.refused.pk if self.refused else 0,
            )
        )  # fmt: skip


def two_cards(sheet: Sheet, versions: list[Shown], players: list[Entry], *, me: int | None = None) -> list[Card]:
    """The newest card of each player who signed one, with what differs marked."""
    found = claims(versions, players, since=sheet.since)
    there = [found[player.pk] for player in players if player.pk in found]
    differs = what_differs(there[0], there[1]) if len(there) == 2 else frozenset()
    return [
        Card(player, replace(found[player.pk], differs=differs), player.pk == me, fields_of(found[player.pk].facts))
        for player in players
        if player.pk in found
    ]


def fields_of(facts: SheetFacts) -> tuple[tuple[str, Any], ...]:
    """A card's figures as the fields of FiguresForm, for one who takes them over as they are."""
    return tuple((name, "on" if value is True else value) for name, value in said_on(facts).items() if value != "")
