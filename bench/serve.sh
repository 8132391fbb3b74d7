#!/bin/sh
# Load on a server of its own: bench/serve.sh SECONDS [serve's flags...]. Needs wrk. Prints its memory every 10 s, the
# statuses, requests a second and latencies of 64 clients that translate sentences that no cache knows.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift
out=$(mktemp)
build/release/sotto serve --listen 127.0.0.1:0 --socket none --speaker none --no-cache "$@" >"$out" &
server=$!
trap 'kill $server; rm -f "$out"' EXIT
until grep -q listening "$out"; do sleep 0.1; done
url=$(sed 's/listening on //' "$out")
curl -sf "$url/translate" -H 'Content-Type: application/json' -d '{"q": "Warm.", "source": "en", "target": "ja"}' >/dev/null
(while sleep 10; do awk '/VmRSS/ {print "RSS", $2, "kB"}' "/proc/$server/status"; done) 2>/dev/null &
watcher=$!
wrk -t1 -c"${CLIENTS:-64}" -d"${seconds}s" --timeout 60s -s bench/serve.lua "$url" | grep -E '^status|^requests|Socket errors'
kill $watcher
