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
shard() {
  for _ in 1 2 3; do
    if npm run --silent mirror -- crawl --quiet --plan plan.json --shard "$1"; then return 0; fi
  done
  return 1
}

if command -v parallel >/dev/null; then
  seq "$shards" | parallel --will-cite --jobs "$shards" --retries 3 \
    npm run --silent mirror -- crawl --quiet --plan plan.json --shard "{}/$shards"
else
  jobs=
  for index in $(seq "$shards"); do
    shard "$index/$shards" &
    jobs="$jobs $!"
  done
  for job in $jobs; do wait "$job" || exit; done
fi

code=0
npm run --silent mirror -- merge --plan plan.json ${ACCEPT_REMOVALS:+--accept-removals "$ACCEPT_REMOVALS"} || code=$?
case "$code" in 0 | 4) ;; *) exit "$code" ;; esac
npm run --silent mirror -- build
