"""Those who decide something: a user, a player, a station, the command line."""

from typing import Any, Protocol


class Actor(Protocol):
    """Who takes a decision, as services are given them and the record names them.

    Attributes:
        pk: the actor's primary key among actors of that kind; None for the command line.
        audit_kind: a value of `Record.ActorKind`.
    """

    @property
    def pk(self) -> Any: ...

    @property
    def audit_kind(self) -> str: ...


class CommandLine:
    """Whoever may run the installation's commands may do everything; the record says "command line"."""

    pk = None
    audit_kind = "command"
    is_authenticated = True
    is_superuser = True

    def __str__(self) -> str:
        return "command line"
