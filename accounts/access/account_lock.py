"""The lock of an account, required for adding rows to it and for giving access to it."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused


def hold_account(user: User) -> None:
    """Lock the account until the transaction ends, so that erasures and password changes see everything added to it.

    Raise `Refused` if the account is gone, or its password has changed since ``user`` was read: then the request
    came from a session that has ended. So views pass ``request.user``, for which the session was checked, never a
    fresh row. Take this lock before that of a game, as erasures do, so that the two can't deadlock.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None)
    passwords = list(rows.values_list("password", flat=True))
    if not passwords:
        raise Refused(_("This account has been deleted."))
    if passwords != [user.password]:
        raise Refused(_("This account’s password was just changed. Sign in again."))
