"""URLs of replays, playback, records and deal audits."""

from django.urls import path

from games.replay.views import deal_audit, replay

urlpatterns = [
    path("fair/", deal_audit.explain, name="fair-dealing"),
    path("games/<slug:table>/replay/", replay.replay, name="replay"),
    path("games/<slug:table>/replay/steps/", replay.replay_steps, name="replay-steps"),
    path("games/<slug:table>/steps/", replay.steps, name="steps"),
    path("games/<slug:table>/record/", deal_audit.record, name="record"),
    path("games/<slug:table>/fair/", deal_audit.check, name="deal-audit"),
]
