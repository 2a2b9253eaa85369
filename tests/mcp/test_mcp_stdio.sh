#!/bin/sh
# `kibitz mcp` as a process: lines in, lines out, and how it ends. Usage: test_mcp_stdio.sh KIBITZ FOLDER.
set -u
kibitz=$1
folder=$2
failed=0
rm -rf "$folder"
mkdir -p "$folder/files" || exit 1
cd "$folder" || exit 1

fail() {
    echo "FAILED: $*"
    failed=1
}

meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
call() { # id, tool, arguments
    printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{%s,"name":"%s","arguments":%s}}\n' "$1" "$meta" "$2" "$3"
}
list() { # id
    printf '{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":{%s}}\n' "$1" "$meta"
}
# Waits until a file holds words; an end to a hang, no statement about speed.
wait_for() { # file, words
    n=0
    until grep -q -- "$2" "$1" 2>/dev/null; do
        n=$((n + 1))
        [ $n -gt 1200 ] && fail "no $2 in $1" && return 1
        sleep 0.1
    done
}

# A long line is read to its end and refused; what follows is answered. Nothing but protocol is written.
{
    head -c 1100000 /dev/zero | tr '\0' 'x'
    echo
    echo
    list 1
    printf '{"jsonrpc":"2.0","id":2,"method":"ping"}'
} | "$kibitz" mcp >long 2>said || fail "the end of input is no failure"
[ -s said ] && fail "something was said: $(cat said)"
grep -q 'at most 1048576 bytes' long || fail "a long line is refused"
grep -q '"id":1,"result":{"tools"' long || fail "the line after it is answered"
grep -q '"id":2,"result":{}' long || fail "a last line without its end is taken"
grep -v '^{"jsonrpc":"2.0",' long && fail "other lines than those of the protocol"
"$kibitz" mcp </dev/null >none 2>&1 || fail "no input at all"
[ -s none ] && fail "no input, but output"
"$kibitz" mcp --allow-files no-such-folder </dev/null 2>said && fail "a folder that is not there"

# The end of input stops a search.
mkfifo in
"$kibitz" mcp <in >out &
pid=$!
exec 3>in
call 1 new_table '{"game":"chess","seed":1}' >&3
wait_for out '"id":1'
table=$(sed -n 's/.*"table":"\([0-9a-f]*\)".*/\1/p' out)
call 2 analyze "{\"table\":\"$table\",\"seconds\":50}" >&3
list 3 >&3
wait_for out '"id":3' # the search has begun, and others are answered
exec 3>&-
wait $pid || fail "the end of input during a search: $?"
grep -q '"id":2' out && fail "a search that was stopped is answered"

# Who does not read is asked to: memory stays small, and it ends when the reader leaves.
if [ -r /proc/self/status ]; then
    mkfifo full
    exec 4<>full
    n=0
    while [ $n -lt 100 ]; do
        list $n
        n=$((n + 1))
    done >hundred
    mkfifo feed
    "$kibitz" mcp <feed >full 4>&- &
    pid=$!
    exec 5>feed
    (n=0; while [ $n -lt 40 ]; do cat hundred; n=$((n + 1)); done) >&5 2>/dev/null 4>&- &
    sleep 1
    used=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$pid/status)
    [ "${used:-0}" -lt 400000 ] || fail "$used KB for a client that does not read"
    exec 4>&-
    wait $pid || fail "it ends when the reader leaves: $?"
    exec 5>&-
fi

# Files: one folder, plain names, no way out.
printf '[Event "x"]\n\n1. e4 e5 2. Nf3 *\n' >files/a.pgn
printf 'game tiny_file "Tiny" { players X O board rect 3 3 piece m turn place m on empty else draw end { when run(mine, last) >= 3 win } }\n' >files/a.game
printf 'secret\n' >outside.game
ln -s ../outside.game files/link.game
{
    call 1 position '{"game":"chess","file":"a.pgn"}'
    call 2 check_rules '{"file":"link.game"}'
    call 3 check_rules '{"file":"../outside.game"}'
    call 4 check_rules '{"file":"none.game"}'
    call 5 play_rules '{"file":"a.game"}'
    sleep 2
} | "$kibitz" mcp --allow-files files >files.out || fail "mcp --allow-files"
grep '"id":1,' files.out | grep -q '"tables"' || fail "a record of the folder"
grep '"id":2,' files.out | grep -q 'leads out of the folder' || fail "a link that leads out"
grep '"id":3,' files.out | grep -q 'without a folder' || fail "a name with a folder"
grep '"id":4,' files.out | grep -q 'there is no file' || fail "a file that is not there"
grep '"id":5,' files.out | grep -q '"game":"tiny_file"' || fail "a rules text of the folder"
grep -q secret files.out && fail "a file outside was read"
exit $failed
