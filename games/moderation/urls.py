"""URLs of reports, and of decisions with their appeals."""

from django.urls import path

from games.moderation.views import decisions, reports

urlpatterns = [
    path("decisions/", decisions.mine, name="decisions"),
    path("decisions/read/", decisions.read, name="decisions-read"),
    path("decisions/<int:action>/", decisions.one, name="decision"),
    path("people/<str:username>/report/", reports.person, name="report-person"),
    path("games/<slug:table>/report/", reports.at_table, name="report-at-table"),
    path("games/<slug:table>/talk/<int:message>/report/", reports.message, name="report-message"),
]
