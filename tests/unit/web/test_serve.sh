#!/bin/sh
# The program: kibitz serve starts, says where it is, is backed up while it serves, stops cleanly, refuses what it must.
# Usage: test_serve.sh START_SCRIPT FOLDER
set -u
kibitz=$1
folder=$2
failed=0
server=

check() { # what, then the command that must succeed
    what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failed=1
    fi
}

refuses() { # code, words of the sentence, arguments
    code=$1
    sentence=$2
    shift 2
    "$kibitz" serve "$@" >"$folder/said" 2>&1
    got=$?
    { [ "$got" -eq "$code" ] && grep -q -- "$sentence" "$folder/said"; } || {
        echo "$got, not $code:"
        cat "$folder/said"
        false
    }
}

start() { # until the link is printed
    : >"$folder/out"
    "$kibitz" serve --port 0 --data "$folder/serve.db" "$@" >"$folder/out" 2>"$folder/err" &
    server=$!
    while ! grep -q '/#/start/' "$folder/out"; do
        kill -0 "$server" 2>/dev/null || return 1
        sleep 0.05
    done
}

stop() { # its code must be 0
    kill -"$1" "$server"
    wait "$server"
}

rm -rf "$folder"
mkdir -p "$folder"
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null' EXIT

check "an address of a network needs accounts" refuses 2 "--accounts and --public-url" --listen 0.0.0.0 --data "$folder/x.db"
check "an unknown kind of accounts" refuses 2 "open, invite or off" --accounts all --data "$folder/x.db"
check "an engine without a command" refuses 2 "NAME=COMMAND" --engine fish
check "a port that is none" refuses 2 "--port" --port 70000
check "no file where there is no folder" refuses 3 "cannot be" --data "$folder/none/x.db" --port 0
check "a backup of nothing" refuses 3 "no store" --data "$folder/none.db" --backup "$folder/copy.db"

check "it starts" start
check "one line says where" grep -q '^Kibitz is at http://127.0.0.1:[0-9]*/#/start/[A-Za-z0-9_-]\{43\}$' "$folder/out"
check "only its owner reads the data" [ "$(ls -l "$folder/serve.db" | cut -c1-10)" = "-rw-------" ]
check "a second server is refused" refuses 2 "another server" --data "$folder/serve.db" --port 0
check "a backup while it serves" "$kibitz" serve --data "$folder/serve.db" --backup "$folder/copy.db"
check "a backup is complete" [ -s "$folder/copy.db" ]
check "a backup replaces nothing" refuses 2 "there already" --data "$folder/serve.db" --backup "$folder/copy.db"
check "it stops on SIGTERM" stop TERM
check "the log of the store is gone" [ ! -s "$folder/serve.db-wal" ]
check "it starts again" start --quiet
check "it stops on SIGINT" stop INT
check "it serves from a backup" start --data "$folder/copy.db"
check "and stops" stop TERM
server=
[ "$failed" -eq 0 ] && echo "all held"
exit "$failed"
