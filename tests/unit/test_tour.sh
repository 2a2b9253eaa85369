#!/bin/sh
# Checks that the files named in docs/HACKING.md exist: paths from the root or from engine/rules, and bare
# names anywhere in the tree. Usage: test_tour.sh ROOT, or --self-test.
set -eu

check() { # a document
    grep -oE '`[A-Za-z0-9_./-]+\.(c|h|inc|sh|txt|md|game)`' "$1" | tr -d '`' | sort -u | while IFS= read -r name; do
        case $name in
        */*) [ -e "$name" ] || [ -e "engine/rules/$name" ] || echo "$1: there is no $name" ;;
        *) find . -name "$name" -not -path './build/*' | grep -q . || echo "$1: there is no $name" ;;
        esac
    done
}

if [ "${1:-}" = --self-test ]; then
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    cd "$dir"
    mkdir -p a engine/rules/text
    : >a/b.c
    : >engine/rules/text/d.h
    echo 'see `a/b.c`, `b.c` and `text/d.h`' >tour.md
    [ -z "$(check tour.md)" ] || exit 1
    echo 'see `a/c.c` and `e.h`' >tour.md
    [ "$(check tour.md | wc -l)" -eq 2 ] || exit 1
    echo "missing files are found"
    exit 0
fi
cd "${1:?usage: test_tour.sh ROOT}"
found=$(check docs/HACKING.md)
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
