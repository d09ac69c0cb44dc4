"""Addresses of pairings, below console/<event>/<division>/."""

from django.urls import path

from .views import boards, desk, draft, rounds, rules, tables, why

app_name = "pairings"
urlpatterns = [
    path("pairing/", desk.desk, name="desk"),
    path("pairing/free/", desk.pair_free, name="pair_free"),
    path("pairing/add/", desk.add, name="add_round"),
    path("pairing/remove/", desk.remove, name="remove_round"),
    path("pairing/<int:number>/", desk.override, name="override"),
    path("pairing/rules/", rules.rules, name="rules"),
    path("pairing/tables/", tables.tables, name="tables"),
    path("pairing/tables/keep/", tables.keep, name="table_keep"),
    path("pairing/tables/<int:pk>/give-up/", tables.give_up, name="table_give_up"),
    path("pairing/tables/<int:pk>/first/", tables.first, name="table_first"),
    path("round/<int:number>/clash/", rules.clash, name="clash"),
    path("round/<int:number>/relax/", rules.relax_and_pair, name="relax"),
    path("round/<int:number>/", rounds.round, name="round"),
    path("round/<int:number>/boards/", rounds.boards, name="boards"),
    path("round/<int:number>/changes/", rounds.changes, name="changes"),
    path("round/<int:number>/start/", rounds.start, name="start"),
    path("round/<int:number>/seat/", rounds.seat, name="seat"),
    path("round/<int:number>/pair/", draft.pair, name="pair"),
    path("round/<int:number>/pair/<int:job_id>/", draft.progress, name="progress"),
    path("round/<int:number>/pair/<int:job_id>/stop/", draft.stop, name="stop"),
    path("round/<int:number>/pair-by-hand/", draft.pair_by_hand, name="pair_by_hand"),
    path("round/<int:number>/why/", why.why, name="why"),
    path("round/<int:number>/why/<int:player>/", why.why, name="why_board"),
    path("round/<int:number>/weigh/", why.weigh, name="weigh"),
    path("why/<int:player>/", why.why_player, name="why_player"),
    path("draft/<int:run_id>/swap-costs/", why.swap_costs, name="swap_costs"),
    path("draft/<int:run_id>/swap/", draft.swap, name="swap"),
    path("draft/<int:run_id>/publish/", draft.publish, name="publish"),
    path("draft/<int:run_id>/discard/", draft.discard, name="discard"),
    path("board/<int:game_id>/", boards.board, name="board"),
    path("board/<int:game_id>/swap-players/costs/", boards.swap_players_costs, name="swap_players_costs"),
    path("board/<int:game_id>/swap-players/", boards.swap_players, name="swap_players"),
    path("board/<int:game_id>/swap-tables/", boards.swap_tables, name="swap_tables"),
    path("board/<int:game_id>/move/", boards.move, name="move"),
    path("board/<int:game_id>/starter/", boards.starter, name="starter"),
    path("board/<int:game_id>/replace/costs/", boards.replace_costs, name="replace_costs"),
    path("board/<int:game_id>/replace/", boards.replace, name="replace"),
    path("board/<int:game_id>/bye/costs/", boards.bye_costs, name="bye_costs"),
    path("board/<int:game_id>/bye/", boards.bye, name="bye"),
    path("board/<int:game_id>/dissolve/", boards.dissolve, name="dissolve"),
]
