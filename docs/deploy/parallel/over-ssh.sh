#!/bin/sh
# Crawls in eight shards over ssh: docs/deploy/several-machines.md. Run it in the checkout, with the machines as arguments, which have a
# checkout in /srv/mirror with the same config. MIRROR_URL is the address of the published mirror; leave it out for the first crawl.
set -eu
machines=$(IFS=, && echo "$*")
restore=${MIRROR_URL:+--restore $MIRROR_URL}

# shellcheck disable=SC2086
npm run --silent mirror -- plan --json $restore >plan.json
seq 8 | parallel --will-cite --sshlogin "$machines" --workdir /srv/mirror --retries 3 \
  --transferfile plan.json --return 'shard-{}.tgz' --cleanup \
  "npm run --silent mirror -- crawl --quiet --plan plan.json --shard {}/8 $restore --wait && tar -czf shard-{}.tgz -C .mirror shards/{}-of-8"
for shard in shard-*.tgz; do tar -xzf "$shard" -C .mirror && rm "$shard"; done
npm run --silent mirror -- merge --plan plan.json
