#!/bin/sh
# Opens pages that `kibitz analyze --html` wrote in Chromium and looks at what became of them: the script ran under
# its policy, and drew board, graph and list. Usage: browse.sh KIBITZ FOLDER. 77: there is no browser.
set -eu
kibitz=$1
folder=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
rm -rf "$folder"
mkdir -p "$folder"
bad=0

# page NAME PLY "game line" EVENT...: the page of a short game, open at a ply; its document goes to NAME.dom.
page() {
    name=$1 ply=$2 game=$3
    shift 3
    { printf '%s\n\n' "$game" && printf '%s\n' "$@"; } >"$folder/$name.rec"
    "$kibitz" analyze "$folder/$name.rec" --nodes 300 --html "$folder/$name.html" >/dev/null
    "$browser" --no-sandbox --headless --disable-gpu --disable-background-networking --user-data-dir="$folder/profile" \
        --enable-logging=stderr --v=0 --virtual-time-budget=2000 --dump-dom "file://$folder/$name.html#$ply" \
        >"$folder/$name.dom" 2>"$folder/$name.log" || bad=1
    ! grep "CONSOLE" "$folder/$name.log" || bad=1
}

expect() { # page, words
    grep -qF -- "$2" "$folder/$1.dom" && return 0
    echo "$1: there is no $2"
    bad=1
}

page chess 3 "game: chess" e2e4 e7e5 g1f3 b8c6
expect chess '<svg class="scene"'
expect chess 'aria-current="true">Nf3'
expect chess '<svg class="graph"'
page pig 2 "game: pig" roll '!4' roll '!1'
expect pig 'Luck, against 6 possible outcomes'
expect pig 'class="luck '
page connect4 7 "game: connect4" d d c e e c c f
expect connect4 'data-id="on.d1"'
expect connect4 'Better was'
exit $bad
