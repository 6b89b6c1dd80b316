"""The account lock: held while adding rows to an account or granting access to it."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused


def hold_account(user: User) -> None:
    """Lock the account until the transaction ends, so that erasures and password changes see everything added to it.

    Raise `Refused` if the account has been erased, or if its password has changed since ``user`` was read, which ends
    the request's session. Views must pass ``request.user``, which was checked against the session, never a fresh row.
    Take this lock before locking a game, as erasures do, to avoid deadlocks.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None)
    passwords = list(rows.values_list("password", flat=True))
    if not passwords:
        raise Refused(_("This account has been deleted."))
    if passwords != [user.password]:
        raise Refused(_("This account’s password was just changed. Sign in again."))
