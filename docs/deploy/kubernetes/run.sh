#!/bin/sh
# Runs the jobs one after the other: docs/deploy/several-machines.md.
set -eu
cd "$(dirname "$0")"
kubectl apply -f volume.yaml
kubectl delete job mirror-plan mirror-crawl mirror-merge --ignore-not-found
for job in plan crawl merge; do
  kubectl create -f "$job.yaml"
  kubectl wait --for=condition=complete --timeout=24h "job/mirror-$job"
done
