#!/bin/sh
# Checks that READMEs name all sources: each pair of x.c and x.h (or x.inc), in the README of its folder or, where that
# has none, of the nearest folder above. A file is named by its name without the ending; by the end of its name from an
# underscore on (`_rule` after `parser`); in games/x without the prefix `x_`; or by a pattern (`cmd_*`). The README of
# tests/ names its folders, and that of tests/support its files: tests are named by what they test. A bullet that begins
# with a name in backquotes names something that is there.
# Usage: test_readmes.sh ROOT, or --self-test to see that each kind of offence is found.
set -eu
parts="engine games eval search uci arena tune lib mcp cli web bench"

# The README that speaks of a folder.
readme_of() {
    dir=$1
    while [ ! -f "$dir/README.md" ]; do
        case $dir in */*) dir=${dir%/*} ;; *) break ;; esac
    done
    echo "$dir/README.md"
}

# The names of the sources in a folder, each once.
stems() {
    find "$1" -maxdepth 1 -type f \( -name '*.[ch]' -o -name '*.inc' \) | sed 's/.*\///; s/\.[a-z]*$//' | sort -u
}

check_folder() { # folder, the README that speaks of it
    [ -f "$2" ] || { echo "$2 is missing" && return; }
    prefix=$(printf '%s\n' "$1" | sed -n 's/^games\/\([^/]*\).*/\1_/p')
    stems "$1" | awk -v dir="$1" -v prefix="$prefix" -v readme="$2" '
        BEGIN {
            while ((getline line < readme) > 0) {
                gsub(/[^A-Za-z0-9_*]+/, " ", line)
                n = split(line, word, " ")
                for (i = 1; i <= n; i++) said[word[i]] = 1
            }
        }
        function named(stem,    w, end) {
            if (stem in said) return 1
            if (prefix != "" && index(stem, prefix) == 1 && substr(stem, length(prefix) + 1) in said) return 1
            for (w in said) {
                end = substr(w, length(w))
                if (end == "*" && length(w) > 2) {
                    w = substr(w, 1, length(w) - 1)
                    if (index(stem, w) == 1 || index(stem, prefix w) == 1) return 1
                } else if (substr(w, 1, 1) == "_" && length(w) < length(stem) &&
                           substr(stem, length(stem) - length(w) + 1) == w) {
                    return 1
                }
            }
            return 0
        }
        !named($0) { print readme ": " dir "/" $0 " is not named" }'
}

# The first name of a bullet is a file or folder here or one below, or a path from here or the root.
check_bullets() { # README
    sed -n 's/^- `\([a-z0-9_./]*\)`.*/\1/p' "$1" | while read -r name; do
        name=${name%/}
        if [ -e "$name" ] || [ -e "${1%/*}/$name" ]; then continue; fi
        [ -n "$(find "$(dirname "$1")" -maxdepth 2 \( -name "$name" -o -name "$name.*" \) | head -1)" ] ||
            echo "$1: there is no $name"
    done
}

check() {
    for top in $parts; do
        [ -d "$top" ] || continue
        find "$top" -type f \( -name '*.[ch]' -o -name '*.inc' \) | sed 's/\/[^/]*$//' | sort -u |
            while read -r dir; do check_folder "$dir" "$(readme_of "$dir")"; done
    done
    check_folder tests/support tests/support/README.md
    for dir in tests/*/; do
        name=$(basename "$dir")
        grep -qF "$name/" tests/README.md || echo "tests/README.md: tests/$name is not named"
    done
    # shellcheck disable=SC2086
    find $parts puzzles tests -name README.md 2>/dev/null | sort |
        while read -r readme; do check_bullets "$readme"; done
}

# expect WORDS: exactly this offence is reported.
expect() {
    found=$(check)
    case $found in
    *"$1"*) [ "$(printf '%s\n' "$found" | wc -l)" -eq 1 ] && return 0 ;;
    esac
    printf 'expected "%s", found "%s"\n' "$1" "$found"
    bad=$((bad + 1))
}

self_test() {
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    cd "$dir"
    bad=0
    mkdir -p engine/base eval/weights games/azul/rules tests/support tests/unit
    : >engine/base/text.c && : >engine/base/text.h && : >eval/weights.c && : >tests/support/toy.c
    : >engine/base/text_words.c && : >games/azul/rules/azul_tiles.c && : >games/azul/azul_log_read.c
    printf '# base\n\n- `text` (`_words`) writing and reading\n' >engine/base/README.md
    printf '# azul\n\nFiles: `tiles`, `log*`\n' >games/azul/README.md
    printf '# eval\n\n- `weights` the file; `weights/` data\n' >eval/README.md
    printf '# tests\n\n- `support/`\n- `unit/` by what they test\n' >tests/README.md
    printf '# tests/support\n\n`toy`\n' >tests/support/README.md
    [ -z "$(check)" ] || { echo "a sound tree is refused: $(check)" && bad=1; }
    : >engine/base/text_more.c
    expect "engine/base/README.md: engine/base/text_more is not named"
    mv engine/base/text_more.c engine/base/part.inc
    expect "engine/base/README.md: engine/base/part is not named"
    rm engine/base/part.inc
    mkdir search && : >search/limits.h
    expect "search/README.md is missing"
    rm -r search
    : >games/azul/rules/azul_moves.c
    expect "games/azul/README.md: games/azul/rules/azul_moves is not named"
    rm games/azul/rules/azul_moves.c
    : >tests/support/maze.c
    expect "tests/support/README.md: tests/support/maze is not named"
    rm tests/support/maze.c
    mkdir tests/golden
    expect "tests/README.md: tests/golden is not named"
    rmdir tests/golden
    printf '%s\n' '- `gone` was moved' >>eval/README.md
    expect "eval/README.md: there is no gone"
    [ "$bad" -eq 0 ] && echo "every offence is found"
    exit "$bad"
}

[ "${1:-}" = --self-test ] && self_test
cd "${1:?usage: test_readmes.sh ROOT}"
found=$(check)
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
