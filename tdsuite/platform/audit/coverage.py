"""Chains as they stand, taken on: those that earlier versions of the suite wrote, and those of another laptop."""

from django.apps import apps
from django.db import models

from tdsuite.platform.audit.actions import AuditAction
from tdsuite.platform.audit.actors import CommandLine
from tdsuite.platform.audit.models import SITE, ChainHead, Record
from tdsuite.platform.audit.services import RECORDED, accept, chain_of, deciding_on, note_rows


def cover_older_chains() -> None:
    """After an upgrade: have every chain that kept no rows keep them, as they are, in one record, and seal it."""
    covered = Record.objects.filter(facts__isnull=False).values("chain")
    for head in ChainHead.objects.filter(seal="", seq__gt=0).exclude(chain__in=covered):
        events = apps.get_model("tournaments", "Tournament").objects
        tournament = None if head.chain == SITE else events.filter(pk=head.chain).first()
        if tournament is not None or head.chain == SITE:
            take_on(tournament, AuditAction.ROWS_COVERED)


def take_on(tournament: models.Model | None, action: AuditAction) -> None:
    """Seal a chain as it stands with this installation's key, and keep every row of it as it is now, in one record."""
    with deciding_on(tournament, by=CommandLine(), action=action) as decision:
        accept(chain_of(tournament))
        for model, declared in RECORDED.items():
            if bool(declared.event) != (tournament is None):
                note_rows(model, declared.rows_of(tournament).values_list("pk", flat=True))
        decision.record(ChainHead.objects.get(chain=chain_of(tournament)))
