"""What the record calls decisions about accounts, members and sign-in."""

from tdsuite.platform.audit.actions import Action


class AccessAction(Action):
    """Decisions about accounts, members and sign-in."""

    ACCOUNT_CREATED = "account.created", "Account created"
    ACCOUNT_PASSWORD_SET = "account.password_set", "Password set"
    SECOND_FACTOR_ON = "second_factor.on", "Second factor switched on"
    SECOND_FACTOR_OFF = "second_factor.off", "Second factor switched off"
    SECOND_FACTOR_RESET = "second_factor.reset", "Second factor reset"
    RECOVERY_CODES_MADE = "recovery_codes.made", "Recovery codes made"
    RECOVERY_CODE_USED = "recovery_codes.used", "Recovery code used"
    TOKEN_MADE = "token.made", "API token made"
    TOKEN_REVOKED = "token.revoked", "API token revoked"
    MEMBER_ADDED = "member.added", "Official added"
    MEMBER_REMOVED = "member.removed", "Official removed"
    INVITATION_MADE = "invitation.made", "Official invited"
    INVITATION_USED = "invitation.used", "Invitation taken"
    INVITATION_REVOKED = "invitation.revoked", "Invitation revoked"
    LOG_IN_THROTTLED = "log_in.throttled", "Log-in throttled"
    SIGN_IN_THROTTLED = "sign_in.throttled", "Player sign-in throttled"
    SIGN_IN_ISSUED = "sign_in.issued", "Sign-in codes issued"
    SIGN_IN_REISSUED = "sign_in.reissued", "Sign-in code issued again"
    SIGN_IN_REVOKED = "sign_in.revoked", "Sign-in code revoked"
    SIGN_IN_CARDS_PRINTED = "sign_in.cards_printed", "Sign-in cards printed"
    STATION_ADDED = "station.added", "Station added"
    STATION_CODE_RENEWED = "station.code_renewed", "Station code renewed"
    STATION_REVOKED = "station.revoked", "Station revoked"
    STATION_PAIRED = "station.paired", "Station connected"
