"""Addresses of word lists, below console/<event>/words/."""

from django.urls import path

from . import views as lexicons

app_name = "lexicons"
urlpatterns = [
    path("", lexicons.words, name="words"),
    path("import/", lexicons.upload, name="import"),
    path("list/<int:pk>/", lexicons.words, name="list"),
]
