"""The project: settings, URLs, servers. Importing it loads nothing, to keep ``make serve``'s processes small."""
