"""The queues. On a laptop one worker serves them all; on a server each may have workers of its own."""

NOW = "now"  # short, and somebody waits for it; also what beat asks
PAIRING = "pairing"
PRINTING = "printing"
PUBLISHING = "publishing"
BULK = "bulk"  # anything else that may take a while
QUEUES = (NOW, PAIRING, PRINTING, PUBLISHING, BULK)
BOUNDED = (PRINTING, PUBLISHING, BULK)  # a worker does never more of these at once than JOBS_BULK_AT_ONCE
