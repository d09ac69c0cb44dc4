"""The Round board: a row for every table of every division's round, the line, who is unpaired, what waits, and the next step."""
