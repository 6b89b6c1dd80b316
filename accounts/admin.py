"""Registration of the accounts' admin; the classes are in ``accounts/staff/admin/``."""

from accounts.staff.admin.programs import ProgramAdmin
from accounts.staff.admin.users import LargeEmailAddressAdmin, PersonAdmin, StaffGroupAdmin

__all__ = ["LargeEmailAddressAdmin", "PersonAdmin", "ProgramAdmin", "StaffGroupAdmin"]
