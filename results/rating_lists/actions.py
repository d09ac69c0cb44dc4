"""What the record calls decisions about rating lists."""

from tdsuite.platform.audit.actions import Action, Touches


class RatingListAction(Action):
    """Decisions about rating lists."""

    LOADED = "rating_list.loaded", "Rating list loaded"
    MADE = "rating_list.made", "Rating list made", "the new ratings were made into a list"
    DELETED = "rating_list.deleted", "Rating list deleted"
    APPLIED = (
        "rating_list.applied",
        "Ratings applied",
        "ratings were taken from a list",
        Touches.ROSTER | Touches.PRINTS,
    )
