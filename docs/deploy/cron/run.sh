#!/bin/sh
# Runs the mirror, checks the deployed site, and prints problems and exit codes; prints nothing while all is well.
cd "$(dirname "$0")/../../.." || exit
code=0
npm run --silent mirror -- --quiet || code=$?
[ "$code" -eq 0 ] || echo "The mirror ended with $code."
case "$code" in 0 | 4) ;; *) exit "$code" ;; esac
[ -z "${MIRROR_URL-}" ] || npm run --silent mirror -- check "$MIRROR_URL" --quiet || echo "The check of $MIRROR_URL ended with $?."
