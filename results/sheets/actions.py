"""What the record calls decisions about result sheets, recounts, calls to a table and requests of players."""

from tdsuite.platform.audit.actions import Action, Touches


class SheetAction(Action):
    """Decisions about result sheets, recounts and calls to a table."""

    OPENED = "sheet.opened", "Result sheet opened"
    ENTERED = (
        "sheet.entered",
        "Scores written on a result sheet",
        "scores were written on a result sheet",
        Touches.SIGNATURES,
    )
    SIGNED = "sheet.signed", "Result sheet signed", "a result sheet was signed", Touches.SIGNATURES
    DISPUTED = "sheet.disputed", "Result sheet disputed"
    HANDED_IN = "sheet.handed_in", "Result sheet handed in"
    FOLLOWED = "sheet.followed", "Result sheet brought in line"
    SET_ASIDE = "sheet.set_aside", "Result sheet set aside"
    FROM_PAPER = "sheet.from_paper", "Paper sheet entered", "a paper sheet was entered", Touches.SIGNATURES
    REKEYED = "sheet.rekeyed", "Paper sheet entered again"
    RULED = "sheet.ruled", "Result sheet ruled on"
    WAIVED = "sheet.waived", "Signature waived"
    RECOUNTED = "sheet.recounted", "Result sheet recounted"
    CORRECTED = "sheet.corrected", "Result sheet corrected"
    CORRECTION_PROPOSED = "sheet.correction_proposed", "Correction proposed"
    CORRECTION_WITHDRAWN = "sheet.correction_withdrawn", "Correction withdrawn"
    PETITIONED = "sheet.petitioned", "Correction petitioned"
    PETITION_ACCEPTED = "sheet.petition_accepted", "Petition accepted"
    PETITION_REFUSED = "sheet.petition_refused", "Petition refused"
    TABLE_CALLED = "table.called", "Director called to a table"
    TABLE_CALL_ANSWERED = "table.call_answered", "Call to a table answered"
    REQUEST_MADE = "request.made", "Request of a player"
    REQUEST_TAKEN_BACK = "request.taken_back", "Request taken back"
    REQUEST_SETTLED = "request.settled", "Request settled"
    RECOUNT_REQUESTED = "recount.requested", "Recount requested"
    RECOUNT_BARRED = "recount.barred", "Recount barred"
    RECOUNT_CLOSED = "recount.closed", "Recount closed"
