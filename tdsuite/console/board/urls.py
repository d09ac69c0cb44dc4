"""Addresses of the Round board; part of the console's namespace."""

from django.urls import path

from . import views

urlpatterns = [
    path("<slug:slug>/round/", views.page, name="round"),
    path("<slug:slug>/round/line/", views.line, name="board_line"),
    path("<slug:slug>/round/typing/", views.typing, name="board_typing"),
    path("<slug:slug>/round/pair/", views.pair, name="board_pair"),
    path("<slug:slug>/round/publish/", views.publish, name="board_publish"),
    path("<slug:slug>/round/start/", views.start, name="board_start"),
    path("<slug:slug>/<slug:code>/round/settle/", views.settle, name="board_settle"),
]
