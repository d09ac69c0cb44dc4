"""Addresses of word lists, below console/<event>/words/."""

from django.urls import path

from .views import lexicons

app_name = "lexicons"
urlpatterns = [
    path("", lexicons.words, name="words"),
    path("import/", lexicons.give, name="import"),
    path("import/<int:pk>/", lexicons.preview, name="preview"),
    path("import/<int:pk>/keep/", lexicons.keep, name="keep"),
    path("list/<int:pk>/", lexicons.one, name="list"),
    path("division/<slug:code>/", lexicons.division, name="division"),
]
