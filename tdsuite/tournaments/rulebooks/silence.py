"""Our defaults (†) where a book says nothing and the director rules: shared by the books that are silent alike."""

from dataclasses import replace

from tdsuite.tournaments.rulebooks import model as m
from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Provision, Span, borrowed, ours
from tdsuite.tournaments.rulebooks.wespa_2010 import WESPA_2010

DIRECTOR = "The director decides."

STARTLESS = WESPA_2010.starting.who_starts.startless
LIKE_TILES: Provision[tuple[t.LikeTiles, ...]] = ours((t.LikeTiles.DIRECTOR,), DIRECTOR)

SPECIAL_NEEDS = ours(t.SpecialNeeds(), "The director decides what a player who cannot follow the procedures may do.")

LATE = m.Late(
    clock=ours(
        t.LateClock(t.Duty.RULING, 0, False, t.OnArrival.RULING), "The director decides whether and when it runs."
    ),
    no_official_start=ours(t.NoOfficialStart.DIRECTOR, DIRECTOR),
)
BOTH_ABSENT = m.Absent(
    charge=ours(t.BothAbsent.RULING, "The director decides; no clock is started for both."),
    neither_margin=ours(50, "Both lose by 50.", span=Span(0, 500)),
    neither_rated=ours(False, "Not rated."),
)
MAY_ELECT = ours(t.ElectForfeit(t.ElectWhen.RULING), DIRECTOR)
MUST_FORFEIT = ours(t.MustForfeit.RULING, DIRECTOR)
LATENESS_FORFEIT = m.LatenessForfeit(
    margin=ours(50, "The director decides; 50 is offered.", span=Span(0, 500)),
    elected_margin=ours(50, "The same as for any lateness forfeit."),
    may_raise=ours(True, "The margin is the director's anyway."),
    deliberate_level=ours(None, "The book knows no offence levels."),
)
ROUND_BREAK = ours(t.RoundBreak(), "As scheduled.")

TIME_GIVEN: Provision[tuple[t.TimeRule, ...]] = ours((), "The director gives or takes time by a ruling.")
NO_OBJECTIONS: Provision[tuple[t.Counter, ...]] = ours((), "No faults are counted; the director rules.")
_SLIPS = WESPA_2010.during.slips
SLIPS = m.ChallengeSlips(
    fixed_by_runner=replace(_SLIPS.fixed_by_runner, rule="", ours=True),
    fixed_self_run=replace(_SLIPS.fixed_self_run, rule="", ours=True),
    fixed_at_station=replace(_SLIPS.fixed_at_station, rule="", ours=True),
    put_right=replace(_SLIPS.put_right, rule="", ours=True),
    reissue=replace(_SLIPS.reissue, rule="", ours=True),
    one_go=replace(_SLIPS.one_go, rule="", ours=True),
    compelled=replace(_SLIPS.compelled, rule="", ours=True),
    concession=replace(_SLIPS.concession, rule="", ours=True),
    verdict=replace(_SLIPS.verdict, rule="", ours=True),
)

CHARGED = ours(t.Charged.CHALLENGER, "Points come off the challenger's score.")
COUNTED_OVER = ours(t.CountSpan.GAME, "A player's unsuccessful challenges in that game.")
MISADJUDICATION = ours(t.Misadjudication(t.MisadjudicationRemedy.RULING), DIRECTOR)
OUT_OF_ORDER = ours(t.OutOfOrder(ruling=True), DIRECTOR)
LATE_UNDERDRAW = ours(t.Underdraw(t.UnderdrawUntil.RULING), DIRECTOR)
ILLEGAL_EXCHANGE = ours(t.IllegalExchange(t.ExchangeRemedy.RULING), DIRECTOR)
UNNUMBERED = ours(t.UnnumberedExchange.DIRECTOR, DIRECTOR)
NO_LEVELS = ours(t.EightConduct(knowingly=None, undisclosed=None), "The book knows no offence levels.")

AFTER_END = ours(o.AfterEnd(disregarded=True), "Time run after the true end of the game is disregarded.")
FOUND_TILES = m.FoundTiles(
    out_of_bag=ours(o.FoundTile(o.FoundUntil.RULING, o.FoundGoesTo.RULING), DIRECTOR),
    in_bag=ours(o.FoundTile(o.FoundUntil.RULING, o.FoundGoesTo.RULING), DIRECTOR),
)
TIE = ours(1, "Half a win each.")
RECOUNT_COURSE = ours(
    o.RecountCourse(sat_out_may_not_ask=True, halted_applies_agreed=True, director_verifies=True),
    "A player who sat one out asks for no other; halted, what was agreed so far is applied; the director verifies a play "
    "that both dispute.",
    note="Ours: as NSA III.E.",
)
ANY_RECOUNT = ours(o.Recount(max_margin=None, full_only=False), "Any game may be recounted.")

SIGNED_SHEET = borrowed(WESPA_2010.results.signed_sheet, "WESPA")
HANDS_IN = borrowed(WESPA_2010.results.hands_in, "WESPA")
FORFEITS_UNRATED = m.ForfeitsRated(
    lateness=ours(o.Rated.NO, "The director decides; not rated is offered."),
    overtime=ours(o.Rated.NO, "The director decides; not rated is offered."),
    resigned=ours(o.Rated.NO, "The director decides; not rated is offered."),
    ejection=ours(o.Rated.NO, "The director decides; not rated is offered."),
    awarded=ours(o.Rated.NO, "The director decides; not rated is offered."),
)
BYE = m.Bye(
    half_wins=Provision(
        2, "A win.", ours=True, choices=WESPA_2010.results.bye.half_wins.choices, note="Ours: as NSA III.G.3."
    ),
    spread=ours(50, "50 points.", note="Ours: as NSA III.G.3.", span=Span(0, 500)),
    rated=ours(False, "Not rated.", note="Ours: as NSA III.G."),
)
NO_REPORT = ours(o.Reporting(), "Nobody outside the event is told.")
REPORTS = m.Reports(rulings=NO_REPORT, gravest=NO_REPORT, lesser=NO_REPORT, incidents=NO_REPORT, recounts=NO_REPORT)
POSTPONED = ours(o.PostponeBy.DIRECTOR, DIRECTOR)

_WESPA_RESIGNING = WESPA_2010.results.resigning
RESIGNING = m.Resigning(
    when=borrowed(_WESPA_RESIGNING.when, "WESPA"),
    finish_later=borrowed(_WESPA_RESIGNING.finish_later, "WESPA"),
    margin=borrowed(_WESPA_RESIGNING.margin, "WESPA"),
    level_margin=borrowed(_WESPA_RESIGNING.level_margin, "WESPA"),
    mirrored=borrowed(_WESPA_RESIGNING.mirrored, "WESPA"),
    improper_by_director=borrowed(_WESPA_RESIGNING.improper_by_director, "WESPA"),
)
EJECTION = m.Ejections(
    gravest=ours(o.Ejection(o.EjectedGames.RULING, o.EjectedGames.RULING), DIRECTOR),
    lesser=ours(o.Ejection(o.EjectedGames.RULING, o.EjectedGames.RULING), DIRECTOR),
)
NO_OFFENCE_LEVELS = ours(False, "The book knows no offence levels.")
PENALTY_FORFEIT = ours(o.MarginBy.DIRECTOR, "The director sets the margin.")
