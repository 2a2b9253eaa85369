# shellcheck shell=sh
# Sourced by tests over MPI: $mpirun $launcher_flags starts ranks on this machine. Open MPI wants to be told that root
# may, and that there may be more ranks than cores; ranks are bound to no core.
mpirun=${MPIRUN:-mpirun}
launcher_flags=
if "$mpirun" --version 2>/dev/null | grep -q 'Open MPI'; then
    launcher_flags="--oversubscribe --bind-to none"
    # It looks for ssh before it knows that nothing is far away.
    command -v ssh >/dev/null || export OMPI_MCA_plm_rsh_agent=
    [ "$(id -u)" -ne 0 ] || launcher_flags="--allow-run-as-root $launcher_flags"
fi

# The ranks that a launcher has started: their process numbers, that of rank 0 first. Below Open MPI's mpirun they are its
# children; others have a process in between.
ranks_of() { # process of the launcher
    found=$(pgrep -P "$1" kibitz-mpi)
    [ -n "$found" ] || for child in $(pgrep -P "$1"); do found="$found $(pgrep -P "$child" kibitz-mpi)"; done
    # shellcheck disable=SC2086
    echo $found
}
