"""What the record keeps of what directors ask of pairings. What came of it stands in rounds and games; drafts are none yet."""

from pairings.models import PairingSettings
from tdsuite.platform.audit.services import record_rows

record_rows(
    PairingSettings,
    event="division__tournament",
    fields="division rules boards families volunteers reasons_public",
)
