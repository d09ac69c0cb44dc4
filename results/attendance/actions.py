"""What the record calls decisions about attendance, clocks, timers and starts."""

from tdsuite.platform.audit.actions import Action, Touches


class AttendanceAction(Action):
    """Decisions about attendance, clocks, timers and starts."""

    CHECK_IN_MARKED = "check_in.marked", "Checked in"
    CHECK_IN_GATE_SETTLED = "check_in.gate_settled", "Who is not here was settled"
    ATTENDANCE_MARKED = "attendance.marked", "Attendance marked"
    ATTENDANCE_ARRIVED = "attendance.arrived", "Arrival noted"
    ATTENDANCE_REST_PRESENT = "attendance.rest_present", "All others marked present"
    ATTENDANCE_ARRIVAL_UNDONE = "attendance.arrival_undone", "Arrival undone"
    ATTENDANCE_CLOCK_STARTED = "attendance.clock_started", "Clock started"
    ATTENDANCE_CLOCK_UNDONE = "attendance.clock_undone", "Clock start undone"
    ATTENDANCE_TAKEN_BACK = "attendance.taken_back", "Attendance taken back"
    ATTENDANCE_WARNED = "attendance.warned", "Lateness warning given"
    ATTENDANCE_FORFEITED = (
        "attendance.forfeited",
        "Game forfeited for lateness",
        "a game was forfeited for lateness",
        Touches.RESULTS | Touches.PRINTS,
    )
    TIME_MOVE_LIMITED = "time.move_limited", "Move limit set"
    TIME_MOVE_LIMIT_ENDED = "time.move_limit_ended", "Move limit ended"
    TIME_ACCOMMODATED = "time.accommodated", "Extra time granted", "", Touches.NOTHING, True
    TIME_ACCOMMODATION_ENDED = "time.accommodation_ended", "Extra time ended", "", Touches.NOTHING, True
    START_DRAWN = "start.drawn", "Draw recorded", "a draw was recorded", Touches.STARTS
    START_DRAW_TAKEN_BACK = "start.draw_taken_back", "Draw taken back", "a draw was taken back", Touches.STARTS
    START_REPORT_WITHDRAWN = "start.report_withdrawn", "Report of who started withdrawn"
    START_MISREPORTED = "start.misreported", "Report of who started made"
    START_SETTLED = "start.settled", "Start corrected", "who started was corrected", Touches.STARTS
    ROUND_STOP_WARNED = "round.stop_warned", "Warning before the round is stopped"
    TIMER_SET = "timer.set", "Timer set"
    TIMER_DROPPED = "timer.dropped", "Timer dropped"
