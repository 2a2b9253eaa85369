#!/bin/sh
# Scenes against their schema by ajv, where node and ajv (npm) are there; else it is skipped (77).
# Usage: test_scene_schema.sh PROGRAM SCHEMA
set -u
here=$(dirname "$0")
if ! command -v node >/dev/null 2>&1; then
    echo "skipped: no node"
    exit 77
fi
if command -v npm >/dev/null 2>&1; then
    NODE_PATH="${NODE_PATH:-}:$(npm root -g 2>/dev/null)"
    export NODE_PATH
fi
if ! node -e "require('ajv/dist/2020')" >/dev/null 2>&1; then
    echo "skipped: no ajv (npm install -g ajv)"
    exit 77
fi
exec node "$here/scene_schema.js" "$1" "$2"
