"""The lock of an account, under which rows that belong to it are added and access to it is given."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused


def hold_account(user: User) -> None:
    """Lock the account until the transaction ends, so that no erasure and no new password misses what is added to it.

    Raise `Refused` if the account is gone, or if its password has changed since ``user`` was read: that request came
    from a session that has ended. So views pass ``request.user``, for which the session was checked, never a fresh row.
    The lock comes before that of a game, as in an erasure, so that the two can't deadlock.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None)
    passwords = list(rows.values_list("password", flat=True))
    if not passwords:
        raise Refused(_("This account has been deleted."))
    if passwords != [user.password]:
        raise Refused(_("This account’s password was just changed. Sign in again."))
