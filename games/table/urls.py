"""URLs of the table: the page, moves, standing orders, absence, votes, and the links in mails."""

from django.urls import path

from games.table.views import absence, pace, seat_links, standing_orders, table, typed_moves

urlpatterns = [
    path("go/<str:token>/", seat_links.open_link, name="seat-link"),
    path("games/<slug:table>/link/put-away/", seat_links.revoke, name="close-link"),
    path("games/<slug:table>/", table.table, name="table"),
    path("games/<slug:table>/version/", table.version, name="version"),
    path("games/<slug:table>/move/", table.move, name="move"),
    path("games/<slug:table>/type/", typed_moves.type_move, name="type-move"),
    path("games/<slug:table>/undo/", table.undo, name="undo"),
    path("games/<slug:table>/resign/", table.resign, name="resign"),
    path("games/<slug:table>/computers/", pace.set_pace, name="computers-pace"),
    path("games/<slug:table>/log/", table.log, name="log"),
    path("games/<slug:table>/order/", standing_orders.give, name="give-order"),
    path("games/<slug:table>/order/cancel/", standing_orders.cancel, name="cancel-order"),
    path("games/<slug:table>/take-back/", absence.take_back, name="take-back"),
    path("games/<slug:table>/seats/<int:seat>/", absence.substitute, name="substitute"),
    path("games/<slug:table>/vote/", absence.propose, name="propose"),
    path("games/<slug:table>/vote/<int:vote>/", absence.cast, name="cast"),
]
