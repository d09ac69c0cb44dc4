"""NSA Official Tournament Rules (2004)."""

from dataclasses import replace

from tdsuite.tournaments.rulebooks import model as m
from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import penalties as p
from tdsuite.tournaments.rulebooks import silence
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Choice, Provision, ours

OWL = t.WordList("Official Tournament & Club Word List (OWL)")
LONG_LIST = t.WordList("Long List", min_length=10)

BEFORE = m.BeforeGame(
    word_source=Provision(
        t.WordSourceRule((t.WordSourceEdition((OWL, LONG_LIST)),)),
        "Two to nine letters: OWL alone; ten or more: OWL, then the Long List.",
        rule="I.A.1",
    ),
    game_time=m.GameTime(
        seconds=Provision(25 * t.MINUTE, "Exactly 25 minutes each.", rule="I.A.3"),
        move_limit=Provision(t.MoveLimit.NONE, "No limit on the time taken over one turn.", rule="I.A.3"),
    ),
    no_clocks=Provision(
        t.NoClockRule(
            t.NoClocks.SAND_TIMERS,
            t.SandTimers(
                stop_after=54 * t.MINUTE,
                plays_after=1,
                per_move=3 * t.MINUTE,
                grace=5,
                notice=10,
                racks=t.RackRule.BOTH_LOSE,
            ),
        ),
        "Sand timers of about three minutes a move, five seconds' grace if not warned. The game stops at 54:00, then "
        "one more play each. No score within ten seconds of notice once the sand is down: the turn is lost.",
        rule="App. B, III.C.1",
    ),
    disputed_equipment=m.DisputedEquipment(
        game_set=Provision(
            t.EquipmentRule.MORE_CONFORMING,
            "The more conforming; where equal the player going second chooses.",
            rule="I.A.6",
        ),
        timers=Provision(
            t.TimerOrder(
                (
                    t.Timer.COUNTDOWN_EXACT,
                    t.Timer.COUNTDOWN_INEXACT,
                    t.Timer.COUNT_UP_OR_INEXACT_ANALOGUE,
                    t.Timer.SAND,
                ),
                overtime_readable=True,
            ),
            "Clocks counting down with exact overtime first, then the rest; never one whose overtime cannot be read.",
            rule="I.A.3, App. B A",
        ),
        timer_place=ours(t.Seat.DIRECTOR, silence.DIRECTOR),
        like_tiles=Provision(
            (t.LikeTiles.GAME_NOT_BEGUN, t.LikeTiles.FIRST_PLAYERS_SET, t.LikeTiles.DRAW_NEAREST_Z),
            "The game not begun changes; neither begun: the one using its first player's set; both do: a draw, "
            "nearest Z changes.",
            rule="Guideline 25",
        ),
    ),
    time_given=Provision(
        (
            t.TimeRule("I.A.6", "disadvantaged by equipment", accommodation=True),
            t.TimeRule("Guideline 6", "delayed by the opponent's tracking"),
        ),
        "To a player disadvantaged by equipment, or delayed by the opponent's tracking.",
        rule="I.A.6, Guideline 6",
    ),
    special_needs=Provision(
        t.SpecialNeeds(device_agreed_before=True),
        "Headphones and devices only for legitimate medical reasons, discussed with the director in advance.",
        rule="I.A.6.d",
    ),
)

STARTING = m.Starting(
    who_starts=m.WhoStarts(
        system=Provision(
            t.StartSystem.ASSIGNED,
            "Assigned by the tournament's structure; where it is not, self-balancing.",
            rule="I.C",
            choices=(
                Choice("assigned", "assigned by the structure", t.StartSystem.ASSIGNED, "I.C"),
                Choice("balance", "self-balancing", t.StartSystem.BALANCE, "I.C"),
            ),
        ),
        balance=Provision(
            (t.StartTest.FEWER_STARTS, t.StartTest.MORE_REPLIES, t.StartTest.DRAW),
            "Fewer firsts, then more seconds, then a draw.",
            rule="I.C",
        ),
        startless=silence.STARTLESS,
    ),
    tile_draw=m.TileDraw(
        rank=Provision(t.TileRank.BLANK_THEN_A_TO_Z, "Nearest A; a blank comes before A.", rule="I.C.3"),
        on_tie=Provision(t.DrawTie.REDRAW, "Repeat as needed.", rule="I.C.3"),
        tiles_back=Provision(t.TilesBack.BEFORE_PLAY, "Returned before play starts.", rule="I.C.3"),
    ),
    late=m.Late(
        clock=Provision(
            t.LateClock(t.Duty.MAY, 3 * t.MINUTE, True, t.OnArrival.STOP_FOR_PRELIMINARIES),
            "The director may start it from three minutes after the round starts, if the opponent is ready. It stops "
            "on arrival for the preliminaries and the draw, then runs on as it stands.",
            rule="I.F",
        ),
        no_official_start=Provision(
            t.NoOfficialStart.WARN_THEN_CLOCK, "Warn; start clocks only for repeat offenders.", rule="Guideline 19C"
        ),
    ),
    both_absent=m.Absent(
        charge=silence.BOTH_ABSENT.charge,
        neither_margin=Provision(50, "50 off the spread of each: each fails to show up.", rule="III.G.1"),
        neither_rated=silence.BOTH_ABSENT.neither_rated,
    ),
    may_elect=Provision(
        t.ElectForfeit(t.ElectWhen.ANY_ARRIVAL),
        "At any arrival after the clock was started.",
        rule="Guideline 19A",
    ),
    must_forfeit=Provision(t.MustForfeit.ASSIGNED_TIME_EXPIRED, "Once all 25 minutes have run.", rule="Guideline 19A"),
    lateness_forfeit=m.LatenessForfeit(
        margin=Provision(50, "50 off the player's spread and 50 on the opponent's.", rule="III.G.1, Guideline 19A"),
        elected_margin=ours(50, "The same where the player elects to forfeit."),
        may_raise=Provision(False, "The margin is always 50.", rule="III.G.1"),
        deliberate_level=ours(None, "The book knows no offence levels."),
    ),
    round_break=Provision(
        t.RoundBreak(after_game=10 * t.MINUTE, after_recount=5 * t.MINUTE, next_round_run=10 * t.MINUTE),
        "Ten minutes if not in a recount; five after a full recount if the next round has run ten minutes.",
        rule="Guideline 19C",
    ),
)

DURING = m.During(
    challenge=m.ChallengePenalty(
        scheme=Provision(p.DOUBLE, "Loss of turn.", rule="II.L.5"),
        due=Provision(
            t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "Only if every challenged word is acceptable.", rule="II.L.5"
        ),
        free=Provision(
            (
                t.FreeChallenge.OUT_PLAY,
                t.FreeChallenge.LOST_TILE_TO_CHALLENGED,
                t.FreeChallenge.BLANK_MISUNDERSTOOD,
            ),
            "The going-out play; one rescinded because a lost tile went to the challenged player before the verdict; "
            "one withdrawn over a misunderstood blank.",
            rule="III.A.3, II.L.8",
            note="Ours: that a challenge of a placement or an exchange, which the director settles, costs nothing.",
        ),
        charged=silence.CHARGED,
        counted_over=silence.COUNTED_OVER,
    ),
    slips=replace(
        silence.SLIPS,
        fixed_at_station=Provision(
            t.SlipFixed.ARRIVED,
            "The words are fixed once the players have left their seats and arrived at the computer.",
            rule="App. C A.3",
        ),
        put_right=Provision(
            True,
            "A slip unlike the board is put right before the look-up, when both players agree on it.",
            rule="II.L.4, App. C A.3, Guideline 11b",
        ),
        one_go=replace(silence.SLIPS.one_go, rule="II.L.5", ours=False),
        compelled=Provision(
            t.Compelled.ONCE_SAID, "A verbal challenge during the allowed period is binding.", rule="II.L.2"
        ),
        verdict=replace(silence.SLIPS.verdict, rule="II.L.5", ours=False),
    ),
    opinions=m.Opinions(
        second=Provision(
            t.SecondOpinion(t.Asker.EITHER, True, t.IfOpinionsDiffer.THIRD, third_at_discretion=True),
            "Either player may ask; another person looks; a third if the two differ or the director wishes.",
            rule="II.L.6, Guideline 11h",
        ),
        self_lookup=Provision(
            t.SelfLookup.FINAL_UNLESS_FLAWED,
            "Final unless the program is flawed or a word was mistyped, which is then typed again.",
            rule="App. C A.10",
        ),
    ),
    misadjudication=Provision(
        t.Misadjudication(t.MisadjudicationRemedy.SPREAD_AWARD, bonus=25),
        "A turn lost wrongly and reported before leaving that day: the player's own spread gains the play's value "
        "and 25. The result and the opponent's spread stand.",
        rule="II.L.7",
    ),
    overdraw=m.Overdrawing(
        remedy=Provision(
            t.Overdraw(
                t.OverdrawMethod.SHOW_EXTRA_AND_TWO, also_shown=2, single_due_shows_only_new=True, seconds=t.MINUTE
            ),
            "The opponent shows two more tiles than were overdrawn and, within a minute, returns the extra number. "
            "One tile due and none mixed in: only the new ones are shown.",
            rule="II.B",
        ),
        too_many_shown=Provision(
            t.OverShown.EXTRA_UNSEEN, "The extra number goes back unseen, taken at random.", rule="Guideline 27"
        ),
        loose_tiles=Provision(
            t.LooseTiles.NOT_AN_OVERDRAW, "Returned to the bag; not an overdraw.", rule="II.B, Guideline 17"
        ),
        put_back=Provision(
            t.PutBack.SHOW_FROM_BAG_AND_TWO,
            "As many from the bag and two from the rack are shown; the opponent returns as many to the bag.",
            rule="II.A",
        ),
    ),
    eight_tiles=m.PlayedWithEight(
        remedy=Provision(
            t.EightTiles(t.EightRemedy.PLAY_OFF_TURN_LOST, t.EightRemedy.SCORE_LOST, incidents=3),
            "Before the opponent has played and started the clock: play off, overdraw procedure, turn lost; after: "
            "the play's score is lost. Reported and counted; the third may cost awards and remaining games.",
            rule="Guideline 20",
        ),
        conduct=Provision(
            t.EightConduct(knowingly=None, undisclosed=None),
            "Highly unethical; hiding it is cheating. The book has no levels.",
            rule="Guideline 18, Guideline 20",
        ),
    ),
    out_of_order=Provision(
        t.OutOfOrder(investigate_below=14, spread_points=50, above_all_below=7),
        "No penalty. Under 14 in the bag the director may look into it and take 50 spread points, above all under 7.",
        rule="II.C, Guideline 7",
    ),
    late_underdraw=Provision(
        t.Underdraw(t.UnderdrawUntil.OPPONENTS_NEXT_PLAY, seconds=t.MINUTE),
        "Found before the opponent's next play ends: the opponent chooses and gives the tiles within a minute; later: "
        "nothing.",
        rule="Guideline 13",
    ),
    exchange=m.Exchanges(
        least_in_bag=Provision(7, "At least seven tiles must be in the bag.", rule="II.G"),
        remedy=Provision(
            t.IllegalExchange(t.ExchangeRemedy.BY_STAGE, points=30, seconds=t.MINUTE),
            "By stage: a and b a pass; c and d the opponent chooses tiles within a minute; e, after the opponent's "
            "next play with a new tile racked, 30 points off the offender's score.",
            rule="II.H.10",
        ),
        unnumbered=Provision(
            t.UnnumberedExchange.IS_A_PASS,
            "Any exchange with no number said and no tile down is a pass.",
            rule="II.H.8",
        ),
    ),
    objections=Provision(
        (
            t.Counter(
                t.Fault.MISORIENTED,
                "Misoriented tile left, objected to in time",
                "II.F.2",
                3,
                every=False,
                seconds=t.MINUTE,
            ),
            t.Counter(
                t.Fault.WRONG_SCORE,
                "Wrong score announced, objected to in time",
                "II.O",
                3,
                every=True,
                seconds=t.MINUTE,
            ),
            t.Counter(
                t.Fault.TRACKING,
                "Draw delayed by tracking first",
                "Guideline 6",
                1,
                every=True,
                seconds=t.MINUTE,
                after_warning=True,
            ),
        ),
        "Three misoriented tiles give the opponent a minute once, every three wrong scores a minute, and each delay by "
        "tracking after a warning a minute.",
        rule="II.F.2, II.O, Guideline 6",
    ),
)

ENDING = m.Ending(
    overtime=m.Overtime(
        points=Provision(10, "10 points a minute.", rule="III.C.2"),
        per_seconds=Provision(t.MINUTE, "By the minute.", rule="III.C.2"),
        part_counts=Provision(True, "A fraction counts as a whole minute; 0:00 is not over.", rule="III.C.2"),
        after_time=Provision(o.AfterTime.PLAY_ON, "The game goes on at a cost.", rule="III.C.2"),
        after_end=Provision(
            o.AfterEnd(disregarded=True, stops_after=5, opponents_fault_waived=True, director_may_erase=True),
            "None for time caused by starting the opponent's clock on the out play; the clock counts as stopped five "
            "seconds after tiles are shown or declared; the director may erase a penalty.",
            rule="III.B, Guideline 1, Guideline 5",
        ),
    ),
    overtime_forfeit=Provision(None, "None.", rule="III.C.2"),
    tiles_left=Provision(
        o.TilesLeft.DOUBLE, "Twice their value to the player who went out, nothing off the other.", rule="III.C.1"
    ),
    six_zeros=m.SixZeros(
        ends=Provision(
            o.ZeroTurns(
                6,
                (o.Zero.PASS_TURN, o.Zero.EXCHANGE, o.Zero.PLAY_CHALLENGED_OFF, o.Zero.FAILED_CHALLENGE),
                not_at_zero_zero=True,
            ),
            "Six scores of zero running by pass, exchange or challenge, failed ones too; not while it is 0-0.",
            rule="III.A.2",
        ),
        racks=Provision(t.RackRule.BOTH_LOSE, "Each loses the value of their own rack.", rule="III.C.1"),
    ),
    found_tiles=m.FoundTiles(
        out_of_bag=Provision(
            o.FoundTile(o.FoundUntil.GAME_OVER, o.FoundGoesTo.SHOULD_HAVE_DRAWN, unknown_left_out=True),
            "Not added once the game is over. Before that (tiles on both racks, or the last play held or challenged) it "
            "goes to whoever should have drawn it; if that is unknown, play goes on without it.",
            rule="Guideline 4",
        ),
        in_bag=Provision(
            o.FoundTile(o.FoundUntil.GAME_OVER, o.FoundGoesTo.SHOULD_HAVE_DRAWN, grace=5, unknown_left_out=True),
            "Seen in the bag within five seconds of the last play it still goes to whoever should have drawn it.",
            rule="Guideline 4",
        ),
    ),
    round_stopped=Provision(
        o.RoundStopped(t.RackRule.NO_CHANGE, warn_players=True, judge_delay=True),
        "Games stop with the scores as they stand, players warned a few minutes before; the director judges delay.",
        rule="Guideline 19B",
    ),
    tie_half_wins=Provision(1, "Half a win each.", rule="III.D"),
    recount=Provision(o.Recount(max_margin=None, full_only=False), "Any game.", rule="III.E"),
    recount_course=Provision(
        o.RecountCourse(sat_out_may_not_ask=True, halted_applies_agreed=True, director_verifies=True, report=True),
        "A player who sat one out asks for no other; halted, what was agreed so far is applied; the director verifies a "
        "play that both dispute, and reports it.",
        rule="III.E",
    ),
)

RESULTS = m.Results(
    signed_sheet=Provision(
        o.SignedSheet(
            o.CorrectionDeadline.NONE,
            director_told_before_submission=True,
            differing_sheets_to_director=True,
            tally_sheet_rules=True,
        ),
        "Both cards signed: final unless both, agreed, tell the director of a scoring error; no deadline. Cards that "
        "differ go to the director; a signed tally sheet rules.",
        rule="III.F, Guideline 12",
    ),
    hands_in=silence.HANDS_IN,
    forfeit_rated=m.ForfeitsRated(
        lateness=Provision(o.Rated.IF_BEGUN, "Not begun: no.", rule="III.G"),
        overtime=Provision(o.Rated.IF_BEGUN, "Rated as a completed game once begun.", rule="III.G"),
        resigned=Provision(o.Rated.IF_BEGUN, "Rated as a completed game once begun.", rule="III.G"),
        ejection=Provision(o.Rated.IF_BEGUN, "Rated as a completed game once begun.", rule="III.G"),
        awarded=Provision(o.Rated.IF_BEGUN, "Rated as a completed game once begun.", rule="III.G"),
    ),
    bye=m.Bye(
        half_wins=Provision(2, "A win.", rule="III.G.3"),
        spread=Provision(50, "50 points.", rule="III.G.3"),
        rated=Provision(False, "Not rated.", rule="III.G"),
    ),
    postponed=Provision(
        o.PostponeBy.OPPONENT_AND_DIRECTOR, "No forfeit if opponent and director agree.", rule="III.G.1"
    ),
    resigning=m.Resigning(
        when=Provision(o.ResignWhen.MUST_LEAVE, "A player who must leave.", rule="III.G.2"),
        finish_later=Provision(True, "Finished later if both players and the director agree.", rule="III.G.2"),
        margin=Provision(
            o.ResignMargin(base=50), "Ahead: 50 off the spread. Behind: 50 and the deficit.", rule="III.G.2"
        ),
        level_margin=ours(o.ResignMargin(base=50), "Level: 50 off the spread."),
        mirrored=ours(True, "The opponent's spread mirrors it."),
        improper_by_director=ours(True, silence.DIRECTOR),
    ),
    ejection=m.Ejections(
        gravest=Provision(
            o.Ejection(o.EjectedGames.STAND, o.EjectedGames.STAND, warnings_first=1),
            "After one warning to desist, removal is advised; games already played stand.",
            rule="Guideline 21",
            ours=True,
            note="Ours: that played games stand.",
        ),
        lesser=Provision(
            o.Ejection(o.EjectedGames.STAND, o.EjectedGames.STAND, remaining_forfeited=True, prizes_lost=True),
            "A third play with eight or more tiles may cost awards and remaining games.",
            rule="Guideline 20",
            ours=True,
            note="Ours: that played games stand.",
        ),
    ),
    appeal=Provision(
        o.Appeal(o.AppealTo.NOBODY, incident_report=True),
        "The director is final, and files incident reports.",
        rule="III.E, Guideline 2",
        ours=True,
        note="Ours: that the director is final.",
    ),
    incidents=Provision(o.IncidentCatalogue.NSA, "NSA's procedures.", rule="I.A-III.B, Guidelines 1-34"),
    offence_levels=silence.NO_OFFENCE_LEVELS,
    penalty_forfeit=silence.PENALTY_FORFEIT,
    reports=m.Reports(
        rulings=silence.NO_REPORT,
        gravest=ours(o.Reporting(), "The director deals with it; the book asks for no report outside the event."),
        lesser=ours(o.Reporting(), "The director deals with it; the book asks for no report outside the event."),
        incidents=Provision(
            o.Reporting((o.ReportTo.ASSOCIATION,)),
            "An incident report to the association where a disputed blank looks like wilful misconduct.",
            rule="Guideline 2",
        ),
        recounts=Provision(
            o.Reporting((o.ReportTo.ASSOCIATION,)),
            "An incident report to the association after a recount that the director had to halt or settle.",
            rule="III.E",
        ),
    ),
)

NSA_2004 = m.Rulebook(
    key="nsa-2004",
    name="NSA Official Tournament Rules",
    source=m.Source(document="NSA Official Tournament Rules", edition="2004"),
    director_fills_gaps=Provision(
        True,
        "The director decides: nobody gains by an irregularity of their own making, nobody is harmed by another's.",
        rule="App. D",
        ours=True,
        note="Ours: that it is the director. The principle is App. D's.",
    ),
    before=BEFORE,
    starting=STARTING,
    during=DURING,
    ending=ENDING,
    results=RESULTS,
)
