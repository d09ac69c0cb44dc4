"""What the record calls decisions about prizes and claims."""

from tdsuite.platform.audit.actions import Action


class PrizeAction(Action):
    """Decisions about prizes and claims."""

    PRIZE_TERMS = "prize.terms", "Prize terms changed"
    PRIZE_ADDED = "prize.added", "Prize added"
    PRIZE_CHANGED = "prize.changed", "Prize changed"
    PRIZE_REMOVED = "prize.removed", "Prize removed"
    HIGH_CLAIM_MADE = "high_claim.made", "High claim made"
    HIGH_CLAIM_CONFIRMED = "high_claim.confirmed", "High claim confirmed"
    HIGH_CLAIM_REFUSED = "high_claim.refused", "High claim refused"
