"""Addresses of pairings, below console/<event>/<division>/."""

from django.urls import path

from ..views import desk, draft, exploring, reach, rounds, rules, tables, why

app_name = "pairings"
urlpatterns = [
    path("pairing/add/", desk.add, name="add_round"),
    path("pairing/<int:number>/remove/", desk.remove, name="remove_round"),
    path("pairing/restore/", desk.restore, name="plan_restore"),
    path("pairing/<int:number>/", desk.override, name="override"),
    path("pairing/rules/", rules.rules, name="rules"),
    path("pairing/tables/", tables.tables, name="tables"),
    path("pairing/tables/keep/", tables.keep, name="table_keep"),
    path("pairing/tables/<int:pk>/give-up/", tables.give_up, name="table_give_up"),
    path("prizes-in-reach/", reach.reach, name="reach_now"),
    path("round/<int:number>/prizes/", reach.reach, name="reach"),
    path("round/<int:number>/explore/", exploring.explore, name="explore"),
    path("round/<int:number>/hindsight/", exploring.hindsight, name="hindsight"),
    path("round/<int:number>/explore/<int:job_id>/", exploring.explore, name="explored"),
    path("round/<int:number>/spare/", rules.spare_and_pair, name="spare"),
    path("round/<int:number>/relax/", rules.relax_and_pair, name="relax"),
    path("round/<int:number>/", rounds.round, name="round"),
    path("round/<int:number>/changes/", rounds.changes, name="changes"),
    path("round/<int:number>/undo-start/", rounds.undo_the_start, name="undo_start"),
    path("round/<int:number>/tables/", rounds.follow_tables, name="follow_tables"),
    path("round/<int:number>/reopen/", rounds.reopen, name="reopen"),
    path("round/<int:number>/close/", rounds.close, name="close"),
    path("round/<int:number>/unpublish/", rounds.unpublish, name="unpublish"),
    path("round/<int:number>/restore/", rounds.restore, name="restore"),
    path("round/<int:number>/pair/", draft.pair, name="pair"),
    path("round/<int:number>/pair/<int:job_id>/stop/", draft.stop, name="stop"),
    path("round/<int:number>/pair-by-hand/", draft.pair_by_hand, name="pair_by_hand"),
    path("round/<int:number>/why/", why.why, name="why"),
    path("why/<int:player>/", why.why_player, name="why_player"),
    path("draft/<int:run_id>/publish/", draft.publish, name="publish"),
    path("draft/<int:run_id>/discard/", draft.discard, name="discard"),
]
