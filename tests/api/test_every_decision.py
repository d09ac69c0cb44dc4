"""What a page may decide, a call of the API may decide: whoever adds a decision adds the call, or says here why there is none."""

from functools import cache

from tdsuite.platform.audit.actions import ACTIONS
from tests.api.reach import Place, modules, reached, takes_actor, used

PAGES = {"views", "pages", "forms"}
OPENS = {"deciding", "deciding_event", "deciding_on", "enqueue"}
PLAYER = "a player's own, taken on the player's phone with the player's sign-in"
ACCOUNT = "an account's own, taken by whoever holds its password"
ASIDE = "takes an event out of the database, or back into it, on a page that says what goes"
SECRET = "makes or ends a code that is shown once, on paper or a page"
COMPUTER = "of the computer that the suite runs on, not of an event"
UPGRADE = "written once by an upgrade"
COMMAND = "a command of whoever has the database"
FOLLOWS = "follows from another decision by itself"
PERSON = "everything about a person goes to that person, from one page"
SAME = "the same as other calls, in the steps of a page"
QUESTION = "a question about a draft, which decides nothing"
STEPS = "asks step by step what happened at a table; `incidents/` logs the same"
# Decisions of pages, by module and service: why no call takes them.
PAGES_ALONE: dict[str, str] = {
    "adjudication.challenges.services.station.say_not_us": PLAYER,
    "results.sheets.services.corrections.agree_correction": PLAYER,
    "results.sheets.services.corrections.propose_correction": PLAYER,
    "results.sheets.services.corrections.withdraw_correction": PLAYER,
    "results.sheets.services.entering.dispute": PLAYER,
    "results.sheets.services.entering.enter_sheet": PLAYER,
    "results.sheets.services.entering.sign": PLAYER,
    "results.sheets.services.officials.call_director": PLAYER,
    "results.sheets.services.recounts.request_from_sheet": PLAYER,
    "results.mail.services.addresses.ask_for_mail": PLAYER,
    "results.mail.services.addresses.stop_mail": PLAYER,
    "results.sheets.services.requests.ask_director": PLAYER,
    "results.sheets.services.requests.take_request_back": PLAYER,
    "adjudication.lexicons.services.import_upload": SAME,
    "results.attendance.services.attendance.arrive": SAME,
    "results.prizes.services.prizes.save_prizes": SAME,
    "results.rating_lists.services.lists.load_upload": SAME,
    "results.rulings.services.late_entry.withdraw": SAME,
    "tdsuite.exchange.incoming.apply_upload": SAME,
    "tdsuite.exchange.new_event_details.settle_new_event": SAME,
    "pairings.services.explanations.request_alternative": QUESTION,
    "pairings.services.exploring.request_exploration": QUESTION,
    "pairings.services.format_comparison.request_comparison": QUESTION,
    "pairings.services.next_rounds.publish_drafts": SAME,
    "pairings.services.next_rounds.request_drafts": SAME,
    "results.rulings.services.worked_incidents.log_worked": STEPS,
    "tdsuite.console.people.renew_password": SECRET,
    "tdsuite.console.walk_in.walk_in": SAME,
    "tdsuite.tournaments.services.rounds.schedule_by_timetable": SAME,
    "tdsuite.platform.access.services.links.issue_missing": SECRET,
    "tdsuite.platform.access.services.links.print_cards": SECRET,
    "tdsuite.platform.access.services.links.reissue": SECRET,
    "tdsuite.platform.access.services.links.revoke": SECRET,
    "tdsuite.platform.access.services.second_factor.reset": SECRET,
    "tdsuite.platform.access.services.stations.add_station": SECRET,
    "tdsuite.platform.access.services.stations.renew_code": SECRET,
    "tdsuite.platform.access.services.stations.revoke_station": SECRET,
    "tdsuite.ops.aside.services.bring_back": ASIDE,
    "tdsuite.ops.aside.services.put_aside": ASIDE,
    "tdsuite.ops.backups.services.choose_folder": COMPUTER,
    "tdsuite.ops.backups.services.hand_over": COMPUTER,
    "tdsuite.ops.backups.services.take_back": COMPUTER,
    "tdsuite.platform.access.services.own_account.change_password": ACCOUNT,
    "tdsuite.platform.access.services.own_account.end_session": ACCOUNT,
    "tdsuite.platform.access.services.second_factor.renew_recovery_codes": ACCOUNT,
    "tdsuite.platform.access.services.second_factor.switch_off": ACCOUNT,
    "tdsuite.platform.access.services.second_factor.switch_on": ACCOUNT,
    "tdsuite.platform.access.tokens.revoke_token": ACCOUNT,
    "tdsuite.tournaments.services.personal.export_person": PERSON,
}  # fmt: skip
# Actions of the record: who takes them, if not a call.
NOT_BY_A_CALL: dict[str, str] = {
    "account.password_set": ACCOUNT,
    "player.exported": PERSON,
    "invitation.used": ACCOUNT,
    "recovery_codes.made": ACCOUNT,
    "second_factor.off": ACCOUNT,
    "second_factor.on": ACCOUNT,
    "sessions.ended": ACCOUNT,
    "token.revoked": ACCOUNT,
    "backup.folder_chosen": COMPUTER,
    "backup.handed_over": COMPUTER,
    "backup.restored": COMPUTER,
    "backup.taken_back": COMPUTER,
    "event.brought_back": ASIDE,
    "event.put_aside": ASIDE,
    "challenge.not_theirs": PLAYER,
    "result.signed": PLAYER,
    "sheet.corrected": PLAYER,
    "sheet.correction_proposed": PLAYER,
    "sheet.correction_withdrawn": PLAYER,
    "sheet.disputed": PLAYER,
    "sheet.entered": PLAYER,
    "sheet.petitioned": PLAYER,
    "sheet.signed": PLAYER,
    "sign_in.throttled": PLAYER,
    "mail.asked": PLAYER,
    "mail.confirmed": PLAYER,
    "mail.stopped": PLAYER,
    "request.made": PLAYER,
    "request.taken_back": PLAYER,
    "table.called": PLAYER,
    "record.chain_accepted": COMMAND,
    "record.rows_covered": UPGRADE,
    "second_factor.reset": SECRET,
    "sign_in.cards_printed": SECRET,
    "sign_in.issued": SECRET,
    "sign_in.reissued": SECRET,
    "sign_in.revoked": SECRET,
    "station.added": SECRET,
    "station.code_renewed": SECRET,
    "station.paired": SECRET,
    "station.revoked": SECRET,
    "sheet.followed": FOLLOWS,
}  # fmt: skip


def api(module: str) -> bool:
    return module.endswith(".api") or ".api." in module


def page(module: str) -> bool:
    return not api(module) and (bool(PAGES & {*module.split(".")}) or module == "tdsuite.console.printing")


@cache
def decides(service: Place) -> bool:
    """Whether it opens a decision or leaves work to a worker, itself or by what it calls."""
    return takes_actor(service) and any(target[1] in OPENS for target, _ in reached(service, models=False))


def services_of(kind: object) -> set[Place]:
    """The decisions that modules of a kind name themselves."""
    targets = {
        target
        for name, module in modules().items()
        if kind(name)  # type: ignore[operator]
        for place in module.nodes
        for target, _ in used((name, place))
    }
    return {target for target in targets if not api(target[0]) and not page(target[0]) and decides(target)}


def test_every_decision_of_a_page_is_a_call_or_stands_here_with_why() -> None:
    missing = {f"{module}.{name}" for module, name in services_of(page) - services_of(api)}
    assert sorted(missing) == sorted(PAGES_ALONE)
    assert len(services_of(page)) > 100


def test_every_action_of_the_record_is_reached_by_a_call_or_stands_here_with_why() -> None:
    start = [(name, "urlpatterns") for name, module in modules().items() if api(name) and "urlpatterns" in module.nodes]
    members = {(target[1], member) for target, member in reached(*start)}
    ours = [action for action in ACTIONS.values() if type(action).__module__ in modules()]  # tests declare some, too
    missing = {action.value for action in ours if (type(action).__name__, action.name) not in members}
    assert sorted(missing) == sorted(NOT_BY_A_CALL)
