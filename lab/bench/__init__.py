"""Benchmarks (``make bench``), most of which compare two implementations side by side in the same run."""
