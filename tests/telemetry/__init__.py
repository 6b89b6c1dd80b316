"""The operators' view of the running site: metrics, traces, errors, alerts."""
