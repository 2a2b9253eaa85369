#!/bin/sh
# The scripts of `kibitz completions`: shells that are here accept them, and bash completes with its own.
# Usage: test_completions.sh PROGRAM FOLDER
set -u
program=$1
folder=$2/completions.$$
failed=0
mkdir -p "$folder" || exit 1
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=detect_leaks=0

fail() {
    echo "FAILED: $*"
    failed=1
}

for shell in bash zsh fish; do
    "$program" completions $shell >"$folder/$shell" || fail "completions $shell"
    if command -v $shell >/dev/null 2>&1; then
        $shell -n "$folder/$shell" || fail "$shell does not read its script"
    else
        echo "no $shell here"
    fi
done
"$program" completions tcsh >"$folder/said" 2>&1 && fail "tcsh is refused"
grep -q 'bash, zsh and fish, not tcsh' "$folder/said" || fail "the refusal names the shells"
"$program" completions >"$folder/said" 2>&1 && fail "a shell is needed"

# Every command is in every script, and every game.
for word in $("$program" help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p') chess azul peridot; do
    for shell in bash zsh fish; do
        grep -q "[ ('\"]$word[ :'\")]" "$folder/$shell" || fail "$word is in the script of $shell"
    done
done

# complete WORD... : what bash offers for the last word, as it calls the function.
cat >"$folder/ask" <<'ASK'
source "$1"
shift
COMP_WORDS=(kibitz "$@")
COMP_CWORD=$#
complete -p kibitz >/dev/null || exit 1
_kibitz
printf '%s ' "${COMPREPLY[@]}"
ASK

offers() { # what is expected, then the words
    expected=$1
    shift
    got=$(bash "$folder/ask" "$folder/bash" "$@")
    [ "$got" = "$expected" ] || fail "$*: '$got', not '$expected'"
}

if command -v bash >/dev/null 2>&1; then
    offers 'analyze ' an
    offers 'play perft puzzles ' p
    offers 'chess chess2 chess960 ' analyze ches
    offers 'hex ' rules he
    offers 'hex ' match --games 10 he
    offers '--players ' analyze chess --pl
    offers '--allow-native ' games --al
    offers 'bash ' completions ba
    offers 'rules ' help ru
    offers ' ' analyze --record ches # a file is wanted
    offers ' ' cards hex             # no game
fi
exit $failed
