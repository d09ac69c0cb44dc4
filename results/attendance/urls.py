"""Addresses of attendance, starts and time, below console/<event>/<division>/; part of the results namespace."""

from django.urls import URLPattern, path

from results.attendance.views import attendance, starts, table
from results.attendance.views.attendance import TAPS

taps: list[URLPattern] = [
    path(
        f"table/<int:game_id>/<int:number>/{step.replace('_', '-')}/",
        attendance.tap,
        {"step": step},
        name=f"tap_{step}",
    )
    for step in TAPS
]
urlpatterns = [
    path("round/<int:number>/attendance/", attendance.attendance, name="attendance"),
    path("round/<int:number>/attendance/announce/", attendance.announce, name="attendance_announce"),
    path("round/<int:number>/attendance/rest/", attendance.rest, name="rest"),
    *taps,
    path("round/<int:number>/timer/set/", attendance.timer_set, name="timer_set"),
    path("round/<int:number>/timer/drop/", attendance.timer_drop, name="timer_drop"),
    path("table/<int:game_id>/", table.table, name="table"),
    path("table/<int:game_id>/<int:number>/clock-with-reason/", table.clock, name="clock"),
    path("table/<int:game_id>/<int:number>/elect/", table.forfeit, {"step": "elect"}, name="elect"),
    path("table/<int:game_id>/<int:number>/expired/", table.forfeit, {"step": "expire"}, name="expire"),
    path("table/<int:game_id>/both/", table.both, name="both"),
    path("table/<int:game_id>/take-back/", table.take_back, name="take_back_forfeit"),
    path("table/<int:game_id>/time/", table.add_time, name="add_time"),
    path("table/<int:game_id>/time/<int:pk>/", table.drop_time, name="drop_time"),
    path("table/<int:game_id>/<int:number>/credit/<slug:kind>/", table.credit, name="credit"),
    path("table/<int:game_id>/starter/", table.starter, name="starter"),
    path("table/<int:game_id>/draw-again/", table.draw_again, name="draw_again"),
    path("round/<int:number>/stopping/", attendance.stop_warn, name="stop_warn"),
    path("table/<int:game_id>/move-limit/", table.move_limit, name="move_limit"),
    path("table/<int:game_id>/move-limit/<int:pk>/end/", table.move_limit_end, name="move_limit_end"),
    path("starts/", starts.starts, name="starts"),
    path("starts/<int:pk>/", starts.settle, name="settle"),
    path("accommodations/", starts.accommodations, name="accommodations"),
    path("accommodations/<int:pk>/end/", starts.end, name="accommodation_end"),
]
