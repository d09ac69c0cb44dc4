"""WESPA Game Rules 2.0, 17 November 2010."""

from tdsuite.tournaments.rulebooks import model as m
from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import penalties as p
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Choice, Provision, Span, ours

TCWL_2007 = t.WordList("HarperCollins Scrabble Tournament & Club Word List (2007 edition)")

BEFORE = m.BeforeGame(
    word_source=Provision(
        t.WordSourceRule((t.WordSourceEdition((TCWL_2007,)),)),
        "Collins Tournament & Club Word List, 2007 edition; the event may not deviate from it.",
        rule="1.2(b), App. 2",
    ),
    game_time=m.GameTime(
        seconds=Provision(
            25 * t.MINUTE,
            "25 minutes each; another time may make the event non-ratable.",
            rule="5.3.5",
            span=Span(1, 120, rule="5.3.5", standard=False),
        ),
        move_limit=ours(t.MoveLimit.NONE, "No limit on the time taken over one move."),
    ),
    no_clocks=Provision(
        t.NoClockRule(t.NoClocks.FORBIDDEN), "Not allowed: every game is played with a timer.", rule="1.4.4"
    ),
    disputed_equipment=m.DisputedEquipment(
        game_set=Provision(t.EquipmentRule.DIRECTOR, "The director decides which set is used.", rule="1.3.7"),
        timers=Provision(
            t.TimerOrder(
                (t.Timer.DIGITAL_STANDARD, t.Timer.DIGITAL_OTHER, t.Timer.DIGITAL_COUNT_UP, t.Timer.ANALOGUE), True
            ),
            "Standard digital, then other digital, then counting up only, then analogue; nothing else.",
            rule="1.4.2",
        ),
        timer_place=Provision(t.Seat.NON_STARTER, "The player who replies chooses where it stands.", rule="1.4.5"),
        like_tiles=ours((t.LikeTiles.DIRECTOR,), "The director decides which game changes its tiles."),
    ),
    time_given=Provision(
        (
            t.TimeRule("1.4.1(b)", "a problem with the timer"),
            t.TimeRule("2.5", "special needs", accommodation=True),
            t.TimeRule("1.3.7", "equipment in dispute", in_game=False, accommodation=True),
            t.TimeRule("3.4.2(b)", "delayed by the opponent's tracking"),
            t.TimeRule("6.3.3(b)(iii)", "loss of time as a penalty"),
        ),
        "For a problem with the timer, special needs, a delay by the opponent's tracking, or as a penalty.",
        rule="1.4.1(b), 2.5, 3.4.2(b), 6.3.3(b)(iii)",
    ),
    special_needs=Provision(
        t.SpecialNeeds(),
        "A player tells the opponent and the director of special circumstances, at the event too; the director "
        "determines another procedure, devices included.",
        rule="2.5",
    ),
)

STARTING = m.Starting(
    who_starts=m.WhoStarts(
        system=Provision(
            t.StartSystem.ASSIGNED,
            "The organiser's system: assigned by the software, self-balancing, or a tile draw where there is none.",
            rule="2.1(b)(i)",
            choices=(
                Choice("assigned", "assigned by the software", t.StartSystem.ASSIGNED, "2.1(b)(i)"),
                Choice("balance", "self-balancing", t.StartSystem.BALANCE, "2.1(b)(ii)"),
                Choice("draw", "tile draw", t.StartSystem.DRAW, "2.1(a)"),
            ),
        ),
        balance=Provision(
            (t.StartTest.FEWER_STARTS, t.StartTest.DRAW),
            "Fewer starts so far; equal starts: a tile draw, also where the replies differ.",
            rule="2.1(b)(ii)",
            ours=True,
            note="Ours: equal starts with unequal replies are drawn too.",
        ),
        startless=ours(
            (t.Startless.BYE, t.Startless.FORFEIT_BEFORE_DRAW),
            "Byes and games forfeited before a tile is drawn are neither a start nor a reply.",
        ),
    ),
    tile_draw=m.TileDraw(
        rank=Provision(t.TileRank.BLANK_THEN_A_TO_Z, "Nearest A; a blank comes before A.", rule="2.1(a)"),
        on_tie=Provision(
            t.DrawTie.REDRAW_TILES_KEPT_OUT,
            "Draw again; no tiles go back until the start is decided.",
            rule="2.1(a)",
        ),
        tiles_back=Provision(t.TilesBack.ONCE_DECIDED, "The non-starter returns them once decided.", rule="2.1(a)"),
    ),
    late=m.Late(
        clock=Provision(
            t.LateClock(t.Duty.MUST, 0, False, t.OnArrival.STOP_AND_ASSIGN),
            "The director must start it once the scheduled start has passed, using discretion. Arrived means seated "
            "and ready to play; no tiles are drawn before both have arrived.",
            rule="2.3.1, 2.3.2, 2.3.3",
        ),
        no_official_start=ours(t.NoOfficialStart.DIRECTOR, "The director decides."),
    ),
    both_absent=m.Absent(
        charge=Provision(
            t.BothAbsent.SECOND_ALSO_CHARGED_FIRST_WAIT,
            "The first to arrive has what side one shows; then side two runs; the second has what it shows less "
            "what the first lost.",
            rule="2.3.2",
        ),
        neither_margin=ours(75, "Both lose by 75.", span=Span(0, 500)),
        neither_rated=ours(False, "Not rated."),
    ),
    may_elect=Provision(
        t.ElectForfeit(t.ElectWhen.ASSIGNED_TIME_BELOW, 15 * t.MINUTE),
        "Once the timer was started and the assigned time is under 15:00.",
        rule="2.3.4",
    ),
    must_forfeit=Provision(t.MustForfeit.ASSIGNED_TIME_EXPIRED, "Once the assigned time has expired.", rule="2.3.5"),
    lateness_forfeit=m.LatenessForfeit(
        margin=Provision(75, "The opponent wins by 75.", rule="2.3.6(a)"),
        elected_margin=Provision(75, "The opponent wins by 75.", rule="2.3.6(a)"),
        may_raise=Provision(True, "In a game where strategic lateness is suspected.", rule="2.3.6(a)"),
        deliberate_level=Provision(3, "Deliberate lateness is also a level 3 offence.", rule="6.4.1(a)"),
    ),
    round_break=ours(t.RoundBreak(), "As scheduled."),
)

PENALTY_CHOICES = (
    *(Choice(scheme.code, scheme.label, scheme, rule) for scheme, rule in (
        (p.FIVE_A_WORD, "3.10.15(b)(ii)"),
        (p.SINGLE, "3.10.15(b)(i)"),
        (p.FIVE_A_TURN, "3.10.15(b)(iii)"),
        (p.TEN_A_WORD, "3.10.15(b)(iv)"),
        (p.TEN_A_TURN, "3.10.15(b)(iv)"),
        (p.DOUBLE, "3.10.15(b)(v)"),
    )),
    *(Choice(scheme.code, scheme.label, scheme, rule, standard=False) for scheme, rule in (
        (p.DINGLE, "3.10.15(c)(i)"),
        (p.FIVE_THEN_TEN, "3.10.15(c)(ii)"),
        (p.RISING, "3.10.15(c)(iii)"),
        (p.ONE_MINUTE, "3.10.15(c)(iv)"),
    )),
)  # fmt: skip

COUNT_CHOICES = (
    Choice("game", "a player's unsuccessful challenges in the game", t.CountSpan.GAME),
    Choice("event", "a player's unsuccessful challenges in the event", t.CountSpan.EVENT),
)

DURING = m.During(
    challenge=m.ChallengePenalty(
        scheme=Provision(
            p.FIVE_A_WORD,
            "5 points for each word challenged, the preferred norm (3.10.15(d)), unless the organiser chooses otherwise.",
            rule="3.10.15(b)(ii)",
            choices=PENALTY_CHOICES,
            extensible=True,
            extension_rule="3.10.15(c)",
            note="Ours: the amount of a time penalty, and that past its last step a rising penalty repeats it.",
        ),
        due=Provision(
            t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "Only if every challenged word is acceptable.", rule="3.10.15(a)"
        ),
        free=Provision(
            (t.FreeChallenge.PLACEMENT, t.FreeChallenge.EXCHANGE),
            "Challenges to where a word is placed or to an exchange.",
            rule="3.10.16(c), 3.10.17(c)",
        ),
        charged=ours(t.Charged.CHALLENGER, "Points come off the challenger's score."),
        counted_over=Provision(
            t.CountSpan.GAME,
            "A player's unsuccessful challenges in that game, unless the organiser says in the event.",
            ours=True,
            choices=COUNT_CHOICES,
        ),
    ),
    slips=m.ChallengeSlips(
        fixed_by_runner=Provision(
            t.SlipFixed.GIVEN_TO_RUNNER, "The words are fixed once the slip is given to the runner.", rule="3.10.10(b)"
        ),
        fixed_self_run=Provision(
            t.SlipFixed.CHALLENGER_LEFT, "The words are fixed once the challenger leaves the table.", rule="3.10.10(b)"
        ),
        fixed_at_station=Provision(
            t.SlipFixed.CHALLENGER_LEFT, "The words are fixed once the challenger leaves the table.", rule="3.10.10(b)"
        ),
        put_right=Provision(False, "Not once the words are fixed: the challenge is reissued instead.", rule="3.10.12"),
        reissue=Provision(
            t.SlipReissue.UNLIKE_BOARD,
            "A word on the slip is not the word on the board: the challenge may be reissued.",
            rule="3.10.12",
        ),
        one_go=ours(t.OneGo.WHOLE_PLAY, "Once there is a verdict, no further word of the same play can be challenged."),
        compelled=Provision(
            t.Compelled.ONCE_SAID, "Whoever has said so and neutralised the timer must challenge.", rule="3.10.10(a)"
        ),
        concession=Provision(
            t.Concession.NEVER, "A player who is challenged may not concede before the verdict.", rule="3.10.10(c)"
        ),
        verdict=Provision(
            t.VerdictSaid.WHOLE_SLIP,
            "One verdict for the whole slip; which word is unacceptable is never told.",
            rule="3.10.7(b)",
        ),
    ),
    opinions=m.Opinions(
        second=Provision(
            t.SecondOpinion(t.Asker.EITHER, True, t.IfOpinionsDiffer.DIRECTOR_FINAL),
            "Either player may ask; another adjudicator looks; if the two differ, the director's is final.",
            rule="3.10.11",
        ),
        self_lookup=Provision(t.SelfLookup.AS_ANY_VERDICT, "As any other verdict.", rule="3.10.11"),
    ),
    misadjudication=Provision(
        t.Misadjudication(
            t.MisadjudicationRemedy.CORRECT_IN_TIME,
            t.CorrectUntil.NEW_TILE_ON_RACK,
            t.CorrectUntil.RETRACTED_TILE_ON_RACK,
        ),
        "Wrongly acceptable: corrected only while no new tile has touched the challenged player's rack. Wrongly "
        "unacceptable: only while no retracted tile has. After that no account is taken.",
        rule="3.10.13",
        ours=True,
        note="Ours: which limb governs which error.",
    ),
    overdraw=m.Overdrawing(
        remedy=Provision(
            t.Overdraw(t.OverdrawMethod.SHOW_EXTRA_AND_TWO, also_shown=2, single_due_shows_only_new=True),
            "The opponent shows two more tiles than were overdrawn and returns the extra number. One tile due and "
            "none racked: only the new ones are shown.",
            rule="3.9.5",
        ),
        too_many_shown=Provision(
            t.OverShown.SHOW_ONLY_EXTRA,
            "All face down again; only the extra number is shown and returned.",
            rule="3.9.6",
        ),
        loose_tiles=Provision(t.LooseTiles.COUNT_AS_OVERDRAW, "A player who spills tiles has overdrawn.", rule="4.4"),
        put_back=ours(t.PutBack.DIRECTOR, "The director decides."),
    ),
    eight_tiles=m.PlayedWithEight(
        remedy=Provision(
            t.EightTiles(t.EightRemedy.OVERDRAW, t.EightRemedy.OVERDRAW),
            "Corrected as an overdraw.",
            rule="3.9.5",
            ours=True,
        ),
        conduct=Provision(
            t.EightConduct(knowingly=2, undisclosed=1),
            "Done knowingly it is unethical (level 2); known and not disclosed it is cheating (level 1).",
            rule="6.3.1(e), 3.9.7",
        ),
    ),
    out_of_order=Provision(
        t.OutOfOrder(unethical=True, starved_is_overdraw=True),
        "No penalty, but unethical. Before the opponent had a reasonable chance to draw, and leaving too few for "
        "that draw: all the new tiles are overdrawn.",
        rule="3.9.9",
    ),
    late_underdraw=Provision(
        t.Underdraw(t.UnderdrawUntil.UNDERDRAWERS_NEXT_TURN, unethical=True),
        "Found before the underdrawer's next turn ends: the opponent chooses and gives the tiles; later: nothing. It is unethical.",
        rule="3.9.8",
    ),
    exchange=m.Exchanges(
        least_in_bag=Provision(7, "At least seven tiles must be in the bag.", rule="3.2.1(a)"),
        remedy=Provision(
            t.IllegalExchange(t.ExchangeRemedy.CHALLENGE),
            "Challenged until an unwanted tile is back in the bag; the director rules; upheld: the turn is lost.",
            rule="3.10.17, 3.10.15(a)",
        ),
        unnumbered=ours(t.UnnumberedExchange.DIRECTOR, "The director decides."),
    ),
    objections=ours((), "No faults are counted; the director rules."),
)

ENDING = m.Ending(
    overtime=m.Overtime(
        points=Provision(10, "10 points a minute.", rule="5.3.2"),
        per_seconds=Provision(t.MINUTE, "By the minute.", rule="5.3.2"),
        part_counts=Provision(True, "Part of a minute counts as a whole one.", rule="5.3.2"),
        after_time=Provision(o.AfterTime.PLAY_ON, "The game goes on at a cost.", rule="5.3.1, 5.3.2"),
        after_end=Provision(
            o.AfterEnd(disregarded=True, stops_after=0),
            "Time run after the true end of the game is disregarded; the clock of a player who went out counts as stopped "
            "when the opponent shows the tiles left.",
            rule="5.3.4",
        ),
    ),
    overtime_forfeit=Provision(
        o.OvertimeForfeit(after=10 * t.MINUTE, minimum=100),
        "Ten minutes over loses the game, by the opponent's lead then, penalties included, or 100 if that is more.",
        rule="5.3.3",
        ours=True,
        note="Ours: the lead is taken from the opponent's side, so a player still ahead loses by 100.",
        choices=(
            Choice(
                "opponents-lead",
                "ten minutes over loses by the opponent's lead then, or 100 if that is more; a player who leads loses by 100",
                o.OvertimeForfeit(after=10 * t.MINUTE, minimum=100),
                "5.3.3",
            ),
            Choice(
                "either-lead",
                "ten minutes over loses by the margin then, whoever leads, or 100 if that is more; a player who leads "
                "loses by their own lead",
                o.OvertimeForfeit(after=10 * t.MINUTE, minimum=100, lead=o.ForfeitLead.EITHERS),
                "5.3.3",
            ),
        ),
    ),
    tiles_left=Provision(
        o.TilesLeft.SPLIT,
        "(a) their value to the player who went out and off the opponent, or (b) twice their value to that player "
        "alone; the organiser lets all players know which.",
        rule="5.1.4",
        ours=True,
        choices=(
            Choice("a", "(a) value added to one and taken off the other", o.TilesLeft.SPLIT, "5.1.4(a)"),
            Choice("b", "(b) twice the value added", o.TilesLeft.DOUBLE, "5.1.4(b)"),
        ),
        note="Ours: (a), as Appendix 1.",
    ),
    six_zeros=m.SixZeros(
        ends=Provision(
            o.ZeroTurns(6, (o.Zero.PASS_TURN, o.Zero.EXCHANGE, o.Zero.PLAY_CHALLENGED_OFF)),
            "Six turns running of passes, exchanges and plays challenged off; both passing twice ends nothing.",
            rule="5.2, 1.1(b)(ii)",
        ),
        racks=Provision(t.RackRule.BOTH_LOSE, "Each loses the value of their own rack.", rule="5.2"),
    ),
    found_tiles=m.FoundTiles(
        out_of_bag=Provision(
            o.FoundTile(o.FoundUntil.SHEET_SIGNED, o.FoundGoesTo.SHORT_PLAYER_DRAWS),
            "Until the sheet is signed it goes back in the bag and a player short of seven draws; both short: "
            "whoever should have drawn earliest. Nothing is replayed.",
            rule="4.3",
        ),
        in_bag=Provision(
            o.FoundTile(o.FoundUntil.SHEET_SIGNED, o.FoundGoesTo.SHOULD_HAVE_DRAWN),
            "Until the sheet is signed it goes to whoever should have drawn earliest. Nothing is replayed.",
            rule="4.5",
        ),
    ),
    round_stopped=ours(o.RoundStopped(t.RackRule.NO_CHANGE), "The director rules; scores as they stand."),
    tie_half_wins=ours(1, "Half a win each."),
    recount=Provision(
        o.Recount(max_margin=20, full_only=True), "Only if the margin is 20 or less, and in full.", rule="5.5.1, 5.5.2"
    ),
    recount_course=Provision(
        o.RecountCourse(sheet_to_director=True, may_bar=True),
        "A player who objects gives their sheet to the director; halted, the result stands; the director may direct that "
        "nothing changes in one player's favour.",
        rule="5.5.2-5.5.4",
    ),
)

BYE_CHOICES = (Choice("win", "a win", 2), Choice("half", "half a win", 1), Choice("none", "no win", 0))

RESULTS = m.Results(
    signed_sheet=Provision(
        o.SignedSheet(o.CorrectionDeadline.NEXT_GAME_STARTS, director_told_before_submission=False),
        "Final. Before it is handed in both may agree a correction; after that, and before the next game starts, "
        "both petition the director.",
        rule="5.4.1",
    ),
    hands_in=Provision(
        o.HandsIn.WINNER,
        "The winner hands the sheet in before leaving the playing area; after a tie either player.",
        rule="5.4.2",
    ),
    forfeit_rated=m.ForfeitsRated(
        lateness=Provision(o.Rated.NO, "Not rated.", rule="2.3.6(b)"),
        overtime=ours(o.Rated.YES, "Rated."),
        resigned=ours(o.Rated.YES, "Rated."),
        ejection=Provision(o.Rated.NO, "Void, so not rated.", rule="6.2.4"),
        awarded=ours(o.Rated.NO, "Not rated, whether after an ejection or as a penalty."),
    ),
    bye=m.Bye(
        half_wins=Provision(2, "A win.", ours=True, choices=BYE_CHOICES),
        spread=ours(50, "50 points.", span=Span(0, 500)),
        rated=ours(False, "Not rated."),
    ),
    postponed=ours(o.PostponeBy.DIRECTOR, "The director decides."),
    resigning=m.Resigning(
        when=Provision(o.ResignWhen.EMERGENCY_ONLY, "Only in an emergency.", rule="5.7(a)"),
        finish_later=Provision(False, "A resigned game is never resumed.", rule="5.7(b)"),
        margin=Provision(
            o.ResignMargin(base=50), "50 points, or the opponent's lead plus 50 if that is more.", rule="5.7(c)"
        ),
        level_margin=Provision(o.ResignMargin(base=50), "50 points.", rule="5.7(c)"),
        mirrored=Provision(True, "The opponent wins by the same margin.", rule="5.7(c)"),
        improper_by_director=Provision(True, "The director sets the margin.", rule="5.7(d)"),
    ),
    ejection=m.Ejections(
        gravest=Provision(
            o.Ejection(
                o.EjectedGames.VOID,
                o.EjectedGames.AWARDED,
                award=150,
                bottom_of_standings=True,
                remaining_are_byes=True,
                must_report=True,
            ),
            "Round robin: all the player's games are void. Else games played go to the opponents by 150 unless they "
            "did better, the player goes to the bottom, and is a bye from then on. Reported to the association.",
            rule="6.2.4",
        ),
        lesser=Provision(
            o.Ejection(o.EjectedGames.STAND, o.EjectedGames.STAND),
            "Possible for unethical behaviour; games already played stand.",
            rule="6.3.3(b)(v)",
            ours=True,
            note="Ours: that played games stand.",
        ),
    ),
    appeal=Provision(
        o.Appeal(
            o.AppealTo.ASSOCIATION,
            conduct_only=True,
            after_event=True,
            may_amend_results=True,
            body="WESPA Executive Committee",
        ),
        "Against a finding on conduct only, after the event, to the WESPA Executive, which may have results amended; "
        "no further appeal. The director's other decisions are reviewed by WESPA alone.",
        rule="6.5, Preamble",
    ),
    incidents=Provision(o.IncidentCatalogue.WESPA, "WESPA's procedures.", rule="1.3-6.4"),
    offence_levels=Provision(
        True, "Level 1 cheating and abuse, level 2 unethical behaviour, level 3 poor etiquette.", rule="6.2-6.4"
    ),
    penalty_forfeit=Provision(o.MarginBy.DIRECTOR, "The director sets the margin.", rule="6.3.3(b)(iv)"),
    reports=m.Reports(
        rulings=Provision(
            o.Reporting((o.ReportTo.RULES_COMMITTEE,)),
            "What the director decides where the rules are incomplete or ambiguous should go to the Rules Committee.",
            rule="Preamble",
        ),
        gravest=Provision(
            o.Reporting((o.ReportTo.ASSOCIATION,), must=True),
            "Always, to the player's national association.",
            rule="6.2.4(b)",
        ),
        lesser=Provision(
            o.Reporting((o.ReportTo.ASSOCIATION, o.ReportTo.WESPA)),
            "The director may report unethical behaviour to the player's national association or to WESPA.",
            rule="6.3.3(c)",
        ),
        incidents=ours(o.Reporting(), "Nobody outside the event is told."),
        recounts=ours(o.Reporting(), "Nobody outside the event is told."),
    ),
)

WESPA_2010 = m.Rulebook(
    key="wespa-2010",
    name="WESPA Game Rules 2.0 (2010)",
    source=m.Source(document="WESPA Game Rules", edition="version 2.0, 17 November 2010"),
    director_fills_gaps=Provision(
        True, "The director's decision binds; it is reported to the Rules Committee.", rule="Preamble"
    ),
    before=BEFORE,
    starting=STARTING,
    during=DURING,
    ending=ENDING,
    results=RESULTS,
)
