"""Scrabble guide: one page of house rules."""

from dataclasses import replace

from tdsuite.tournaments.rulebooks import model as m
from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import penalties as p
from tdsuite.tournaments.rulebooks import silence
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Choice, Provision, ours

TCWL = "Collins Scrabble Tournament & Club Word List"


def _edition(name: str) -> t.WordSourceRule:
    return t.WordSourceRule((t.WordSourceEdition((t.WordList(name),)),))


EDITION_BY_DIRECTOR = _edition(f"{TCWL}, the edition the director names")
EDITIONS = tuple(
    Choice(code, name, _edition(name), "The dictionary")
    for code, name in (
        ("collins-2007", f"{TCWL}, 2007 edition"),
        ("collins-2011", "Collins Scrabble Words 2011"),
        ("collins-2014", "Collins Scrabble Words 2014"),
        ("collins-2019", "Collins Scrabble Words 2019"),
        ("collins-2021", "Collins Scrabble Words 2021"),
        ("collins-2024", "Collins Scrabble Words 2024"),
    )
)

BEFORE = m.BeforeGame(
    word_source=Provision(
        EDITION_BY_DIRECTOR,
        "Collins Tournament & Club Word List; the director names the edition.",
        rule="The dictionary",
        ours=True,
        choices=(
            Choice("director", "the edition the director names", EDITION_BY_DIRECTOR, "The dictionary"),
            *EDITIONS,
        ),
        note="Ours: the edition is the director's.",
    ),
    game_time=m.GameTime(
        seconds=Provision(25 * t.MINUTE, "50 minutes for the game, 25 each.", rule="Time"),
        move_limit=Provision(
            t.MoveLimit.DIRECTOR_FOR_TIME_WASTING,
            "None, but the director may set one for a player found wasting time.",
            rule="Time",
        ),
    ),
    no_clocks=ours(t.NoClockRule(t.NoClocks.DIRECTOR), silence.DIRECTOR),
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
        system=Provision(t.StartSystem.DRAW, "A tile draw.", rule="Drawing tiles"),
        balance=Provision((t.StartTest.DRAW,), "A tile draw whatever the records.", rule="Drawing tiles"),
        startless=silence.STARTLESS,
    ),
    tile_draw=m.TileDraw(
        rank=Provision(t.TileRank.BLANK_THEN_A_TO_Z, "Nearest A; a blank comes before A.", rule="Drawing tiles"),
        on_tie=ours(t.DrawTie.REDRAW, "Draw again."),
        tiles_back=ours(t.TilesBack.BEFORE_PLAY, "Returned before play starts."),
    ),
    late=silence.LATE,
    both_absent=silence.BOTH_ABSENT,
    may_elect=silence.MAY_ELECT,
    must_forfeit=silence.MUST_FORFEIT,
    lateness_forfeit=silence.LATENESS_FORFEIT,
    round_break=silence.ROUND_BREAK,
)

DURING = m.During(
    challenge=m.ChallengePenalty(
        scheme=Provision(p.SINGLE, "None.", rule="Challenges"),
        due=Provision(t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "Nothing is ever due.", rule="Challenges"),
        free=Provision((), "Every challenge is free already.", rule="Challenges"),
        charged=silence.CHARGED,
        counted_over=silence.COUNTED_OVER,
    ),
    slips=replace(
        silence.SLIPS,
        one_go=Provision(
            t.OneGo.WHOLE_PLAY, "All the words of a move can be challenged in one go only.", rule="Challenges"
        ),
        verdict=replace(silence.SLIPS.verdict, rule="Challenges", ours=False),
    ),
    opinions=m.Opinions(
        second=Provision(
            t.SecondOpinion(t.Asker.AFFECTED, False, t.IfOpinionsDiffer.SECOND_FINAL),
            "The affected player may ask once; no further referral.",
            rule="Others",
        ),
        self_lookup=Provision(t.SelfLookup.AS_ANY_VERDICT, "As any other verdict.", rule="Others"),
    ),
    misadjudication=silence.MISADJUDICATION,
    overdraw=m.Overdrawing(
        remedy=Provision(
            t.Overdraw(t.OverdrawMethod.UNSEEN),
            "All the player's tiles go face down; the opponent takes the extra number at random, back to the bag.",
            rule="Overdrawing of tiles",
        ),
        too_many_shown=ours(t.OverShown.DIRECTOR, silence.DIRECTOR),
        loose_tiles=ours(t.LooseTiles.DIRECTOR, silence.DIRECTOR),
        put_back=ours(t.PutBack.DIRECTOR, silence.DIRECTOR),
    ),
    eight_tiles=m.PlayedWithEight(
        remedy=Provision(
            t.EightTiles(t.EightRemedy.EXCESS_UNSEEN, t.EightRemedy.EXCESS_UNSEEN),
            "All face down, the opponent takes the excess at random; the play stands.",
            rule="Overdrawing of tiles",
            ours=True,
            note="Ours: that the play stands.",
        ),
        conduct=silence.NO_LEVELS,
    ),
    out_of_order=silence.OUT_OF_ORDER,
    late_underdraw=silence.LATE_UNDERDRAW,
    exchange=m.Exchanges(
        least_in_bag=Provision(7, "At least seven tiles must be in the bag.", rule="Game play 7"),
        remedy=silence.ILLEGAL_EXCHANGE,
        unnumbered=silence.UNNUMBERED,
    ),
    objections=silence.NO_OBJECTIONS,
)

ENDING = m.Ending(
    overtime=m.Overtime(
        points=Provision(0, "No points.", rule="Ending"),
        per_seconds=Provision(t.MINUTE, "No points.", rule="Ending"),
        part_counts=Provision(False, "No points.", rule="Ending"),
        after_time=Provision(
            o.AfterTime.GAME_ENDS,
            "Time up ends the game; the director says by whose clock.",
            rule="Ending",
            ours=True,
            note="Ours: whose clock is the director's ruling.",
        ),
        after_end=silence.AFTER_END,
    ),
    overtime_forfeit=Provision(None, "None; time up ends the game.", rule="Ending"),
    tiles_left=Provision(
        o.TilesLeft.DOUBLE, "Twice their value to the player who went out, nothing off the other.", rule="Ending"
    ),
    six_zeros=m.SixZeros(
        ends=Provision(
            o.ZeroTurns(6, (o.Zero.PASS_TURN, o.Zero.EXCHANGE, o.Zero.PLAY_CHALLENGED_OFF)),
            "Six turns running of passes, exchanges and plays challenged off.",
            rule="Ending",
        ),
        racks=ours(t.RackRule.NO_CHANGE, "No adjustment."),
    ),
    found_tiles=silence.FOUND_TILES,
    round_stopped=Provision(
        o.RoundStopped(t.RackRule.NO_CHANGE),
        "Game over; where both hold tiles nothing is added or deducted.",
        rule="Ending",
    ),
    tie_half_wins=silence.TIE,
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
    appeal=Provision(
        o.Appeal(o.AppealTo.NOBODY, jury_on_permissibility=True),
        "The director is final; the jury is final on permissibility.",
        rule="Others",
    ),
    incidents=Provision(o.IncidentCatalogue.GUIDE, "The guide's procedures where it speaks.", rule="Game play"),
    offence_levels=silence.NO_OFFENCE_LEVELS,
    penalty_forfeit=silence.PENALTY_FORFEIT,
    reports=silence.REPORTS,
)

SCRABBLE_GUIDE = m.Rulebook(
    key="scrabble-guide",
    name="Scrabble guide (one-page house rules)",
    source=m.Source(document="Scrabble guide"),
    director_fills_gaps=Provision(True, "The director's decision on any dispute is final.", rule="Others"),
    before=BEFORE,
    starting=STARTING,
    during=DURING,
    ending=ENDING,
    results=RESULTS,
)
