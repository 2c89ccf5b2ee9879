#!/bin/sh
# Runs the mirror, and prints its problems and how it ended; nothing while it is complete.
cd "$(dirname "$0")/../../.." || exit
code=0
npm run --silent mirror -- --quiet || code=$?
[ "$code" -eq 0 ] || echo "The mirror ended with $code."
