"""The receiver that adds the data stored by accounts to an export."""

from accounts.privacy.data_export.personal_data import about_the_person
from accounts.signals import exporting

exporting.connect(about_the_person)
