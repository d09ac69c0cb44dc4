"""What a page may decide, a call of the API may decide: whoever adds a decision adds the call, or says here why there is none."""

from functools import cache

from tdsuite.platform.audit.actions import ACTIONS
from tests.api.reach import Place, modules, reached, takes_actor, used

PAGES = {"views", "pages", "forms"}
OPENS = {"deciding", "deciding_event", "deciding_on", "enqueue"}
PLAYER = "a player's own, taken on the player's phone with the player's sign-in"
ACCOUNT = "an account's own, taken by whoever holds its password"
SECRET = "makes or ends a code that is shown once, on paper or a page"
COMPUTER = "of the computer that the suite runs on, not of an event"
UPGRADE = "written once by an upgrade"
COMMAND = "a command of whoever has the database"
FOLLOWS = "follows from another decision by itself"
SAME = "the same as another call, in the steps of a page"
COMES = "to come"
# Decisions of pages, by module and service: why no call takes them.
PAGES_ALONE: dict[str, str] = {
    "adjudication.challenges.services.misadjudications.settle_misadjudication": COMES,
    "adjudication.challenges.services.slips.agree": COMES,
    "adjudication.challenges.services.slips.amend_words": COMES,
    "adjudication.challenges.services.slips.choose_ways": COMES,
    "adjudication.challenges.services.slips.close_slip": COMES,
    "adjudication.challenges.services.slips.hand_over": COMES,
    "adjudication.challenges.services.slips.reissue": COMES,
    "adjudication.challenges.services.slips.take_back": COMES,
    "adjudication.challenges.services.slips.void_slip": COMES,
    "adjudication.challenges.services.station.confirm_slip": COMES,
    "adjudication.challenges.services.verdicts.ask_second_opinion": COMES,
    "adjudication.challenges.services.verdicts.grant_third_opinion": COMES,
    "adjudication.lexicons.services.import_upload": COMES,
    "adjudication.lexicons.services.pin_lexicon": COMES,
    "pairings.services.explanations.request_alternative": COMES,
    "pairings.services.planning.add_round": COMES,
    "pairings.services.planning.override_round": COMES,
    "pairings.services.planning.request_free_drafts": COMES,
    "pairings.services.prize_chances.request_chances": COMES,
    "pairings.services.renumbering.insert_round": COMES,
    "pairings.services.renumbering.remove_round": COMES,
    "pairings.services.rules.relax": COMES,
    "pairings.services.rules.save_settings": COMES,
    "results.rulings.services.due_reports.mark_sent": COMES,
    "results.rulings.services.ejection.apply": COMES,
    "results.rulings.services.ejection.reverse": COMES,
    "results.rulings.services.endgame.adjust_spread": COMES,
    "results.rulings.services.endgame.apply": COMES,
    "results.rulings.services.incidents.erase_text": COMES,
    "results.rulings.services.incidents.report_incident": COMES,
    "results.rulings.services.late_entry.choose_missed_rounds": COMES,
    "results.rulings.services.late_entry.withdraw": COMES,
    "results.rulings.services.rulings.erase_words": COMES,
    "results.rulings.services.worked_incidents.log_worked": COMES,
    "tdsuite.console.people.add_member": COMES,
    "tdsuite.console.people.remove_member": COMES,
    "tdsuite.exchange.roster.apply_roster": COMES,
    "tdsuite.platform.access.services.invitations.invite": COMES,
    "tdsuite.platform.access.services.invitations.revoke_invitation": COMES,
    "tdsuite.platform.jobs.services.retry": COMES,
    "tdsuite.platform.printing.services.request_print": COMES,
    "tdsuite.tournaments.services.erasure.erase_player": COMES,
    "tdsuite.tournaments.services.events.add_division": COMES,
    "tdsuite.tournaments.services.events.create_tournament": COMES,
    "tdsuite.tournaments.services.events.update_division": COMES,
    "tdsuite.tournaments.services.events.update_tournament": COMES,
    "tdsuite.tournaments.services.practice.delete_practice_event": COMES,
    "tdsuite.tournaments.services.practice.mark_practice": COMES,
    "tdsuite.tournaments.services.rulebook_files.load_rulebook": COMES,
    "adjudication.challenges.services.station.say_not_us": PLAYER,
    "results.sheets.services.corrections.agree_correction": PLAYER,
    "results.sheets.services.corrections.propose_correction": PLAYER,
    "results.sheets.services.corrections.withdraw_correction": PLAYER,
    "results.sheets.services.entering.dispute": PLAYER,
    "results.sheets.services.entering.enter_sheet": PLAYER,
    "results.sheets.services.entering.sign": PLAYER,
    "results.sheets.services.officials.call_director": PLAYER,
    "results.sheets.services.recounts.request_from_sheet": PLAYER,
    "results.attendance.services.attendance.arrive": SAME,
    "results.rating_lists.services.lists.load_upload": SAME,
    "tdsuite.exchange.incoming.apply_upload": SAME,
    "tdsuite.console.people.renew_password": SECRET,
    "tdsuite.platform.access.services.links.issue_missing": SECRET,
    "tdsuite.platform.access.services.links.print_cards": SECRET,
    "tdsuite.platform.access.services.links.reissue": SECRET,
    "tdsuite.platform.access.services.links.revoke": SECRET,
    "tdsuite.platform.access.services.stations.add_station": SECRET,
    "tdsuite.platform.access.services.stations.renew_code": SECRET,
    "tdsuite.platform.access.services.stations.revoke_station": SECRET,
    "tdsuite.ops.backups.services.choose_folder": COMPUTER,
    "tdsuite.ops.backups.services.hand_over": COMPUTER,
    "tdsuite.ops.backups.services.take_back": COMPUTER,
    "tdsuite.platform.access.services.own_account.change_password": ACCOUNT,
    "tdsuite.platform.access.services.own_account.end_session": ACCOUNT,
    "tdsuite.platform.access.tokens.revoke_token": ACCOUNT,
}  # fmt: skip
# Actions of the record: who takes them, if not a call.
NOT_BY_A_CALL: dict[str, str] = {
    "account.created": COMES,
    "challenge.agreed": COMES,
    "challenge.closed": COMES,
    "challenge.confirmed": COMES,
    "challenge.handed_over": COMES,
    "challenge.misadjudicated": COMES,
    "challenge.reissued": COMES,
    "challenge.second_opinion_asked": COMES,
    "challenge.struck_out": COMES,
    "challenge.taken_back": COMES,
    "challenge.third_opinion_granted": COMES,
    "challenge.words_changed": COMES,
    "entry.ejected": COMES,
    "entry.ejection_reversed": COMES,
    "incident.reported": COMES,
    "incident.text_erased": COMES,
    "incident.to_report": COMES,
    "invitation.made": COMES,
    "invitation.revoked": COMES,
    "job.retried": COMES,
    "lexicon.imported": COMES,
    "lexicon.pinned": COMES,
    "member.added": COMES,
    "member.removed": COMES,
    "pairings.round_added": COMES,
    "pairings.round_removed": COMES,
    "pairings.rules_relaxed": COMES,
    "player.erased": COMES,
    "recount.reported": COMES,
    "rulebook.loaded": COMES,
    "ruling.reported": COMES,
    "ruling.words_erased": COMES,
    "spread.adjusted": COMES,
    "tournament.changed": COMES,
    "tournament.practice_deleted": COMES,
    "account.password_set": ACCOUNT,
    "invitation.used": ACCOUNT,
    "sessions.ended": ACCOUNT,
    "token.revoked": ACCOUNT,
    "backup.folder_chosen": COMPUTER,
    "backup.handed_over": COMPUTER,
    "backup.restored": COMPUTER,
    "backup.taken_back": COMPUTER,
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
    "table.called": PLAYER,
    "record.chain_accepted": COMMAND,
    "record.rows_covered": UPGRADE,
    "sheet.followed": FOLLOWS,
    "sign_in.cards_printed": SECRET,
    "sign_in.issued": SECRET,
    "sign_in.reissued": SECRET,
    "sign_in.revoked": SECRET,
    "station.added": SECRET,
    "station.code_renewed": SECRET,
    "station.paired": SECRET,
    "station.revoked": SECRET,
}  # fmt: skip


def api(module: str) -> bool:
    return module.endswith(".api") or ".api." in module


def page(module: str) -> bool:
    return not api(module) and (bool(PAGES & {*module.split(".")}) or module == "tdsuite.console.printing")


@cache
def decides(service: Place) -> bool:
    """Whether it opens a decision or leaves work to a worker, itself or by what it calls."""
    return takes_actor(service) and any(target[1] in OPENS for target, _ in reached(service))


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
