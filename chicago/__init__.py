"""The project: settings, URLs, servers. Importing it loads nothing: ``make serve`` has small processes of its own."""
