"""No log line shows a private link, whoever wrote it: our own code, Django, or the server's access log."""

import logging
import re

PRIVATE = re.compile(r"(/l/)[^/\s\"'?&#<>]+")


def without_links(text: str) -> str:
    return PRIVATE.sub(r"\1…", text)


class WithoutPrivateLinks(logging.Filter):
    """Stands at the handlers, so that it sees what every logger sends, and writes it anew where a link is in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if (plain := without_links(said)) != said:
            record.msg, record.args = plain, ()
        if record.exc_info and not record.exc_text:
            record.exc_text = without_links(logging.Formatter().formatException(record.exc_info))
        return True
