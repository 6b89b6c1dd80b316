"""HTML templates are condensed when they are loaded, except in debug mode."""

from __future__ import annotations

from chicago.web.template_loaders import condensed

SOURCE = """\
{% load i18n %}
<p
  class="seat{% if mine %} seat--mine{% endif %}"
>
  {% if mine %}
    {% translate "You" %}
  {% else %}{% for name in names %}
    {{ name }}
  {% endfor %}{% endif %}
  {% url 'table' game.public_id as address %}
  {% include "table/_seat.html" with seat=seat %}
  {% cycle 'odd' 'even' as parity %}
  {% blocktranslate trimmed %}
    And so on.
  {% endblocktranslate %}
</p>
"""

CONDENSED = """\
{% load i18n %}<p
class="seat{% if mine %} seat--mine{% endif %}"
>
{% if mine %}{% translate "You" %}
{% else %}{% for name in names %}{{ name }}
{% endfor %}{% endif %}{% url 'table' game.public_id as address %}{% include "table/_seat.html" with seat=seat %}
{% cycle 'odd' 'even' as parity %}
{% blocktranslate trimmed %}
And so on.
{% endblocktranslate %}
</p>
"""


def test_lines_of_control_tags_leave_no_line_break() -> None:
    assert condensed("page.html", SOURCE, debug=False) == CONDENSED


def test_with_debug_every_line_keeps_its_number() -> None:
    loaded = condensed("page.html", SOURCE, debug=True)
    assert [line.strip() for line in SOURCE.splitlines()] == loaded.splitlines()


def test_the_text_of_a_mail_stays_as_it_is() -> None:
    assert condensed("mail.txt", SOURCE, debug=False) == SOURCE
