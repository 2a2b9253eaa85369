#!/bin/sh
# A player of any game in shell: it asks kibitz what is legal and takes one of that. KIBITZ names the program.
pipes=$(mktemp -d) || exit 1
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/in" "$pipes/out"
"${KIBITZ:-kibitz}" uci <"$pipes/in" >"$pipes/out" &
exec 3>"$pipes/in" 4<"$pipes/out"
echo mgi >&3
while read -r line <&4 && [ "$line" != mgiok ]; do :; done
turn=0
while read -r word rest; do
    case $word in
    mgi) printf 'id name player\noption name Game type string default connect4\nmgiok\n' ;;
    isready) echo readyok ;;
    setoption | position) echo "$word $rest" >&3 ;;
    go)
        echo legal >&3
        set -- # the legal actions
        while read -r first second action _ <&4; do
            case $first in
            legal) [ "$second" = action ] && set -- "$@" "$action" ;;
            legalok | error) break ;;
            esac
        done
        turn=$((turn + 1))
        [ $# -gt 0 ] && shift $((turn * 7919 % $#)) # any of them
        echo "bestmove ${1:-(none)}"
        ;;
    quit) break ;;
    esac
done
