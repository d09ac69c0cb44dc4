"""What the record calls decisions about rulings, appeals, incidents and ejections."""

from tdsuite.platform.audit.actions import Action, Touches


class RulingAction(Action):
    """Decisions about rulings, appeals, incidents and ejections."""

    RULING_MADE = "ruling.made", "Ruling made"
    RULING_REPORTED = "ruling.reported", "Ruling reported"
    RULING_WORDS_ERASED = "ruling.words_erased", "Words of a ruling erased"
    APPEAL_LODGED = "appeal.lodged", "Appeal lodged"
    APPEAL_DECIDED = "appeal.decided", "Appeal decided"
    INCIDENT_LOGGED = "incident.logged", "Incident logged", "a score was adjusted", Touches.SCORES | Touches.PRINTS
    INCIDENT_WITHDRAWN = (
        "incident.withdrawn",
        "Incident withdrawn",
        "a score adjustment was taken back",
        Touches.SCORES | Touches.PRINTS,
    )
    INCIDENT_REPORTED = "incident.reported", "Incident reported"
    INCIDENT_TEXT_ERASED = "incident.text_erased", "Words of an incident erased"
    RECOUNT_REPORTED = "recount.reported", "Recount reported"
    ENTRY_JOINED_LATE = (
        "entry.joined_late",
        "Player joined late",
        "a player joined late",
        Touches.ROSTER | Touches.PRINTS,
    )
    ENTRY_EJECTED = (
        "entry.ejected",
        "Player ejected",
        "a player was ejected",
        Touches.RESULTS | Touches.ROSTER | Touches.PRINTS,
    )
    ENTRY_GAMES_ANNULLED = (
        "entry.games_annulled",
        "Games of a player who left annulled",
        "the games of a player who left were annulled",
        Touches.RESULTS | Touches.PRINTS,
    )
    ENTRY_ANNULMENT_REVERSED = (
        "entry.annulment_reversed",
        "Annulled games put back",
        "annulled games were put back",
        Touches.RESULTS | Touches.PRINTS,
    )
    ENTRY_EJECTION_REVERSED = (
        "entry.ejection_reversed",
        "Ejection reversed",
        "an ejection was reversed",
        Touches.RESULTS | Touches.ROSTER | Touches.PRINTS,
    )
