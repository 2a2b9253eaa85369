#!/bin/sh
# Checks the shape of the tree: includes point down only (style.md, Direction), every quoted include is a
# path from the root that exists (path.in for generated ones), and file names are unique. Prints file and line of what is wrong.
# Usage: test_includes.sh ROOT, or --self-test to see that each kind of offence is found.
set -eu

# The offences of the tree in the current folder.
check() {
    find engine games eval search uci arena tune cli web bench tests -name '*.[ch]' 2>/dev/null |
        sort | while IFS= read -r file; do
        awk -v file="$file" '
            # The part of the tree a path belongs to.
            function part(path) {
                if (path ~ /^engine\//) return substr(path, 1, index(substr(path, 8), "/") + 6)
                return substr(path, 1, index(path, "/") - 1)
            }
            BEGIN {
                base = " engine/base "; game = base "engine/game "
                may["engine/base"] = base
                may["engine/game"] = game
                may["engine/rules"] = game "engine/rules "
                may["engine/sdk"] = game "engine/sdk "
                may["games"] = game "engine/rules engine/sdk games "
                may["eval"] = game "eval "
                may["search"] = game "eval search "
                may["uci"] = game "eval search uci "
                may["arena"] = game "eval search uci arena "
                may["tune"] = game "eval search uci arena tune "
                own = part(file)
                all = own ~ /^(cli|web|bench|tests)$/
            }
            /^[ \t]*#[ \t]*include[ \t]*"/ {
                split($0, piece, "\""); path = piece[2]
                where = file ":" FNR ": "
                if ((getline line < path) < 0 && (getline line < (path ".in")) < 0)
                    print where "\"" path "\" is no path from the root"
                close(path); close(path ".in")
                if (!all && !index(may[own], " " part(path) " "))
                    print where own " may not include " path
                if (all && own != "tests" && part(path) == "tests")
                    print where own " may not include " path
            }' "$file"
    done
    find engine games eval search uci arena tune cli web bench tests puzzles -type f \
        ! -name README.md ! -name CMakeLists.txt ! -path 'tests/fuzz/corpus/*' \
        ! -path 'tests/golden/*' ! -path 'tests/protocol/*' 2>/dev/null |
        awk '{
            name = $0; sub(/.*\//, "", name)
            if (name in seen) print $0 ": the name is taken by " seen[name]
            else seen[name] = $0
        }'
}

# expect NAME WORDS: the offence must be reported, and nothing else.
expect() {
    found=$(check)
    case $found in
    *"$2"*) [ "$(printf '%s\n' "$found" | wc -l)" -eq 1 ] && return 0 ;;
    esac
    printf '%s: expected "%s", found "%s"\n' "$1" "$2" "$found"
    bad=$((bad + 1))
}

offend() { # file, line to add
    printf '%s\n' "$2" >>"$1"
}

self_test() {
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    cd "$dir"
    bad=0
    mkdir -p engine/base engine/game games/x eval search uci cli tests
    for f in engine/base/a.h engine/game/b.h games/x/c.h eval/e.h search/d.h uci/f.h cli/g.h; do
        printf '/* line 1 */\n' >"$f"
    done
    printf '#include <stdio.h>\n#include "engine/base/a.h"\n#include "search/d.h"\n' >uci/ok.c
    printf '#include "games/x/c.h"\n#include "search/d.h"\n' >cli/joins.c
    [ -z "$(check)" ] || { echo "a sound tree is refused: $(check)" && bad=1; }
    while IFS='|' read -r file line words; do
        cp "$file" saved
        offend "$file" "$line"
        expect "$file" "$words"
        mv saved "$file"
    done <<'CASES'
engine/base/a.h|#include "engine/game/b.h"|engine/base/a.h:2: engine/base may not include
engine/game/b.h|#include "games/x/c.h"|engine/game/b.h:2: engine/game may not include
games/x/c.h|#include "search/d.h"|games/x/c.h:2: games may not include
search/d.h|#include "games/x/c.h"|search/d.h:2: search may not include
search/d.h|  #  include "uci/f.h"|search/d.h:2: search may not include
eval/e.h|#include "search/d.h"|eval/e.h:2: eval may not include
uci/f.h|#include "cli/g.h"|uci/f.h:2: uci may not include
cli/g.h|#include "joins.c"|cli/g.h:2: "joins.c" is no path
cli/g.h|#include "engine/base/none.h"|cli/g.h:2: "engine/base/none.h" is no path
CASES
    : >search/g.h
    expect names "g.h: the name is taken by"
    [ "$bad" -eq 0 ] && echo "every offence is found"
    exit "$bad"
}

[ "${1:-}" = --self-test ] && self_test
cd "${1:?usage: test_includes.sh ROOT}"
found=$(check)
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
