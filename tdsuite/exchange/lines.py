"""Where the lines of a score come from, in documents and in events that came from one.

Lines of challenges and incidents are worked out anew from slips and incidents, which stay with the event that they belong
to. In an event that came from a document such a line stands by itself, so that no recount of what is there takes it away.
"""

CHALLENGE, INCIDENT = "challenge", "incident"
BY_THEMSELVES = frozenset({CHALLENGE, INCIDENT})
FROM_DOCUMENT = "file:"


def source_here(said: str) -> str:
    """What a line's row names as its source, from the document's word."""
    return FROM_DOCUMENT + said if said in BY_THEMSELVES else said


def source_said(here: str) -> str:
    """The document's word for a row's source: without the number of a row that stays here."""
    said = here.removeprefix(FROM_DOCUMENT)
    return INCIDENT if said.startswith(f"{INCIDENT}:") else said
