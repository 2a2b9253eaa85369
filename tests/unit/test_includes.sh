#!/bin/sh
# Checks the shape of the tree: includes point down only (style.md, Direction), every quoted include is a
# path from the root that exists (path.in for generated ones), and file names are unique. Prints file and line of what is wrong.
# Usage: test_includes.sh ROOT, or --self-test to see that each kind of offence is found.
set -eu
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# Parts of the tree, each with those it may include in addition to itself. What is open to a part is open to
# all above it only where it is written here.
arrows() {
    cat <<'ARROWS'
engine/base:
engine/game: engine/base
engine/notation/tree: engine/base engine/game
engine/notation/san: engine/base engine/game engine/notation/tree
engine/notation/forms: engine/base engine/game engine/notation/tree engine/notation/san
engine/notation: engine/base engine/game engine/notation/tree engine/notation/san engine/notation/forms
engine/rules: engine/base engine/game
engine/rules/text: engine/base engine/game engine/rules
engine/rules/machine: engine/base engine/game engine/rules
engine/rules/compile: engine/base engine/game engine/rules engine/rules/text engine/rules/machine
engine/rules/book: engine/base engine/game engine/rules engine/rules/text engine/rules/machine engine/rules/compile
engine/sdk: engine/base engine/game
games: engine/base engine/game engine/notation engine/sdk
eval: engine/base engine/game
search: engine/base engine/game eval
search/mcts: engine/base engine/game eval search
search/alphabeta: engine/base engine/game eval search
search/solve: engine/base engine/game eval search
uci/lines: engine/base
uci/core: engine/base engine/game eval search uci/lines
uci/commands: engine/base engine/game engine/notation search uci/lines uci/core
uci: engine/base engine/game engine/notation eval search uci/lines uci/core uci/commands
arena/crew: engine/base engine/game search
arena/mpi: engine/base arena/crew
arena: arena/crew engine/base engine/game engine/notation engine/notation/san engine/notation/forms engine/notation/tree eval search
tune/data: engine/base engine/game eval search arena
tune/fits: engine/base search arena/crew tune/data
tune/nets: engine/base eval search tune/data tune/fits
tune/evolution: engine/base engine/game eval search arena arena/crew tune/data
tune/learn: engine/base engine/game engine/notation eval search arena tune tune/data tune/fits tune/nets
tune: engine/base engine/game engine/notation eval search arena arena/crew tune/data tune/fits tune/nets tune/evolution
lib: engine games eval search
lib/api: engine games eval search lib uci arena
bench: engine games eval search uci arena tune lib lib/api
web: engine games eval search uci arena tune lib mcp
mcp: engine games eval search uci arena lib
cli: engine games eval search uci arena tune lib bench web mcp
tests: engine games eval search uci arena tune lib lib/api bench web mcp cli
ARROWS
}

# The floor of search/: what its three rooms may include of it.
floor="clean_pages fingerprint knobs limits options pool result score searcher spare streams timekeeper tt"

# The offences of the tree in the current folder.
check() {
    find engine games eval search uci arena tune lib mcp cli web bench tests -name '*.[ch]' -o -name '*.inc' 2>/dev/null |
        sort >"$list"
    arrows | awk -v floor=" $floor " '
        # The longest part that a path lies in.
        function part(path,    p) {
            p = path
            while (sub(/\/[^\/]*$/, "", p)) if (p in may) return p
            return ""
        }
        # A part opens what lies in it, unless that is a part of the own one.
        function open_to(own, other,    n, list, i) {
            if (other == own) return 1
            n = split(may[own], list, " ")
            for (i = 1; i <= n; i++) {
                if (other == list[i]) return 1
                if (whole[own] && index(other, list[i] "/") == 1) return 1
            }
            return 0
        }
        FILENAME == "-" {
            own = $1; sub(/:$/, "", own); may[own] = $0; sub(/^[^:]*:/, "", may[own])
            whole[own] = own ~ /^(lib|lib\/api|bench|web|mcp|cli|tests)$/
            next
        }
        {
            file = $0; own = part(file); line_number = 0
            while ((getline line < file) > 0) {
                line_number++
                if (line !~ /^[ \t]*#[ \t]*include[ \t]*"/) continue
                split(line, piece, "\""); path = piece[2]
                where = file ":" line_number ": "
                if ((getline ignored < path) < 0 && (getline ignored < (path ".in")) < 0)
                    print where "\"" path "\" is no path from the root"
                close(path); close(path ".in")
                other = part(path)
                if (file ":" path == "tune/tune_jobs.h:uci/core/jobs.h") continue # its jobs
                if (other != "" && !open_to(own, other)) print where own " may not include " path
                if (own ~ /^search\// && other == "search") {
                    name = path; sub(/.*\//, "", name); sub(/\.h$/, "", name)
                    if (!index(floor, " " name " ")) print where own " may not include " path
                }
            }
            close(file)
        }' - "$list"
    find engine games eval search uci arena tune lib mcp cli web bench tests puzzles -type f \
        ! -name README.md ! -name CMakeLists.txt ! -path 'tests/fuzz/corpus/*' \
        ! -path 'tests/golden/*' ! -path 'tests/protocol/*' ! -path 'web/page/*' \
        ! -path 'web/migrations/*' ! -path 'tests/web/*' 2>/dev/null |
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
    trap 'rm -rf "$dir" "$list"' EXIT
    cd "$dir"
    bad=0
    mkdir -p engine/base engine/game engine/rules/text engine/rules/machine games/x eval search/mcts uci/lines uci/commands tune/data arena lib cli tests
    for f in engine/base/a.h engine/game/b.h engine/rules/kinds.h engine/rules/text/h.h engine/rules/machine/i.h engine/rules/machine/j.inc \
        games/x/c.h eval/e.h search/d.h search/limits.h search/mcts/k.h uci/f.h uci/lines/n.h uci/commands/o.h tune/p.h tune/data/q.h \
        arena/l.h lib/m.h cli/g.h; do
        printf '/* line 1 */\n' >"$f"
    done
    printf '#include <stdio.h>\n#include "engine/base/a.h"\n#include "search/d.h"\n' >uci/ok.c
    printf '#include "games/x/c.h"\n#include "search/mcts/k.h"\n#include "engine/rules/text/h.h"\n' >cli/joins.c
    printf '#include "search/limits.h"\n' >search/mcts/ok2.c
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
engine/rules/machine/i.h|#include "engine/rules/text/h.h"|i.h:2: engine/rules/machine may not include
engine/rules/machine/j.inc|#include "engine/rules/text/h.h"|j.inc:2: engine/rules/machine may not include
games/x/c.h|#include "engine/rules/kinds.h"|c.h:2: games may not include
search/mcts/k.h|#include "search/d.h"|k.h:2: search/mcts may not include
search/d.h|#include "search/mcts/k.h"|d.h:2: search may not include
arena/l.h|#include "uci/f.h"|l.h:2: arena may not include
lib/m.h|#include "cli/g.h"|m.h:2: lib may not include
uci/lines/n.h|#include "uci/commands/o.h"|n.h:2: uci/lines may not include
uci/commands/o.h|#include "uci/f.h"|o.h:2: uci/commands may not include
tune/data/q.h|#include "tune/p.h"|q.h:2: tune/data may not include
tune/p.h|#include "uci/lines/n.h"|p.h:2: tune may not include
uci/f.h|#include "lib/m.h"|f.h:2: uci may not include
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
