"""No log line shows a private link or is as long as a client likes, whoever wrote it: our own code, Django, or the access log."""

import logging
import re

PRIVATE = re.compile(r"(/l/|/invited/)[^/\s\"'?&#<>]+")
LONG_WORD = re.compile(r"(\S{200})\S+")  # an address that somebody made up; a line of ours has no such word
LONGEST_LINE = 2_000


def without_links(text: str) -> str:
    return PRIVATE.sub(r"\1…", text)


class WithoutPrivateLinks(logging.Filter):
    """Stands at the handlers, so that it sees what every logger sends, and writes it anew where a link or a long word is in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if (plain := LONG_WORD.sub(r"\1…", without_links(message))[:LONGEST_LINE]) != message:
            record.msg, record.args = plain, ()
        if record.exc_info and not record.exc_text:
            record.exc_text = without_links(logging.Formatter().formatException(record.exc_info))
        return True
