"""The back office's lists of games: staff can find and read everything but hidden cards, and change nothing by hand."""
