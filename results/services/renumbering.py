"""Prizes of one round follow it to its new number."""

from tdsuite.tournaments.engine.renumbering import Renumbering
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused

from ..awards_models import Prize


def move_prizes(division: Division, moved: Renumbering) -> list[str]:
    """Give the prizes of later rounds their new numbers. Raises Refused where the round of a prize would go."""
    said = []
    for prize in Prize.objects.filter(division=division, round_number__gte=moved.at):
        number = moved.round(prize.round_number or 0)
        if number is None:
            raise Refused(f"The prize “{prize}” is given for round {moved.at}: change the list of prizes first.")
        said.append(f"The prize “{prize}” is given for round {number} then.")
        prize.round_number = number
        prize.save(update_fields=["round_number"])
    return said
