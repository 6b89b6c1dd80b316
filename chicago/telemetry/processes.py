"""The counts of all processes of this machine, each series with the name of its process.

They are not added up here: a sum would sink when a process ends, which a rate would take for a burst.
"""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from chicago.telemetry import process_folders


class ProcessesCollector(Collector):
    """Reads the folders of the processes that run."""

    def __init__(self, parent: Path) -> None:
        self._parent = parent

    def collect(self) -> Iterable[Metric]:
        """Return their metrics, and forget processes that have ended."""
        families: dict[str, Metric] = {}
        for folder in process_folders.in_use(self._parent):
            for metric in MultiProcessCollector(CollectorRegistry(), str(folder)).collect():
                family = families.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                family.samples += [
                    each._replace(labels=dict(each.labels) | {"process": folder.name}) for each in metric.samples
                ]
        return families.values()
