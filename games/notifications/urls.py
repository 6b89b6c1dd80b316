"""URLs of notification settings, destinations, guests' addresses, feeds, web push, and links in mails."""

from django.urls import path

from games.notifications.contact import views as contact
from games.notifications.views import destinations, feeds, preferences, web_push

urlpatterns = [
    path("settings/notices/", preferences.settings, name="notices"),
    path("settings/notices/test/", preferences.test, name="test-notice"),
    path("notices/stop/<str:token>/", preferences.unsubscribe_view, name="stop-notices"),
    path("games/<slug:table>/notices/", preferences.table_preferences, name="notices-table"),
    path("settings/notices/browsers/<int:key>/remove/", destinations.remove_browser, name="remove-browser"),
    path("settings/notices/webhooks/", destinations.add_hook, name="add-webhook"),
    path("settings/notices/webhooks/<int:key>/test/", destinations.test_hook, name="test-webhook"),
    path("settings/notices/webhooks/<int:key>/remove/", destinations.remove_hook, name="remove-webhook"),
    path("settings/notices/feeds/", destinations.renew_feeds, name="renew-feeds"),
    path("settings/notices/feeds/end/", destinations.end_feeds, name="end-feeds"),
    path("feeds/<slug:key>/deadlines.ics", feeds.deadlines, name="deadlines-feed"),
    path("feeds/<slug:key>/turns.atom", feeds.turns, name="turns-feed"),
    path("settings/notices/address/", contact.address, name="notice-address"),
    path("settings/notices/address/remove/", contact.remove_address, name="remove-notice-address"),
    path("settings/notices/look-in/", contact.look_in, name="look-in"),
    path("notices/confirm/<str:token>/", contact.confirm, name="confirm-notices"),
    path("push/", web_push.subscription, name="push"),
    path("service-worker.js", web_push.service_worker, name="service-worker"),
]
