"""The alert rules and the dashboard: they parse, fire when they should, and use existing metrics."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY
from prometheus_client.registry import Collector

from chicago.telemetry.metrics import SiteCollector
from games.computers.metrics import THINKING
from games.realtime.metrics import SOCKETS
from games.tasks import sweep
from tests.needs import skip_or_fail
from tests.queue import Queue
from tests.site import ROOT

OPERATE = ROOT / "docs" / "operate"
RULES: list[dict[str, Any]] = yaml.safe_load((OPERATE / "alerts.yml").read_text())["groups"][0]["rules"]
TARGETS = [
    each for panel in json.loads((OPERATE / "dashboard.json").read_text())["panels"] for each in panel["targets"]
]
EXPRESSIONS = [rule["expr"] for rule in RULES] + [target["expr"] for target in TARGETS]


def promtool(*arguments: str) -> None:
    """Run Prometheus's own checker. Raise `AssertionError` with its output if it fails."""
    if shutil.which("promtool") is None:
        skip_or_fail("needs promtool (Debian's package prometheus)")
    done = subprocess.run(["promtool", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_alerts_fire_in_bad_hours_and_in_no_good_ones() -> None:
    promtool("test", "rules", "tests/telemetry/alerts.yml")


def test_prometheus_understands_every_expression(tmp_path: Path) -> None:
    rules = [{"record": f"check:{number}", "expr": expr} for number, expr in enumerate(EXPRESSIONS)]
    file = tmp_path / "rules.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "all", "rules": rules}]}))
    promtool("check", "rules", str(file))


def test_every_alert_is_tried_both_ways_and_has_its_page_in_the_run_book() -> None:
    names = [rule["alert"] for rule in RULES]
    assert re.findall(r"^## (\w+)$", (OPERATE / "runbook.md").read_text(), re.MULTILINE) == names
    tried = {test["name"] for test in yaml.safe_load((ROOT / "tests/telemetry/alerts.yml").read_text())["tests"]}
    assert {f"{name} {how}" for name in names for how in ("fires", "is silent")} <= tried
    for rule in RULES:
        assert rule["annotations"]["runbook"] == f"docs/operate/runbook.md#{rule['alert'].lower()}"


@pytest.mark.django_db
def test_alerts_dashboard_and_page_name_the_metrics_that_there_are(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.close", lambda _: None)
    sweep()
    assert THINKING and SOCKETS
    there = names(SiteCollector()) | names(REGISTRY) | {"backroom_redis_up", "backroom_queue_length"}
    page = set(re.findall(r"`(backroom_\w+)`", (OPERATE / "monitoring.md").read_text()))
    asked = {name for expr in EXPRESSIONS for name in re.findall(r"backroom_\w+", expr)}
    assert page == {name for name in there if name.startswith("backroom_")}
    assert {name.removesuffix("_bucket") for name in asked} <= there


def names(collector: Collector) -> set[str]:
    """Return the names of the site's metrics. Names of counters end in "total"."""
    return {f"{each.name}_total" if each.type == "counter" else each.name for each in collector.collect()}
