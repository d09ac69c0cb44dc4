"""SOWPODS club and tournament rules."""

from tdsuite.tournaments.rulebooks import model as m
from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import penalties as p
from tdsuite.tournaments.rulebooks import silence
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Choice, Provision, borrowed, ours
from tdsuite.tournaments.rulebooks.wespa_2010 import WESPA_2010

SOWPODS = t.WordList("SOWPODS", max_length=9)
CHAMBERS = t.WordList("Chambers Dictionary (1993)", min_length=10)
COLLEGIATE = t.WordList("Merriam-Webster's Collegiate Dictionary, 10th edition", min_length=9, roots=True)
BY_BOOK = t.WordSourceRule((t.WordSourceEdition((SOWPODS, CHAMBERS, COLLEGIATE)),))
BY_COMPUTER = t.WordSourceRule((t.WordSourceEdition((t.WordList("SOWPODS, as a computer list"),)),))

BEFORE = m.BeforeGame(
    word_source=Provision(
        BY_BOOK,
        "SOWPODS; over nine letters Chambers, roots over eight letters Collegiate 10th. Tournaments usually use a "
        "computer list.",
        rule="Play 10",
        choices=(
            Choice("books", "SOWPODS with Chambers and Collegiate 10th", BY_BOOK, "Play 10"),
            Choice("computer", "a computer list", BY_COMPUTER, "Play 10"),
        ),
    ),
    game_time=m.GameTime(
        seconds=Provision(25 * t.MINUTE, "25 minutes each.", rule="Equipment"),
        move_limit=ours(t.MoveLimit.NONE, "No limit on the time taken over one move."),
    ),
    no_clocks=Provision(
        t.NoClockRule(t.NoClocks.ANNOUNCED), "The director announces how time is regulated.", rule="Equipment"
    ),
    disputed_equipment=m.DisputedEquipment(
        game_set=ours(t.EquipmentRule.DIRECTOR, silence.DIRECTOR),
        timers=ours(t.TimerOrder((), overtime_readable=False), silence.DIRECTOR),
        timer_place=ours(t.Seat.DIRECTOR, silence.DIRECTOR),
        like_tiles=silence.LIKE_TILES,
    ),
    time_given=silence.TIME_GIVEN,
    special_needs=silence.SPECIAL_NEEDS,
)

STARTING = m.Starting(
    who_starts=m.WhoStarts(
        system=Provision(t.StartSystem.DRAW, "A tile draw.", rule="Starting the game"),
        balance=Provision((t.StartTest.DRAW,), "A tile draw whatever the records.", rule="Starting the game"),
        startless=silence.STARTLESS,
    ),
    tile_draw=m.TileDraw(
        rank=Provision(t.TileRank.BLANK_THEN_A_TO_Z, "Nearest A; a blank comes before A.", rule="Starting the game"),
        on_tie=Provision(t.DrawTie.REDRAW, "Draw again.", rule="Starting the game"),
        tiles_back=Provision(
            t.TilesBack.RESHUFFLED_BEFORE_PLAY, "Returned and reshuffled before play.", rule="Starting the game"
        ),
    ),
    late=silence.LATE,
    both_absent=silence.BOTH_ABSENT,
    may_elect=silence.MAY_ELECT,
    must_forfeit=silence.MUST_FORFEIT,
    lateness_forfeit=silence.LATENESS_FORFEIT,
    round_break=silence.ROUND_BREAK,
)

_WESPA = WESPA_2010.during
PENALTY_CHOICES = tuple(
    Choice(scheme.code, scheme.label, scheme)
    for scheme in (p.SINGLE, p.FIVE_A_WORD, p.FIVE_A_TURN, p.TEN_A_WORD, p.TEN_A_TURN, p.RISING, p.ONE_MINUTE)
)

DURING = m.During(
    challenge=m.ChallengePenalty(
        scheme=Provision(
            p.SINGLE,
            "No points, unless the organiser chooses some; the turn is never lost (Play 12).",
            ours=True,
            choices=PENALTY_CHOICES,
            extensible=True,
            note="Ours: that nothing is due. Play 12 says only that an erroneous challenger does not lose the turn.",
        ),
        due=ours(t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "Only if every challenged word is acceptable."),
        free=ours(
            (t.FreeChallenge.PLACEMENT, t.FreeChallenge.EXCHANGE),
            "Challenges to where a word is placed or to an exchange, which the director settles.",
        ),
        charged=silence.CHARGED,
        counted_over=silence.COUNTED_OVER,
    ),
    slips=silence.SLIPS,
    opinions=m.Opinions(
        second=borrowed(_WESPA.opinions.second, "WESPA"),
        self_lookup=borrowed(_WESPA.opinions.self_lookup, "WESPA"),
    ),
    misadjudication=silence.MISADJUDICATION,
    overdraw=m.Overdrawing(
        remedy=borrowed(_WESPA.overdraw.remedy, "WESPA"),
        too_many_shown=borrowed(_WESPA.overdraw.too_many_shown, "WESPA"),
        loose_tiles=borrowed(_WESPA.overdraw.loose_tiles, "WESPA"),
        put_back=ours(t.PutBack.DIRECTOR, silence.DIRECTOR),
    ),
    eight_tiles=m.PlayedWithEight(
        remedy=ours(t.EightTiles(t.EightRemedy.RULING, t.EightRemedy.RULING), silence.DIRECTOR),
        conduct=silence.NO_LEVELS,
    ),
    out_of_order=silence.OUT_OF_ORDER,
    late_underdraw=silence.LATE_UNDERDRAW,
    exchange=m.Exchanges(
        least_in_bag=Provision(7, "Not allowed with fewer than seven tiles in the bag.", rule="Play 7"),
        remedy=silence.ILLEGAL_EXCHANGE,
        unnumbered=silence.UNNUMBERED,
    ),
    objections=silence.NO_OBJECTIONS,
)

ENDING = m.Ending(
    overtime=m.Overtime(
        points=Provision(10, "10 points for each minute over.", rule="Equipment"),
        per_seconds=Provision(t.MINUTE, "By the minute.", rule="Equipment"),
        part_counts=ours(True, "Part of a minute costs 10 too."),
        after_time=Provision(o.AfterTime.PLAY_ON, "The game continues.", rule="Equipment"),
        after_end=silence.AFTER_END,
    ),
    overtime_forfeit=Provision(None, "None; the game continues.", rule="Equipment"),
    tiles_left=Provision(
        o.TilesLeft.DOUBLE, "Twice their value to the player who went out, nothing off the other.", rule="Scoring 9"
    ),
    six_zeros=m.SixZeros(
        ends=Provision(
            o.ZeroTurns(6, (o.Zero.PASS_TURN, o.Zero.EXCHANGE, o.Zero.PLAY_CHALLENGED_OFF), may_agree_sooner=True),
            "Six turns running without tiles placed; if neither can play they may agree to end sooner.",
            rule="Scoring 11",
        ),
        racks=Provision(t.RackRule.BOTH_LOSE, "Each loses the value of their own rack.", rule="Scoring 11"),
    ),
    found_tiles=silence.FOUND_TILES,
    round_stopped=ours(o.RoundStopped(t.RackRule.NO_CHANGE), "The director rules; scores as they stand."),
    tie_half_wins=Provision(1, "Not broken; half a win each.", rule="Scoring 10", ours=True, note="Ours: half a win."),
    recount=silence.ANY_RECOUNT,
    recount_course=silence.RECOUNT_COURSE,
)

RESULTS = m.Results(
    signed_sheet=silence.SIGNED_SHEET,
    hands_in=silence.HANDS_IN,
    forfeit_rated=silence.FORFEITS_UNRATED,
    bye=silence.BYE,
    postponed=silence.POSTPONED,
    resigning=silence.RESIGNING,
    ejection=silence.EJECTION,
    appeal=ours(o.Appeal(o.AppealTo.NOBODY), "The director is final."),
    incidents=Provision(
        o.IncidentCatalogue.SOWPODS,
        "The book's procedures where it speaks; an overdraw and spilled tiles as under WESPA.",
        rule="Play 1-12",
    ),
    offence_levels=silence.NO_OFFENCE_LEVELS,
    penalty_forfeit=silence.PENALTY_FORFEIT,
    reports=silence.REPORTS,
)

SOWPODS_CLUB = m.Rulebook(
    key="sowpods-club",
    name="SOWPODS club and tournament rules",
    source=m.Source(document="Rules of the Game"),
    director_fills_gaps=ours(True, silence.DIRECTOR),
    before=BEFORE,
    starting=STARTING,
    during=DURING,
    ending=ENDING,
    results=RESULTS,
)
