#!/bin/sh
# Runs a test with the official clients of the Model Context Protocol. They are installed into FOLDER once, from the
# versions of package-lock.json. Usage: clients.sh KIBITZ SOURCE FOLDER TEST ARGUMENTS. 77: there is no node of 20 or later, or no network.
set -eu
kibitz=$1
source=$2
folder=$3
test=$4
shift 4
command -v npm >/dev/null || exit 77
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20' 2>/dev/null)" = true ] || exit 77
mkdir -p "$folder"
if ! cmp -s "$source/tests/mcp/package-lock.json" "$folder/installed.json"; then
    cp "$source/tests/mcp/package.json" "$source/tests/mcp/package-lock.json" "$source/tests/mcp/.npmrc" "$folder"
    (cd "$folder" && npm ci --no-audit --no-fund --prefer-offline >npm.log 2>&1) || exit 77
    cp "$folder/package-lock.json" "$folder/installed.json"
fi
cp "$source"/tests/mcp/*.mjs "$folder"
exec node "$folder/$test" "$kibitz" "$source" "$@"
