"""The one-process run: web server, worker and clock together."""
