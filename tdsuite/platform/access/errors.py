"""Why somebody was not signed in. Each message is for whoever stands before the page, and says what to do."""

import math

from django.utils.translation import gettext as _, ngettext


class SignInRefused(Exception):
    """Nobody was signed in, or nothing was handed out; the message says why."""

    code = "refused"

    @property
    def says(self) -> str:
        return str(self)


class Throttled(SignInRefused):
    """Too many wrong tries.  seconds: how long to wait, > 0; official: of an account, which has no link and no station."""

    code = "throttled"

    def __init__(self, seconds: float, *, official: bool = False) -> None:
        self.seconds = max(1, math.ceil(seconds))
        if official:
            wait = ngettext(
                "Too many wrong tries. Wait %d second.", "Too many wrong tries. Wait %d seconds.", self.seconds
            )
            super().__init__(wait % self.seconds)
            return
        if self.seconds < 60:
            wait = ngettext("%d second", "%d seconds", self.seconds) % self.seconds
        else:
            minutes = math.ceil(self.seconds / 60)
            wait = ngettext("%d minute", "%d minutes", minutes) % minutes
        super().__init__(
            _(
                "Too many wrong tries. Try again in %s. Your private link works all the time, and so does the station by the desk."
            )
            % wait
        )


class LinkUnknown(SignInRefused):
    """No player has this link now."""


class InvitationOver(SignInRefused):
    """The invitation is unknown, used, revoked or over."""


class WrongCode(SignInRefused):
    """A code of the second factor that is wrong, over, or taken already."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This code is wrong, or it was used. Wait for the next one; see also that the phone shows the right time."
            )
        )


class KeyChanged(SignInRefused):
    """The installation's key is not the one the links were made with: they open, but cannot be printed again."""
