#!/bin/sh
# What our programs and libraries show to others: names of the kit (bw_) and of the public library (kibitz_), nothing else, so that no
# name of ours takes the place of one in a library that we use (json_string of jansson), or the other way round. The
# static libraries are position-independent: linked into one shared object they need no relocation in their code.
# Usage: test_exports.sh BUILD PROGRAM [OBJECT...], or --self-test. OBJECTs are shared objects of games on the kit.
set -eu

# Names that a program or shared object defines for others. Those with a version (stdout@GLIBC_2.2.5) are copies of the
# C library's; names that compilers make begin with an underscore.
exported() {
    nm -D --defined-only -P "$1" | awk '$1 !~ /@/ && $1 !~ /^_/ { print $1 }' | sort
}

# Of these, the ones that are not public.
foreign() {
    exported "$1" | grep -Ev '^(bw|kibitz)_' || true
}

# One shared object of all libraries below a folder; the public one is made of the others.
join() {
    libraries=$(find "$1" -name 'lib*.a' ! -name libkibitz.a ! -path '*/tests/*' ! -path '*/CMakeFiles/*' | sort)
    [ -n "$libraries" ] || { echo "no static libraries in $1" && return 1; }
    # shellcheck disable=SC2086 # a list of words
    "${CC:-cc}" -shared -Wl,-z,text -o "$2" -Wl,--whole-archive $libraries -Wl,--no-whole-archive
}

self_test() {
    bad=0
    printf 'int bw_one(void);\nint odd(void);\nint bw_one(void) { return 1; }\nint odd(void) { return 2; }\nint main(void) { return 0; }\n' >"$dir/a.c"
    "${CC:-cc}" -rdynamic "$dir/a.c" -o "$dir/a"
    [ "$(foreign "$dir/a" | grep -vE '^(main|data_start)$')" = odd ] || { echo "an exported name is not found" && bad=1; }
    "${CC:-cc}" -fvisibility=hidden "$dir/a.c" -o "$dir/b"
    [ -z "$(foreign "$dir/b")" ] || { echo "found: $(foreign "$dir/b")" && bad=1; }
    mkdir "$dir/lib"
    printf 'static int x = 1;\nint *at(void);\nint *at(void) { return &x; }\n' >"$dir/c.c"
    "${CC:-cc}" -c -fno-pic -fno-pie -mcmodel=large "$dir/c.c" -o "$dir/c.o" 2>/dev/null ||
        "${CC:-cc}" -c -fno-pic -fno-pie "$dir/c.c" -o "$dir/c.o"
    ar rc "$dir/lib/libc.a" "$dir/c.o"
    case $(uname -m) in
    x86_64) if join "$dir/lib" "$dir/c.so" 2>/dev/null; then echo "a library that cannot move is not found" && bad=1; fi ;;
    esac
    [ "$bad" -eq 0 ] && echo "every offence is found"
    exit "$bad"
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
[ "${1:-}" = --self-test ] && self_test
build=${1:?usage: test_exports.sh BUILD PROGRAM [OBJECT...]}
program=${2:?usage: test_exports.sh BUILD PROGRAM [OBJECT...]}
shift 2
bad=0
join "$build" "$dir/all.so" || { echo "the libraries do not make a shared object" && exit 1; }
for file in "$program" "$dir/all.so" "$@"; do
    found=$(foreign "$file" | head -5)
    [ -z "$found" ] || { echo "$file shows to others:" $found && bad=1; }
done
for file in "$@"; do
    exported "$file" | grep -qx bw_entry || { echo "$file does not show bw_entry" && bad=1; }
done
exit "$bad"
