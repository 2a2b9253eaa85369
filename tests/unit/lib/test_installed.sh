#!/bin/sh
# The library as others get it: installed into an empty folder, its examples compiled with what lies there alone, linked
# with the shared and the static library, and run. Names that it exports, and callers of older versions (tests/data/abi).
# Usage: test_installed.sh SOURCE BUILD COMPILER
set -eu
source=$1 build=$2 cc=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "$1"
    exit 1
}

for component in library development; do
    cmake --install "$build" --prefix "$dir/usr" --component $component >"$dir/install.log" || cat "$dir/install.log"
done
lib=$(dirname "$(find "$dir/usr" -name libkibitz.so)")
PKG_CONFIG_PATH=$lib/pkgconfig
LD_LIBRARY_PATH=$lib
export PKG_CONFIG_PATH LD_LIBRARY_PATH
if command -v pkg-config >/dev/null; then
    flags=$(pkg-config --define-variable=prefix="$dir/usr" --cflags kibitz)
    [ "$(pkg-config --modversion kibitz)" = 1.0.0 ] || fail "pkg-config has another version"
else
    flags=-I$dir/usr/include
fi

# Nothing but kibitz_* is exported, by either library; and nothing that an older version had is gone.
nm -D --defined-only "$lib/libkibitz.so" | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' | grep -v '^KIBITZ_1$' | sort >"$dir/shared"
nm -g --defined-only "$lib/libkibitz.a" | awk 'NF == 3 { print $3 }' | sort >"$dir/static"
for kind in shared static; do
    ! grep -v '^kibitz_' "$dir/$kind" || fail "the $kind library exports names of other kinds"
    for old in "$source"/tests/data/abi/*/symbols.txt; do
        comm -23 "$old" "$dir/$kind" >"$dir/gone"
        [ ! -s "$dir/gone" ] || fail "gone since $old: $(tr '\n' ' ' <"$dir/gone")"
    done
done

# build FILE: linked with the shared library, as C99, with all warnings.
build() {
    # shellcheck disable=SC2086 # several words
    "$cc" -std=c99 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L $flags -x c "$1" -x none -o "$dir/program" -L"$lib" -lkibitz
}
# run INPUT WORDS: what the program says has these words.
run() {
    printf "$1" | timeout 60 "$dir/program" $3 >"$dir/said" 2>&1 || fail "$2: failed: $(cat "$dir/said")"
    grep -q "$2" "$dir/said" || fail "$2: not said: $(cat "$dir/said")"
}

examples=$source/docs/examples
build "$examples/best.c"
run '' '^[a-h][1-8][a-h][1-8]$' ''
run '' '^[a-g]$' connect4
! "$dir/program" nothing 2>"$dir/said" || fail "a game that is not there"
grep -q 'not-found: there is no such game' "$dir/said" || fail "$(cat "$dir/said")"
build "$examples/three_players.c"
yes '' 2>/dev/null | head -2000 | timeout 100 "$dir/program" >"$dir/said" || fail "three_players: $(tail -3 "$dir/said")"
grep -q 'seat 3: .* points, rank 1' "$dir/said" || fail "three_players: $(tail -5 "$dir/said")"
build "$examples/kit_loop.c"
run 'X 0,0\nX 0,7\nO 0,1\nX 0,2\n' 'finished: 1 0' ''
build "$examples/hidden_hands.c"
run '' 'won [0-9.]* of 10' ''
build "$examples/idle_loop.c"
run '' 'depth [0-9]*: [0-9.]* %' ''

# Callers that were compiled for an older version, and the static library, whose names do not clash with a caller's own.
for old in "$source"/tests/data/abi/*/caller.txt; do
    build "$old"
    run '' '^[a-h][1-8][a-h][1-8]$' ''
done
{
    cat "$examples/best.c"
    echo 'int text_put(void); int text_put(void) { return 1; }'
} >"$dir/static.c"
libs=$(sed -n 's/^Libs.private: //p' "$lib/pkgconfig/kibitz.pc")
# shellcheck disable=SC2086 # several words
"$cc" -std=c99 $flags "$dir/static.c" -o "$dir/program" "$lib/libkibitz.a" $libs
run '' '^[a-h][1-8][a-h][1-8]$' ''
if command -v c++ >/dev/null; then
    echo '#include <kibitz.h>
int main() { return kibitz_version_number() / 10000 - KIBITZ_VERSION_MAJOR; }' >"$dir/x.cc"
    # shellcheck disable=SC2086 # several words
    c++ -Wall -Wextra -Werror $flags "$dir/x.cc" -o "$dir/program" -L"$lib" -lkibitz
    "$dir/program" || fail "a program in C++"
fi
