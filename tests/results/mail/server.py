"""A mail server on 127.0.0.1: it keeps what it is sent, and answers what a test wants it to answer."""

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any


class MailServer(socketserver.ThreadingTCPServer):
    """What it holds: `mails`, as they came.

    Attributes:
        answers: by the first word of a command, or by a recipient's address: what is answered in place of "250 ok".
        kept: tells that a mail has come, before it is answered.
        may_answer: cleared, a mail that has come is not answered.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        self.mails: list[EmailMessage] = []
        self.answers: dict[str, str] = {}
        self.kept, self.may_answer = threading.Event(), threading.Event()
        self.may_answer.set()
        super().__init__(("127.0.0.1", port), Dialogue)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


class Dialogue(socketserver.StreamRequestHandler):
    server: MailServer

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 ready")
        while line := self.rfile.readline().decode().strip():
            word = line.split(" ")[0].upper()
            recipient = line.partition("<")[2].partition(">")[0] if word == "RCPT" else ""
            answer = self.server.answers.get(recipient) or self.server.answers.get(word)
            if word == "EHLO":
                self.say("250-here\r\n250-AUTH PLAIN\r\n250 8BITMIME")
            elif word == "DATA" and not answer:
                self.say("354 go on")
                self.say(self.take())
            else:
                self.say(answer or ("221 bye" if word == "QUIT" else "250 ok"))
            if word == "QUIT":
                return

    def take(self) -> str:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail: Any = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        self.server.mails.append(mail)
        self.server.kept.set()
        self.server.may_answer.wait()
        return "250 taken"


@contextmanager
def mail_server(port: int = 0) -> Iterator[MailServer]:
    with MailServer(port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.may_answer.set()
            server.shutdown()
