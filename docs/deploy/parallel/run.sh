#!/bin/sh
# Crawls in shards, by default four at once on this machine, then builds the site: docs/deploy/several-machines.md.
set -eu
cd "$(dirname "$0")/../../.."
shards=${1:-4}

# What an earlier run left unmerged is fetched again.
rm -rf .mirror/shards
code=0
npm run --silent mirror -- plan --json ${ACCEPT_REMOVALS:+--accept-removals "$ACCEPT_REMOVALS"} >plan.json || code=$?
# 0 complete, 4 with gaps in the lists. With 5 the merge would be refused.
case "$code" in 0 | 4) ;; *) exit "$code" ;; esac

# A shard that fails is run again twice, and continues where it stopped.
if command -v parallel >/dev/null; then
  seq "$shards" | parallel --will-cite --jobs "$shards" --retries 3 \
    npm run --silent mirror -- crawl --quiet --plan plan.json --shard "{}/$shards"
else
  jobs=
  # A shell does not end its background jobs itself.
  trap 'kill $jobs 2>/dev/null; exit 130' INT TERM HUP
  for _ in 1 2 3; do
    jobs= failed=
    for index in $(seq "$shards"); do
      npm run --silent mirror -- crawl --quiet --plan plan.json --shard "$index/$shards" &
      jobs="$jobs $!"
    done
    for job in $jobs; do wait "$job" || failed=yes; done
    [ -n "$failed" ] || break
  done
  trap - INT TERM HUP
  [ -z "$failed" ] || exit 1
fi

code=0
npm run --silent mirror -- merge --plan plan.json ${ACCEPT_REMOVALS:+--accept-removals "$ACCEPT_REMOVALS"} || code=$?
case "$code" in 0 | 4) ;; *) exit "$code" ;; esac
npm run --silent mirror -- build
