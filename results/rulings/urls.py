"""Addresses of the director's decisions: `event` below console/<event>/rulings/, the others below <division>/; names are those of `results`."""

from django.urls import path

from .views import conduct, ejections, rulings

event = [
    path("", rulings.rulings_list, name="rulings"),
    path("reports/<slug:kind>/<int:pk>/sent/", rulings.report_sent, name="report_sent"),
]
urlpatterns = [
    path("new/", rulings.new, name="ruling_new"),
    path("<int:ruling_id>/", rulings.ruling, name="ruling"),
    path("<int:ruling_id>/erase/", rulings.erase, name="ruling_erase"),
    path("appeals/<int:appeal_id>/", rulings.appeal, name="appeal"),
    path("incidents/new/", conduct.new, name="incident_choose"),
    path("incidents/new/<slug:kind>/", conduct.new, name="incident"),
    path("incidents/<int:incident_id>/withdraw/", conduct.withdraw, name="incident_withdraw"),
    path("incidents/<int:incident_id>/erase/", conduct.erase, name="incident_erase"),
    path("entry/<int:number>/eject/", ejections.eject, name="eject"),
    path("entry/<int:number>/annul/", ejections.annul, name="annul"),
    path("entry/<int:number>/late/", ejections.late, name="late"),
    path("ejection/<int:ejection_id>/", ejections.ejected, name="ejection"),
]
