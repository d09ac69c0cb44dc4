"""Addresses of the director's decisions, below console/<event>/<division>/rulings/; names are those of `results`."""

from django.urls import path

from .views import conduct, ejections, ended, reports_due, rulings, worked

urlpatterns = [
    path("", rulings.ruled, name="rulings"),
    path("new/", rulings.new, name="ruling_new"),
    path("<int:ruling_id>/", rulings.ruling, name="ruling"),
    path("<int:ruling_id>/reported/", rulings.reported, name="ruling_reported"),
    path("<int:ruling_id>/erase/", rulings.erase, name="ruling_erase"),
    path("appeals/<int:appeal_id>/", rulings.appeal, name="appeal"),
    path("appeals/<int:appeal_id>/amend/<int:game_id>/", rulings.amend, name="amend"),
    path("game/<int:game_id>/", ended.game, name="game"),
    path("game/<int:game_id>/ended/<slug:kind>/", ended.ended, name="ended"),
    path("game/<int:game_id>/end/", ended.end, name="end"),
    path("game/<int:game_id>/exchange/", worked.exchange, name="exchange"),
    path("game/<int:game_id>/out-of-order/", worked.out_of_order, name="out_of_order"),
    path("game/<int:game_id>/sand/", worked.sand, name="sand"),
    path("game/<int:game_id>/spread/", ended.spread, name="spread"),
    path("game/<int:game_id>/recount/", ended.recount, name="recount"),
    path("recount/<int:recount_id>/", ended.recounted, name="recounted"),
    path("recount/<int:recount_id>/bar/<slug:side>/", ended.bar, name="recount_bar"),
    path("reports/", reports_due.page, name="reports_due"),
    path("reports/reports.csv", reports_due.download, name="reports_csv"),
    path("reports/<slug:kind>/<int:pk>/sent/", reports_due.sent, name="report_sent"),
    path("incidents/<int:incident_id>/report/<slug:to>/", reports_due.report_incident, name="incident_report"),
    path("incidents/", conduct.log, name="incidents"),
    path("incidents/new/", conduct.choose, name="incident_choose"),
    path("incidents/new/<slug:kind>/", conduct.new, name="incident"),
    path("incidents/<int:incident_id>/withdraw/", conduct.withdraw, name="incident_withdraw"),
    path("incidents/<int:incident_id>/erase/", conduct.erase, name="incident_erase"),
    path("entry/<int:number>/eject/", ejections.eject, name="eject"),
    path("entry/<int:number>/late/", ejections.late, name="late"),
    path("entry/<int:number>/leave/", ejections.leave, name="leave"),
    path("ejection/<int:ejection_id>/", ejections.ejected, name="ejection"),
]
