"""Benchmarks (``make bench``): most compare two implementations side by side in the same run."""
