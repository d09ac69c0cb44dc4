"""Addresses of a table, below console/<event>/<division>/table/<game>/; those it had before lead to it."""

from django.urls import path

from pairings.forms.pairing import GAME_FORMS
from . import boards, clock, draft, place, result, sheet

TABLE = "<slug:slug>/<slug:code>/table/<int:game_id>/"
urlpatterns = [
    path("<slug:slug>/<slug:code>/round/<int:number>/draft/", draft.draft_table, name="draft_table"),
    path("<slug:slug>/<slug:code>/round/<int:number>/place/", place.place, name="place"),
    path(TABLE, result.table, name="table"),
    path(f"{TABLE}scores/", result.scores, name="scores"),
    path(f"{TABLE}correct/", result.correct, name="correct"),
    path(f"{TABLE}withdraw/", result.withdraw, name="withdraw"),
    path(f"{TABLE}ended/<slug:kind>/", result.ended, name="ended"),
    path(f"{TABLE}end/", result.end, name="end"),
    path(f"{TABLE}amend/<int:appeal_id>/", result.amend, name="amend"),
    *(
        path(f"{TABLE}<int:number>/{step.replace('_', '-')}/", clock.tap, {"step": step}, name=f"tap_{step}")
        for step in clock.TAPS
    ),
    path(f"{TABLE}<int:number>/clock-with-reason/", clock.clock, name="clock"),
    path(f"{TABLE}<int:number>/elect/", clock.forfeit, {"step": "elect"}, name="elect"),
    path(f"{TABLE}<int:number>/expired/", clock.forfeit, {"step": "expire"}, name="expire"),
    path(f"{TABLE}both/", clock.both, name="both"),
    path(f"{TABLE}take-back/", clock.take_back, name="take_back_forfeit"),
    path(f"{TABLE}time/", clock.add_time, name="add_time"),
    path(f"{TABLE}time/<int:pk>/", clock.drop_time, name="drop_time"),
    path(f"{TABLE}<int:number>/credit/<slug:kind>/", clock.credit, name="credit"),
    path(f"{TABLE}move-limit/", clock.move_limit, name="move_limit"),
    path(f"{TABLE}move-limit/<int:pk>/end/", clock.move_limit_end, name="move_limit_end"),
    path(f"{TABLE}starter/", clock.starter, name="starter"),
    path(f"{TABLE}starter/<int:pk>/", clock.settle, name="settle"),
    path(f"{TABLE}draw-again/", clock.draw_again, name="draw_again"),
    path(f"{TABLE}sheet/received/", sheet.received, name="sheet_received"),
    path(f"{TABLE}sheet/waive/", sheet.waive, name="sheet_waive"),
    path(f"{TABLE}sheet/rule/", sheet.rule, name="sheet_rule"),
    path(f"{TABLE}petition/<int:petition_id>/accept/", sheet.accept, name="petition_accept"),
    path(f"{TABLE}petition/<int:petition_id>/refuse/", sheet.refuse, name="petition_refuse"),
    path(f"{TABLE}call/<int:call_id>/answered/", sheet.answered, name="call_answered"),
    path(f"{TABLE}recount/", sheet.recount, name="recount"),
    path(f"{TABLE}recount/<int:recount_id>/", sheet.recounted, name="recounted"),
    path(f"{TABLE}recount/<int:recount_id>/bar/<slug:side>/", sheet.bar, name="recount_bar"),
]
# Every change of a board has an address of its own; its costs are looked at first, in the drawer.
for kind in GAME_FORMS:
    address = f"{TABLE}board/{kind.name.replace('_', '-')}/"
    urlpatterns.append(path(address, boards.change, {"kind": kind}, name=f"board_{kind.name}"))
# Addresses that a table had before: each leads to its page.
for earlier in (
    "board/<int:game_id>/",
    "sheets/<int:game_id>/",
    "rulings/game/<int:game_id>/",
    "results/<int:game_id>/correct/",
):
    urlpatterns.append(path(f"<slug:slug>/<slug:code>/{earlier}", result.moved))
