#!/bin/sh
# `kibitz-mpi` with three ranks on this machine against one process of `kibitz`, byte for byte; ranks that are killed; what
# goes wrong on one rank. Usage: test_mpi.sh KIBITZ KIBITZ_MPI FOLDER.
# The flags of the launcher are split on purpose.
# shellcheck disable=SC2086
set -u
here=$(cd "$(dirname "$0")" && pwd)
kibitz=$1
over=$2
folder=$3
failed=0
export KIBITZ_PROGRESS=off
# shellcheck source=tests/mpi/launch.sh
. "$here/launch.sh"
command -v "$mpirun" >/dev/null || { echo "no $mpirun"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder/one" "$folder/many" "$folder/elsewhere" || exit 1
cd "$folder" || exit 1

fail() {
    echo "FAILED: $*"
    failed=1
}

# both NAME RANKS ARGUMENTS...: the same command in one process (folder one) and over ranks (folder many). What it says and
# the file `out`, where it writes one, must be equal. Paths among the arguments begin with ../
both() {
    name=$1
    ranks=$2
    shift 2
    (cd one && timeout 120 "$kibitz" "$@" >"$name.said" 2>"$name.err")
    expected=$?
    (cd many && timeout 120 "$mpirun" $launcher_flags -n "$ranks" "$over" "$@" >"$name.said" 2>"$name.err")
    code=$?
    [ $code -eq $expected ] || { fail "$name: exit code $code, expected $expected"; cat "many/$name.err"; }
    grep -v 'CPU seconds' "one/$name.said" >one/filtered
    grep -v 'CPU seconds' "many/$name.said" >many/filtered
    cmp one/filtered many/filtered || fail "$name says something else"
}

same() { # file
    [ -s "one/$1" ] || fail "one process wrote no $1"
    cmp "one/$1" "many/$1" || fail "$1 differs"
}

if ldd "$kibitz" | grep -qi mpi; then fail "kibitz itself is linked with MPI"; fi

# --- every command that ranks share
both selfplay 3 selfplay connect4 --out games --games 900 --engine nodes=150 --engine random --seed 7 --concurrency 2
same games
both match 3 match pig --engine "name=a visits=60" --engine "name=b random" --games 400 --sprt elo1=40 --out match
same match
grep -q 'H1 accepted' many/match.said || fail "the test did not end the match"
both table 4 match pig --players 3 --lineup a=1,b=2 --engine "name=a visits=30" --engine "name=b random" --games 6 --out table
same table
both pgn 3 match chess --engine "name=a nodes=100" --engine "name=b nodes=50" --opening-plies 4 --max-plies 16 --games 6 \
    --pgn games.pgn
same games.pgn
both gradients 3 tune connect4 --data games --epochs 6 --match 20 --engine visits=20 --out weights
same weights
same weights.tune
both playing 3 tune connect4 --method ga --epochs 2 --games 4 --population 4 --engine visits=20 --seed 5 --out evolved
same evolved
both bots 3 tune unicorns --players 3 --method spsa --group evolved --epochs 2 --games 12 --out cards
same cards
both perft 3 perft chess 3 --divide
both review 3 analyze games.pgn --game all --nodes 100 --out reviewed.pgn
same reviewed.pgn

# --- only rank 0 needs the files: the others are elsewhere
cp one/weights one/own.weights
cp one/weights many/own.weights
printf 'd\nc d\n' | tee one/lines >many/lines
cat >one/drop.game <<EOF
game drop "Four squares in a row" {
  players X O
  board rect 4 4
  piece mark
  turn place mark on empty else draw
  end { when run(mine, last) >= 4 win }
}
EOF
cp one/drop.game many/
printf 'b2\nc3 b2\n' | tee one/squares >many/squares
both_files() { # arguments: those of rank 0
    (cd one && timeout 120 "$kibitz" "$@" >/dev/null 2>&1)
    (cd many && timeout 120 "$mpirun" $launcher_flags -n 1 "$over" "$@" : -n 2 -wdir "$folder/elsewhere" "$over" \
        >files.said 2>files.err) || { fail "files that only rank 0 has"; cat many/files.err; }
    same files
    rm -f one/files many/files
    [ -z "$(ls elsewhere)" ] || fail "another rank than 0 wrote a file"
}
both_files match connect4 --openings lines --engine "name=a visits=30 EvalFile=own.weights" --engine "name=b visits=30" \
    --games 8 --out files
both_files match drop.game --openings squares --engine "name=a visits=30" --engine "name=b random" --games 8 --out files

# --- an outside engine that is missing on one rank
cat >engine.sh <<EOF
case \${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:-0}} in
2) exit 1 ;;
esac
exec "$kibitz" uci
EOF
timeout 120 "$mpirun" $launcher_flags -n 3 "$over" match connect4 --engine "name=x nodes=10 cmd='sh $folder/engine.sh'" \
    --engine "name=b nodes=10" --games 4 --out missing >missing.said 2>missing.err
code=$?
[ $code -eq 3 ] || fail "an engine that is missing on a rank: exit code $code"
[ "$(grep -c '^kibitz' missing.err)" -eq 1 ] || fail "an engine that is missing takes one line"
grep -q '^kibitz match: rank 2 on ' missing.err || { fail "who has no engine?"; cat missing.err; }
[ "$(grep -c '^match-game' missing)" -eq 0 ] || fail "games were played all the same"

# --- killed and resumed: a rank, then rank 0, then an interrupt; each time with another number of ranks
wait_for_games() { # file, at least so many
    n=0
    until there=$(grep -c '^match-game' "$1" 2>/dev/null) && [ "$there" -ge "$2" ]; do
        n=$((n + 1))
        [ $n -gt 1200 ] && fail "no $2 games in $1" && return 1
        sleep 0.05
    done
}
kill_one() { # ranks, games to wait for, which (first, last, launcher), arguments
    ranks=$1
    games=$2
    which=$3
    shift 3
    timeout 120 "$mpirun" $launcher_flags -n "$ranks" "$over" "$@" >killed.said 2>&1 &
    guard=$!
    wait_for_games many/cut "$games"
    launcher=$(pgrep -P $guard)
    case $which in
    first) victim=$(ranks_of "$launcher" | cut -d ' ' -f 1) ;;
    last) victim=$(ranks_of "$launcher" | tr ' ' '\n' | tail -n 1) ;;
    esac
    case $which in
    launcher) kill -INT "$launcher" || fail "nothing to interrupt" ;;
    *) kill -KILL "$victim" || fail "nothing to kill" ;;
    esac
    wait $guard && [ $which != launcher ] && fail "a job that was killed is no success"
    # An interrupt takes its time through the launcher: on a quick machine all may be played by then.
    [ $which = launcher ] || [ "$(grep -c '^match-game' many/cut)" -lt 900 ] || fail "it was over before"
}
kill_one 3 60 last selfplay connect4 --out many/cut --games 900 --engine nodes=150 --engine random --seed 7
kill_one 2 200 first selfplay --resume many/cut
kill_one 4 340 launcher selfplay --resume many/cut
timeout 120 "$mpirun" $launcher_flags -n 3 "$over" selfplay --resume many/cut --concurrency 2 >killed.said 2>&1 ||
    { fail "the last part"; cat killed.said; }
cmp one/games many/cut || fail "killed and resumed: the games differ"
[ $failed -eq 0 ] && echo "all equal"
exit $failed
