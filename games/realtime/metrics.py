"""Metrics of WebSockets."""

from prometheus_client import Gauge

SOCKETS = Gauge("backroom_sockets", "Open WebSockets", multiprocess_mode="sum")
