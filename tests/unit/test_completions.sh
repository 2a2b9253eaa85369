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
    offers 'mcts ' analyze connect4 --algo mc
    offers 'greedy ' play azul --seat x --algo bot : gre # as bash cuts the word
    offers 'size= swap=0 swap=1 ' analyze hex --set ''
    offers '0 1 ' analyze hex --set swap =
    offers '1 ' analyze hex --set swap = 1
    offers 'san uci ' play --notation ''
    offers 'official ' analyze --rules o
fi

# The same in the other shells, where they are installed: what a function of theirs answers.
if command -v fish >/dev/null 2>&1; then
    said() { # the line, what is among the answers
        fish --no-config -c "source '$folder/fish'; complete -C '$1'" 2>&1 | grep -q "^$2" || fail "fish: $1: no $2"
    }
    said 'kibitz an' analyze
    said 'kibitz analyze ches' chess960
    said 'kibitz analyze connect4 --algo mc' mcts
    said 'kibitz analyze hex --set sw' swap=1
    said 'kibitz play --notation ' uci
    said 'kibitz help ru' rules
fi
if command -v zsh >/dev/null 2>&1; then
    cat >"$folder/ask.zsh" <<'ASK'
compadd() { while [[ $1 == -* ]]; do case $1 in (-S) shift ;; (-a) shift; set -- "${(@P)1}"; break ;; (--) shift; break ;; esac; shift; done; print -l -- "$@" }
_describe() { local at=${@[-1]}; print -l -- ${${(@P)at}%%:*} }
_files() { print files }
file=$1; shift
words=(kibitz "$@"); CURRENT=$(( $# + 1 )); PREFIX=${@[-1]}
source $file
ASK
    said() { # what is among the answers, then the words
        want=$1
        shift
        zsh -f "$folder/ask.zsh" "$folder/zsh" "$@" 2>&1 | grep -qx -- "$want" || fail "zsh: $*: no $want"
    }
    said analyze an
    said chess960 analyze ches
    said mcts analyze connect4 --algo mc
    said swap=1 analyze hex --set sw
    said uci play --notation ''
    said files analyze --record ''
    said --players analyze --pl
fi
exit $failed
