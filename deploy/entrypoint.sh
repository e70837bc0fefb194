#!/bin/sh
# Starts one role of the service: web, worker, beat, live or serve (all in one).
# Any other word is a command of manage.py, for example: backup
set -eu

role="${1:-web}"
[ $# -gt 0 ] && shift

wait_for_tables() {
    # Only web migrates; the others wait until it has.
    until python manage.py migrate --check --verbosity 0 >/dev/null 2>&1; do
        sleep 2
    done
}

case "$role" in
    web)
        # Refuses a key that would not last; the message says how to set one.
        python manage.py check --deploy --tag security --fail-level ERROR
        python manage.py migrate --verbosity 1
        python manage.py collectstatic --no-input --verbosity 0
        exec granian --interface wsgi --host 0.0.0.0 --port 8000 \
            --workers "${WEB_WORKERS:-2}" --blocking-threads "${WEB_THREADS:-8}" \
            --respawn-failed-workers --no-ws "$@" league.config.wsgi:application
        ;;
    worker)
        wait_for_tables
        exec celery -A league.config worker --loglevel INFO \
            --concurrency "${WORKER_PROCESSES:-2}" "$@"
        ;;
    beat)
        wait_for_tables
        exec celery -A league.config beat --loglevel INFO "$@"
        ;;
    live)
        # Needs neither tables nor settings: only Redis.
        exec python -m league.server.live_process --host 0.0.0.0 --port 8001 "$@"
        ;;
    serve)
        exec python manage.py serve --host 0.0.0.0 --port 8000 "$@"
        ;;
    *)
        exec python manage.py "$role" "$@"
        ;;
esac
