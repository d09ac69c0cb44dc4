"""What every command shares: find the event, and turn a refusal into exit 1 with its reason on standard error."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError

from .models import Tournament
from .services.decision import Refused


def find_tournament(slug: str) -> Tournament:
    """The event named by its short name; CommandError (exit 1) that lists the ones there are."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        known = ", ".join(Tournament.objects.values_list("slug", flat=True)[:10]) or "none yet"
        raise CommandError(f"There is no event {slug!r}. Events here: {known}.")
    return tournament


@contextmanager
def refusals_exit_1() -> Iterator[None]:
    try:
        yield
    except (Refused, PermissionDenied) as error:
        raise CommandError(str(error)) from error


def write_json(command: BaseCommand, answer: Any) -> None:
    """The answer alone on standard output."""
    command.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))
