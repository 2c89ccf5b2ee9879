#!/bin/sh
# Crawls in shards, by default four on this machine, then builds the site: docs/deploy/several-machines.md. Machines that are named after
# the number of shards fetch them, in /srv/mirror, with GNU parallel; MIRROR_URL is then the published mirror, except for the first crawl.
set -eu
cd "$(dirname "$0")/../../.."
shards=${1:-4}
machines=
[ "$#" -lt 2 ] || machines=$(shift && IFS=, && echo "$*")
accept=${ACCEPT_REMOVALS:+--accept-removals $ACCEPT_REMOVALS}
restore=${MIRROR_URL:+--restore $MIRROR_URL}

# One run at a time, since each removes what an earlier one left. A lock does not count if its process is not a run.
lock=plan.lock
trap 'rm -f "$lock.$$"' EXIT
echo "$$" >"$lock.$$"
if ! ln "$lock.$$" "$lock" 2>/dev/null; then
  holder=$(cat "$lock" 2>/dev/null || echo 0)
  case "$(ps -o args= -p "$holder")" in
    *"${0##*/}"*)
      echo "Another run (process $holder) is using $PWD. Run again when it has ended." >&2
      exit 8
      ;;
  esac
  mv -f "$lock.$$" "$lock"
fi
trap 'rm -f "$lock" "$lock.$$"' EXIT

jobs=
# A shell ends its jobs only if it waits for them in the background. GNU parallel ignores SIGTERM until its first job runs, but not SIGINT.
trap 'for job in $jobs; do kill "$job" && kill -s INT "$job" || :; done 2>/dev/null; wait; exit 130' INT TERM HUP
run() {
  "$@" &
  jobs=$!
  ended=0
  wait "$jobs" || ended=$?
  jobs=
  return "$ended"
}

# What an earlier run left unmerged is fetched again.
rm -rf .mirror/shards
code=0
# shellcheck disable=SC2086
run npm run --silent mirror -- plan --json $restore $accept >plan.json || code=$?
# 0 complete, 4 with gaps in the lists. With 5 the merge would be refused.
case "$code" in 0 | 4) ;; *) exit "$code" ;; esac

# A shard that fails is run again twice, and continues where it stopped.
if [ -n "$machines" ]; then
  run parallel --will-cite --nonall --sshlogin "$machines" --workdir /srv/mirror rm -rf .mirror/shards
  run parallel --will-cite --sshlogin "$machines" --workdir /srv/mirror --retries 3 \
    --basefile plan.json --return 'shard-{}.tgz' --cleanup \
    "npm run --silent mirror -- crawl --quiet --wait --plan plan.json --shard {}/$shards $restore $accept &&
      tar -czf shard-{}.tgz -C .mirror shards/{}-of-$shards" ::: $(seq "$shards")
  mkdir -p .mirror
  for index in $(seq "$shards"); do
    tar -xzf "shard-$index.tgz" -C .mirror
    rm "shard-$index.tgz"
  done
else
  failed=$(seq "$shards")
  for _ in 1 2 3; do
    left=$failed
    for index in $left; do
      npm run --silent mirror -- crawl --quiet --plan plan.json --shard "$index/$shards" &
      jobs="$jobs$! "
    done
    failed=
    for index in $left; do
      wait "${jobs%% *}" || failed="$failed $index"
      jobs=${jobs#* }
    done
    [ -n "$failed" ] || break
  done
  [ -z "$failed" ] || exit 1
fi

code=0
# shellcheck disable=SC2086
run npm run --silent mirror -- merge --plan plan.json $accept || code=$?
# 0 complete, 4 with gaps, 7 if the last snapshot is used, which is built; after a refusal (5) nothing is.
case "$code" in 0 | 4 | 7) ;; *) exit "$code" ;; esac
built=0
run npm run --silent mirror -- build || built=$?
case "$built" in 0 | 4) ;; *) exit "$built" ;; esac
exit "$code"
