"""Validation of night hours, during which the clocks of some tables stop."""

from datetime import date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

LONGEST_NIGHT = timedelta(hours=10)


def check_night(from_: time, until: time) -> None:
    """Raise `ValidationError` if the night is longer than ten hours of wall-clock time. Equal times mean no night."""
    length = (datetime.combine(date.min, until) - datetime.combine(date.min, from_)) % timedelta(days=1)
    if length > LONGEST_NIGHT:
        most = LONGEST_NIGHT // timedelta(hours=1)
        raise ValidationError(
            ngettext(
                "Your night can last at most %(count)d hour.", "Your night can last at most %(count)d hours.", most
            )
            % {"count": most},
            code="night",
        )
