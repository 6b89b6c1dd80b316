"""What operators see of the running site: metrics, traces, errors, alerts."""
