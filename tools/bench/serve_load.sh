#!/usr/bin/env bash
# How the studio holds under load: wrk with 200 connections on /api/content, beside the library on the same
# page and the same cores. Tells requests a second of both, errors, and the memory before and after.
#
#   tools/bench/serve_load.sh PROGRAM PAGE.html [SECONDS]
#
# PROGRAM is a release build of tamis. It needs wrk, python3 and Linux's /proc.
set -euo pipefail
program=$1 page=$2 seconds=${3:-20}
folder=$(mktemp -d)
trap 'kill "$studio" 2>/dev/null || true; rm -rf "$folder"' EXIT

"$program" serve --data "$folder/data" >"$folder/link" 2>/dev/null &
studio=$!
until [ -s "$folder/link" ]; do sleep 0.1; done
link=$(head -1 "$folder/link")
address=${link%%\?*} token=${link##*token=}

python3 - "$page" "$token" >"$folder/post.lua" <<'PY'
import json, sys
body = json.dumps({"html": open(sys.argv[1], encoding="utf-8", errors="replace").read()})
# Every byte by its number, so that no sign of the page means anything to Lua.
escaped = "".join("\\%03d" % byte for byte in body.encode())
print('wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"')
print(f'wrk.headers["Authorization"] = "Bearer {sys.argv[2]}"\nwrk.body = "{escaped}"')
PY

memory() { awk '/^VmRSS/ {print int($2 / 1024)}' "/proc/$studio/status"; }
load() { wrk -t2 -c200 -d"$1s" --timeout 60s -s "$folder/post.lua" "${address}api/content"; }

load 5 >/dev/null
before=$(memory)
load "$seconds" >"$folder/told"
after=$(memory)
cat "$folder/told"
served=$(awk '/^Requests\/sec/ {print $2}' "$folder/told")
errors=$(grep -cE 'Socket errors|Non-2xx' "$folder/told" || true)

# The library: the same page so often that it takes about as long, on all cores.
count=$(python3 -c "print(max(50, int($served * $seconds)))")
awk -v page="$page" -v count="$count" 'BEGIN { while (count--) print page }' >"$folder/pages"
begun=$(date +%s.%N)
xargs -n 500 "$program" content --no-filters --format json <"$folder/pages" >/dev/null
ended=$(date +%s.%N)
python3 - "$served" "$count" "$begun" "$ended" "$before" "$after" "$errors" <<'PY'
import sys
served, count, begun, ended, before, after = map(float, sys.argv[1:7])
library = count / (ended - begun)
print(f"served {served:.0f} a second, library {library:.0f}, ratio {served / library:.2f}")
print(f"memory {before:.0f} MB, after {after:.0f} MB; {'errors, see above' if sys.argv[7] != '0' else 'no error'}")
PY
