"""The search that finds what `league/seating/data` holds; nothing of the service needs it."""
