"""The project: settings, URLs, servers. Importing it loads nothing, to keep the processes of ``make serve`` small."""
