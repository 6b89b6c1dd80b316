"""URLs of the table: its page, and all views whose response is the table."""

from django.urls import path

from games.table.views import (
    absence,
    hints,
    moves,
    notes,
    pace,
    plans,
    seat_links,
    seats,
    standing_orders,
    table,
    typed_moves,
)

urlpatterns = [
    path("go/<str:token>/", seat_links.open_link, name="seat-link"),
    path("games/<slug:table>/link/put-away/", seat_links.revoke, name="close-link"),
    path("games/<slug:table>/", table.table, name="table"),
    path("games/<slug:table>/version/", table.version, name="version"),
    path("games/<slug:table>/move/", moves.move, name="move"),
    path("games/<slug:table>/type/", typed_moves.type_move, name="type-move"),
    path("games/<slug:table>/undo/", moves.undo, name="undo"),
    path("games/<slug:table>/resign/", moves.resign, name="resign"),
    path("games/<slug:table>/computers/", pace.set_pace, name="computers-pace"),
    path("games/<slug:table>/hint/", hints.hint, name="hint"),
    path("games/<slug:table>/note/", notes.note, name="note"),
    path("games/<slug:table>/log/", table.log, name="log"),
    path("games/<slug:table>/order/", standing_orders.give, name="give-order"),
    path("games/<slug:table>/order/cancel/", standing_orders.cancel, name="cancel-order"),
    path("games/<slug:table>/plan/", plans.save, name="save-plan"),
    path("games/<slug:table>/plan/drop/", plans.drop, name="drop-plan"),
    path("games/<slug:table>/take-back/", absence.take_back, name="take-back"),
    path("games/<slug:table>/seats/<int:seat>/", absence.substitute, name="substitute"),
    path("games/<slug:table>/invite/", seats.invite, name="invite"),
    path("games/<slug:table>/rematch/", seats.rematch, name="rematch"),
    path("games/<slug:table>/leave/", seats.leave, name="leave"),
    path("games/<slug:table>/start/", seats.start, name="start"),
    path("games/<slug:table>/cancel/", seats.cancel, name="cancel"),
    path("games/<slug:table>/persona/", seats.persona, name="persona"),
    path("games/<slug:table>/computer/", seats.computer, name="add-computer"),
    path("games/<slug:table>/vote/", absence.propose, name="propose"),
    path("games/<slug:table>/vote/<int:vote>/", absence.cast, name="cast"),
]
