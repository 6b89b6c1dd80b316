"""Metrics of computer players."""

from prometheus_client import Histogram

THINKING = Histogram(
    "backroom_computer_thinking_seconds",
    "Time in which a computer player chose a move",
    ["rules", "strength"],
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
