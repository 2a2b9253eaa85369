#!/bin/sh
# bench/opponents with programs of the tests: a row each, what is missing, the table, and that a match goes on where it stopped.
# Usage: test_opponents.sh ROOT PROGRAM GTP_ENGINE BAD_ENGINE FOLDER
set -u
root=$1
program=$2
folder=$5/opponents.$$
failed=0
mkdir -p "$folder" || exit 1
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=detect_leaks=0 KIBITZ="$program" OPPONENTS="$folder/rows.txt"

fail() {
    echo "FAILED: $*"
    failed=1
}

count() { # FILES...
    echo $#
}

opponents() {
    "$root/bench/opponents" --games 2 --limit nodes=20 --out "$folder/table.md" "$@" > "$folder/said" 2> "$folder/errors"
}

cat > "$OPPONENTS" <<ROWS
# a remark
four-ours   | uci | connect4 --opening-plies 2 | $program uci | Hash=1
four-bad    | uci | connect4 | $4 crash | StyleWithBlanks=wild
four-timed  | uci-time | connect4 | $program uci |
gomoku-gtp  | gtp | gomoku --set size=7 | $3 right |
chess-gtp   | gtp | chess | $3 right |
absent      | uci | chess | /nonexistent/program --quiet |
ROWS

opponents --list || fail "--list"
grep -q '^absent *missing' "$folder/said" || fail "--list does not say what is missing"
grep -q '^gomoku-gtp *installed' "$folder/said" || fail "--list does not say what is installed"

opponents || fail "a campaign: $(cat "$folder/errors")"
grep -q 'not installed: /nonexistent/program$' "$folder/errors" || fail "what is missing is not said"
grep -q 'four-timed is left out' "$folder/errors" || fail "nodes for a program that has only time"
grep -q 'chess-gtp cannot be played' "$folder/errors" || fail "a row that cannot be played"
[ "$(wc -l < "$folder/table.md")" -eq 5 ] || fail "a table of three rows: $(cat "$folder/table.md")"
grep -q '^| gomoku --set size=7 | a test 1.0 |  | its level | auto | nodes=20 | 2 | ' "$folder/table.md" || fail "the row of gomoku"
# shellcheck disable=SC2016 # the backquotes are those of the table
grep -q '^| connect4 | .* | `StyleWithBlanks=wild` | nodes=20 | .* | 2 | 100.0 % | .* | 0, 2 |$' "$folder/table.md" ||
    fail "failures of an opponent: $(cat "$folder/table.md")"

# Under other conditions a row is another match; under the same it continues, here with nothing left to play.
cp "$folder/table.md" "$folder/before.md"
opponents --rows ours --rows nothing || fail "again"
[ "$(count "$folder"/four-ours.*.match)" -eq 1 ] || fail "the same conditions are another match"
opponents --rows four --ours random --theirs movetime=5 || fail "other conditions"
[ "$(count "$folder"/four-ours.*.match)" -eq 2 ] || fail "other conditions are the same match"
[ -f "$(echo "$folder"/four-timed.*.match)" ] || fail "a program that has only time was not given any"
opponents --table || fail "--table"
grep -v '| random |' "$folder/table.md" | cmp -s - "$folder/before.md" || fail "the rows before have changed"
grep -q '| movetime=5 | random | nodes=20 |' "$folder/table.md" || fail "both limits in the table"

# --- levels in Elo
calibrate() {
    OPPONENTS="$folder/levels.txt" "$root/bench/opponents" calibrate gomoku --store "$folder/levels" "$@" \
        > "$folder/said" 2> "$folder/errors"
}

cat > "$folder/levels.txt" <<ROWS
gomoku | gtp | gomoku --set size=7 --opening-plies 2 | $3 right | | 1000 | 1 2
gomoku | uci | gomoku --set size=7 | /nonexistent/program | | 2000 | 2
ROWS
calibrate --games 2 --levels '1 2' || fail "calibrate: $(cat "$folder/errors")"
grep -q 'not installed: /nonexistent/program$' "$folder/errors" || fail "calibrate does not say what is missing"
[ "$(count "$folder"/levels/*.result)" -eq 3 ] || fail "calibrate plays three pairs"
[ "$(grep -c '^    LEVEL("gomoku", 2, 2, [12], [0-9]*), /\* +- [0-9]*, [0-9]* games \*/$' "$folder/said")" -eq 2 ] ||
    fail "calibrate prints two rows: $(cat "$folder/said")"
cp "$folder/said" "$folder/before"
calibrate --table || fail "calibrate --table"
cmp -s "$folder/said" "$folder/before" || fail "calibrate --table prints other rows"
# 3 of 4 against 1000, with the drawn game that is added 3.5 of 5; and as many against level 1 again.
rm -f "$folder"/levels/*
echo '1 x-1000 1000 result level1 3 x-1000 1 elo 0 games 4 ptnml 0' > "$folder/levels/gomoku-4-level1-x.result"
echo '2 level1 - result level2 3 level1 1 elo 0 games 4 ptnml 0' > "$folder/levels/gomoku-4-level2-level1.result"
calibrate --table
grep -q '2, 1, 1147)' "$folder/said" || fail "3.5 of 5 against 1000: $(cat "$folder/said")"
grep -q '2, 2, 1294)' "$folder/said" || fail "3.5 of 5 against level 1: $(cat "$folder/said")"
calibrate --levels && fail "calibrate: an option without its value"
OPPONENTS="$folder/levels.txt" "$root/bench/opponents" calibrate checkers > "$folder/said" 2> "$folder/errors" &&
    fail "calibrate: a game without rows"

opponents --games || [ $? -eq 2 ] || fail "an option without its value"
opponents --unknown && fail "an unknown option"
OPPONENTS=/nonexistent/rows opponents && fail "no rows"
KIBITZ=/nonexistent/kibitz opponents && fail "no program"
exit $failed
