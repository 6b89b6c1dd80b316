"""Metrics of the API."""

from prometheus_client import Gauge

STREAMS = Gauge("backroom_streams", "Open streams of the API", multiprocess_mode="sum")
