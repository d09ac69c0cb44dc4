"""What the record calls decisions about results of games."""

from tdsuite.platform.audit.actions import Action, Touches


class ResultAction(Action):
    """Decisions about results of games."""

    ENTERED = "result.entered", "Result entered", "a result was entered", Touches.RESULTS | Touches.PRINTS
    CORRECTED = "result.corrected", "Result corrected", "a result was corrected", Touches.RESULTS | Touches.PRINTS
    AMENDED = (
        "result.amended",
        "Result amended on appeal",
        "a result was amended on appeal",
        Touches.RESULTS | Touches.PRINTS,
    )
    WITHDRAWN = "result.withdrawn", "Result taken back", "a result was taken back", Touches.RESULTS | Touches.PRINTS
    DECIDED = "result.decided", "Result decided", "how a game ended was decided", Touches.RESULTS | Touches.PRINTS
    SIGNED = "result.signed", "Result signed", "a result was entered", Touches.RESULTS | Touches.PRINTS
