#!/bin/sh
# How the tree is built: where acutest and tinycthread come from, which builds make errors of warnings,
# and that tests start programs through KIBITZ_EMULATOR. Needs no network.
# Usage: test_configure.sh SOURCE FOLDER CMAKE START_SCRIPT
set -u
source=$1
folder=$2
cmake=$3
start=$4
failed=0

check() { # what, then the command that must succeed
    what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failed=1
    fi
}

configure() { # further arguments; the output is in $folder/said
    "$cmake" -S "$source" -B "$folder/build" "$@" >"$folder/said" 2>&1 || {
        cat "$folder/said"
        failed=1
    }
}

says() {
    grep -q -- "$1" "$folder/said"
}

commands_have() {
    grep -q -- "$1" "$folder/build/compile_commands.json"
}

commands_lack() {
    ! commands_have "$1"
}

rm -rf "$folder"
mkdir -p "$folder/acutest/include" "$folder/tinycthread/source" "$folder/given"
: >"$folder/acutest/include/acutest.h"
: >"$folder/given/acutest.h"
: >"$folder/tinycthread/source/tinycthread.h"
: >"$folder/tinycthread/source/tinycthread.c"

# By default nothing is fetched, and a warning is a warning.
configure
check "a stand-in or the system's" says "acutest \(stand-in\|of the system\), tinycthread \(stand-in\|of the system\)"
check "nothing is fetched" commands_lack "$folder/acutest"
check "warnings" commands_have " -Wconversion "
check "no errors of warnings" commands_lack " -Werror"

# Without jansson no JSON is read; without the libraries of the web board everything else is there. It says so.
configure -DUSE_JANSSON=OFF -DUSE_SERVE=OFF
check "jansson is left out" says "jansson not used"
check "and its reader" commands_lack "-DKIBITZ_JANSSON"
check "the web board is left out" says "libraries of the web board not used"
check "nothing of it is compiled" commands_lack "web/store/store.c"
check "but the command" commands_have "-DKIBITZ_SERVE_REMEDY="

# One library of the web board is missing, and is named. Fetched: the folders stand for what the network would bring.
configure -DUSE_JANSSON=ON -DUSE_SERVE=ON -DSERVE_INCLUDE_sqlite3= -DSERVE_LIBRARY_sqlite3= \
    -DFETCH_DEPENDENCIES=ON -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
    "-DFETCHCONTENT_SOURCE_DIR_ACUTEST=$folder/acutest" \
    "-DFETCHCONTENT_SOURCE_DIR_TINYCTHREAD=$folder/tinycthread"
check "jansson, or a word about it" says "jansson \(found\|missing, no JSON is read\)"
check "what is missing is named" says "libraries of the web board missing, install .*libsqlite3-dev"
check "and nothing of it is compiled" commands_lack "web/store/store.c"
check "it says that both are fetched" \
    says "acutest fetched at [0-9a-f]\{12\}, tinycthread fetched at [0-9a-f]\{12\}"
check "tests include the fetched one" commands_have "-isystem $folder/acutest/include"
check "the fetched threads are compiled" commands_have "$folder/tinycthread/source/tinycthread.c"
check "and used" commands_have "-DKIBITZ_TINYCTHREAD"

# Pointed at: that wins. Our presets ask for errors. And the web board is back.
configure -USERVE_INCLUDE_sqlite3 -USERVE_LIBRARY_sqlite3 "-DACUTEST_DIR=$folder/given" \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
check "all are there, or named" says "libraries of the web board \(found\|missing, install\)"
check "it says where it is from" says "acutest from $folder/given, tinycthread fetched at"
check "tests include the given one" commands_have "-isystem $folder/given"
check "errors of warnings" commands_have " -Werror"
check "our presets ask for them" \
    grep -q '"CMAKE_COMPILE_WARNING_AS_ERROR": "ON"' "$source/CMakePresets.json"

# And back again; PostgreSQL can be left out.
configure -DACUTEST_DIR= -DFETCH_DEPENDENCIES=OFF -DWITH_POSTGRESQL=OFF
check "it says so" says "PostgreSQL not used"
check "and nothing of it is compiled" commands_lack "postgres_writer.c"
check "what was found before is forgotten" commands_lack "$folder/acutest"

# Words in front of a program, and none.
with=$(KIBITZ_EMULATOR="echo through these" "$start" version)
check "programs are started through KIBITZ_EMULATOR: $with" \
    test "${with%% /*} ${with##* }" = "through these version"
check "and alone" sh -c "KIBITZ_EMULATOR= '$start' version | grep -q kibitz"

rm -rf "$folder"
[ "$failed" -eq 0 ]
