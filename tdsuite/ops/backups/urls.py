from django.urls import path

from tdsuite.ops.backups import views

app_name = "backups"
urlpatterns = [
    path("", views.page, name="page"),
    path("folder/", views.folder, name="folder"),
    path("hand-over/", views.hand_over, name="hand_over"),
    path("take-back/", views.take_back, name="take_back"),
    path("restore/", views.restore, name="restore"),
]
