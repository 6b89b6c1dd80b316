"""Friends and blocks: the page with both, and the actions on it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access.guards import current_user, signed_in_form, signed_in_post
from accounts.access.rate_limits import limited
from accounts.friends import friend_links, friendships
from accounts.i18n.collation import by_shown_name
from accounts.models import Block, Friendship, User
from accounts.refusals import Refused
from games.friends.page import friends_with_tables, people_met


@signed_in_form("friend")
def friends(request: HttpRequest) -> HttpResponse:
    """Show the user's friends, requests and blocks; on POST, send a request to the user in the field ``username``."""
    if request.method != "POST":
        return _page(request)
    name = request.POST.get("username", "")
    try:
        request_made = friendships.send_request(current_user(request), _user_named(name))
    except Refused as refused:
        return _page(request, str(refused.message), name, refused.status)
    if request_made.agreed_at is not None:
        messages.success(request, _("You’re friends now."))
    else:
        messages.success(request, _("Request sent to %(name)s.") % {"name": request_made.to.shown_name})
    return redirect("friends")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("friend")
def friend_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show who sent this link; on POST, become friends. A link that is too old or altered gets an explanation."""
    if (owner := friend_links.owner_of(token, request.user)) is None:
        return render(request, "friends/link.html", {"owner": None}, status=410)
    refusal, status = "", 200
    if request.method == "POST" and request.user.is_authenticated:
        try:
            friend_links.befriend(current_user(request), owner)
        except Refused as refused:
            refusal, status = str(refused.message), refused.status
        else:
            messages.success(request, _("You and %(name)s are friends now.") % {"name": owner.shown_name})
            return redirect("friends")
    context = {"owner": owner, "friendship": friendships.friendship_of(request.user, owner), "refusal": refusal}
    return render(request, "friends/link.html", context, status=status)


def _user_named(name: str) -> User:
    if not name.strip().removeprefix("@"):
        raise Refused(_("Enter the user name of the person you want to ask."))
    if (found := friendships.user_by_name(name)) is None:
        raise Refused(_("Nobody here has this user name."))
    return found


def _page(request: HttpRequest, refusal: str = "", typed: str = "", status: int = 200) -> HttpResponse:
    user = current_user(request)
    context = {
        "friends": friends_with_tables(user),
        "met": [] if user.is_guest else people_met(user),
        "asking": friendships.pending_requests(user),
        "declined": friendships.declined_requests(user),
        "asked": friendships.sent_requests(user),
        "blocks": _blocks(user),
        "refusal": refusal,
        "typed": typed,
        "link": "" if user.is_guest else request.build_absolute_uri(_link_of(user)),
        "link_days": friend_links.VALID.days,
    }
    return render(request, "friends/friends.html", context, status=status)


def _link_of(user: User) -> str:
    return reverse("friend-link", args=[friend_links.token_of(user)])


def _blocks(user: User) -> list[Block]:
    blocks = {block.who: block for block in user.blocks.select_related("who")}
    return [blocks[person] for person in by_shown_name(blocks)]


@signed_in_post("friend")
def answer(request: HttpRequest, key: int) -> HttpResponse:
    """Accept, decline or withdraw a friend request, or end a friendship, depending on the field ``answer``."""
    user = current_user(request)
    friendship = _own_friendship_or_404(user, key)
    what = request.POST.get("answer", "")
    acts: dict[str, Callable[[], None]] = {"end": lambda: friendships.delete(friendship)}
    if friendship.to_id == user.pk and friendship.agreed_at is None:
        acts = {
            "accept": lambda: friendships.accept(user, friendship),
            "decline": lambda: friendships.decline(friendship),
        }
    try:
        if what not in acts:
            raise Refused(_("Something changed in the meantime. Take another look."))
        acts[what]()
    except Refused as refused:
        return _page(request, str(refused.message), status=refused.status)
    if what == "accept":
        messages.success(request, _("You’re friends now."))
    return redirect("friends")


def _own_friendship_or_404(user: User, key: int) -> Friendship:
    found = Friendship.objects.filter(pk=key).select_related("by", "to").first() if key < 2**63 else None
    if found is None or user.pk not in (found.by_id, found.to_id):
        raise Http404
    return found


@signed_in_form("block")
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Explain the effects of blocking; on POST, block the user. Raise `Http404` if users try to block themselves."""
    person, user = _person_or_404(username), current_user(request)
    if person == user:
        raise Http404
    if request.method != "POST":
        blocked = person.pk in friendships.blocks_of(user)
        return render(request, "friends/block.html", {"person": person, "blocked": blocked})
    friendships.block(user, person)
    messages.success(request, _("You’ve blocked %(name)s. They won’t be told.") % {"name": person.shown_name})
    return redirect("friends")


@signed_in_post("block")
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    person = _person_or_404(username)
    friendships.unblock(current_user(request), person)
    messages.success(request, _("%(name)s is no longer blocked.") % {"name": person.shown_name})
    return redirect("friends")


def _person_or_404(username: str) -> Any:
    if not username.isprintable():  # PostgreSQL raises an error for a NUL
        raise Http404
    return get_object_or_404(User, username=username, erased_at=None)
