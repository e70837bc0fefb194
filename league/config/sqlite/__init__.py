"""Django's SQLite backend with one writer's lock for the one-process run."""
