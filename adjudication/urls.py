"""Addresses of the word judge for officials, below console/<event>/challenges/; players and stations: urls_players.py."""

from django.urls import path

from .views import judge, misadjudication, opinions, register, settings, slips
from .views.steps import OFFICIAL_STEPS

app_name = "adjudication"
urlpatterns = [
    path("", judge.queue, name="queue"),
    path("next/", judge.take_next, name="next"),
    path("new/", slips.choose, name="slip_choose"),
    path("new/<int:game_id>/", slips.new, name="slip_new"),
    path("slip/<int:pk>/", slips.slip, name="slip"),
    path("slip/<int:pk>/judge/", judge.judge, name="slip_judge"),
    path("slip/<int:pk>/opinion/", opinions.opinion, name="opinion"),
    path("slip/<int:pk>/misadjudication/", misadjudication.misadjudication, name="misadjudication"),
    *[
        path(f"slip/<int:pk>/{step.replace('_', '-')}/", slips.step, {"step": step}, name=name)
        for step, name in OFFICIAL_STEPS.items()
    ],
    path("register/", register.register, name="register"),
    path("register.csv", register.download, name="register_csv"),
    path("docket/<slug:code>/", register.docket, name="docket"),
    path("settings/", settings.settings, name="settings"),
]
