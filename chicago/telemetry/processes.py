"""The metrics of all processes on this machine, each series labelled with its process.

They are not summed here: a sum drops when a process ends, and Prometheus's ``rate`` would mistake that for a reset.
"""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from chicago.telemetry import process_folders


class ProcessesCollector(Collector):
    def __init__(self, parent: Path) -> None:
        self._parent = parent

    def collect(self) -> Iterable[Metric]:
        """Return the metrics of running processes, and remove the folders of ended ones."""
        families: dict[str, Metric] = {}
        for folder in process_folders.in_use(self._parent):
            for metric in MultiProcessCollector(CollectorRegistry(), str(folder)).collect():
                family = families.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                family.samples += [
                    each._replace(labels=dict(each.labels) | {"process": folder.name}) for each in metric.samples
                ]
        return families.values()
