from typing import Any

from django.apps import AppConfig

WRITTEN_ONCE = {
    "results_sheetversion": "versions of a result sheet are never changed or deleted",
    "results_signature": "signatures are never changed or deleted",
}
NEVER_CHANGED = dict.fromkeys(
    ("results_ratinglist", "results_ratinglistentry"),
    "a rating list is never changed; load the new one as another version",
)


def my_page_url(tournament: Any) -> str:
    """The page of a player who is signed in."""
    return tournament.url("results:me")


class ResultsConfig(AppConfig):
    name = "results"

    def ready(self) -> None:
        from results.games.services.disputes import disputed_sheets
        from tdsuite.platform.access.players import player_home
        from tdsuite.platform.audit.services import record_checks
        from tdsuite.platform.audit.triggers import Protection, protected_tables
        from tdsuite.platform.live.own_topics import own_news
        from tdsuite.tournaments.services.accounts import end_of_game_removed
        from tdsuite.tournaments.services.consequences import event_facts
        from tdsuite.tournaments.services.decision import games_changed
        from tdsuite.tournaments.services.finishing import finishing_blockers, finishing_warnings
        from tdsuite.tournaments.services.games import signed_scores
        from tdsuite.tournaments.services.rounds import round_blockers
        from tdsuite.tournaments.services.waiting import unsettled_before_pairing
        from tdsuite.tournaments.stakes import announced_stakes

        for table, refusal in WRITTEN_ONCE.items():
            protected_tables.add(table, Protection(refusal))
        for table, refusal in NEVER_CHANGED.items():
            protected_tables.add(table, Protection(refusal, deletable=True))
        disputed_sheets.connect("results.sheets.reads.disputes")
        games_changed.connect("results.sheets.services.signed.follow_games")
        signed_scores.connect("results.sheets.services.signed.has_signed_scores")
        end_of_game_removed.connect("results.rulings.services.forfeits.forget_end")
        record_checks.connect("results.sheets.services.verify.flaws")
        finishing_blockers.connect("results.sheets.reads.unsigned_blockers")
        finishing_warnings.connect("results.sheets.reads.warn_not_handed_in")
        unsettled_before_pairing.connect("results.attendance.services.check_in.waiting_at_the_door")
        unsettled_before_pairing.connect("results.sheets.pages.waiting.waiting_at_sheets")
        unsettled_before_pairing.connect("results.sheets.pages.waiting.waiting_requests")
        round_blockers.connect("results.prizes.services.prizes.prizes_of_round")
        announced_stakes.connect("results.prizes.services.prizes.stakes")
        player_home.connect(my_page_url)
        event_facts.connect("results.facts.result_facts")
        own_news.connect("results.sheets.services.own_topics.own_news")
