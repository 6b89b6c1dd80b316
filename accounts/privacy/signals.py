"""Receivers: an export includes the data stored by accounts."""

from accounts.privacy.data_export.personal_data import about_the_person
from accounts.signals import exporting

exporting.connect(about_the_person)
