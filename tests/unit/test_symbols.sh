#!/bin/sh
# Every symbol with external linkage in the static libraries of a build bears its module's prefix: the first
# word of the file that defines it (compile_gen.c: compile_), or one of those that prefixes() lists for it.
# symbols_left.txt, next to this file, has those that do not do so yet; it may only get shorter.
# Usage: test_symbols.sh BUILD, --left BUILD to print that list again, or --self-test.
set -eu

# First word of the name of a file, and further prefixes that its symbols may have.
prefixes() {
    cat <<'PREFIXES'
ast writer_
diag diags_
lexer lexeme_
parser parse_
inherit ast_
dump program_dump
run rb_
state rb_
rulebook rb_
unicorns un_
azul az_
project pl_
connect4 c4_
alphabeta ab_
memory mem_ arena_
threads cnd_ mtx_ thrd_ thread_
tokens token_
evaluate evaluator_
statistics stats_
openings opening_
commands command_
knobs knob_
options option_
rows row_
job tune_job_
status error_
public kibitz_ handle_
text words_ text_facts
stream streams_
game rules_ chance_
amethyst bw_amethyst
daisy bw_daisy
lazuli bw_lazuli
lilac bw_lilac
obsidian bw_obsidian
orchid bw_orchid
peridot bw_peridot
quartz bw_quartz
saffron bw_saffron
tangerine bw_tangerine
topaz bw_topaz
violet bw_violet
PREFIXES
}

# "file symbol" of all libraries below a folder. Names that compilers make are not ours.
symbols() {
    find "$1" -name 'lib*.a' ! -path '*/tests/*' ! -path '*/CMakeFiles/*' | sort | while read -r library; do
        nm -P -g "$library" 2>/dev/null
    done | awk '
        /:$/ { file = $0; sub(/.*\[/, "", file); sub(/\]?:$/, "", file); sub(/\.o(bj)?$/, "", file); next }
        $2 ~ /^[A-TV-Z]$/ && $2 != "U" && $1 !~ /^_/ { print file, $1 }' | sort -u
}

# Of lines "file symbol" those without a prefix.
bare() {
    prefixes | awk '
        FNR == NR { for (i = 2; i <= NF; i++) more[$1] = more[$1] " " $i; next }
        {
            word = $1; sub(/\..*/, "", word); stem = word; sub(/_.*/, "", word)
            if ($2 == stem || index($2, word "_") == 1) next
            n = split(more[word], list, " "); good = 0
            for (i = 1; i <= n; i++) good = good || index($2, list[i]) == 1
            if (!good) print
        }' - "$1"
}

# expect WORDS LINE: what is said of one line "file symbol".
expect() {
    printf '%s\n' "$2" >"$dir/one"
    found=$(bare "$dir/one")
    [ "$found" = "$1" ] && return 0
    printf '"%s": expected "%s", found "%s"\n' "$2" "$1" "$found"
    bad=1
}

self_test() {
    bad=0
    expect "" "compile_gen.c compile_gen"
    expect "" "tt.c tt_probe"
    expect "" "pool.c pool"
    expect "" "lexer.c lexeme_word"
    expect "compile_warn.c warn" "compile_warn.c warn"
    expect "tt.c ttprobe" "tt.c ttprobe"
    expect "compile_gen.c lexeme_word" "compile_gen.c lexeme_word"
    printf 'int warn(void);\nint warn(void) { return 0; }\nstatic int own(void) { return 1; }\nint odd_one(void);\nint odd_one(void) { return own(); }\n' >"$dir/odd_file.c"
    if (cd "$dir" && "${CC:-cc}" -c odd_file.c -o odd_file.c.o && ar rc libodd.a odd_file.c.o) 2>/dev/null; then
        symbols "$dir" >"$dir/all"
        [ "$(bare "$dir/all")" = "odd_file.c warn" ] || { echo "a library: found $(cat "$dir/all")" && bad=1; }
    fi
    [ "$bad" -eq 0 ] && echo "every offence is found"
    exit "$bad"
}

left=$(dirname "$0")/symbols_left.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
case ${1:-} in
--self-test) self_test ;;
--left) symbols "${2:?usage: test_symbols.sh --left BUILD}" >"$dir/all" && bare "$dir/all" | awk '{ print $2 }' | sort -u && exit 0 ;;
esac
symbols "${1:?usage: test_symbols.sh BUILD}" >"$dir/all"
[ -s "$dir/all" ] || { echo "no static libraries in $1" && exit 1; }
found=$(bare "$dir/all" | awk 'FILENAME != "-" { known[$1] = 1; next } !($2 in known) { print $1 ": " $2 " lacks the prefix of its module" }' "$left" -)
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
