"""Developer tools: computer player matches, weight fitting, benchmarks, game days, screenshots, mutation tests."""
