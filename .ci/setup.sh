# shellcheck shell=sh
# Sourced by ./run and ./test: packages that are missing are installed, or named.

JOBS=$(nproc 2>/dev/null || echo 2)

# need PACKAGE...: returns when all are installed; exits with 2 when they cannot be.
need() {
    missing=
    for package in "$@"; do
        # A system without dpkg has its tools from elsewhere; configuring will tell what is not there.
        command -v dpkg-query >/dev/null 2>&1 || return 0
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -z "$missing" ] && return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        as_root="sudo -n"
        if ! command -v sudo >/dev/null 2>&1 || ! sudo -n true 2>/dev/null; then
            if command -v sudo >/dev/null 2>&1 && [ -t 0 ]; then
                as_root=sudo # it can ask
            else
                echo "These packages are missing, and only root can install them. Please run:" >&2
                echo "    apt-get install$missing" >&2
                exit 2
            fi
        fi
    fi
    echo "Installing$missing"
    new_packages=yes
    # The package lists may be absent or old: they are fetched only if the first try fails.
    # shellcheck disable=SC2086
    install_packages $missing || {
        $as_root apt-get -qq update && install_packages $missing
    } || {
        echo "These packages could not be installed; please install them:$missing" >&2
        exit 2
    }
}

install_packages() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 install "$@" </dev/null >/dev/null 2>&1
}

# build PRESET [TARGET...]: configures when that was not done yet or packages have come, then builds what is out of date.
build() {
    preset=$1
    shift
    { [ -f "build/$preset/build.ninja" ] && [ -z "${new_packages:-}" ]; } || cmake --preset "$preset" || return
    if [ $# -eq 0 ]; then
        cmake --build "build/$preset" -j "$JOBS"
    else
        cmake --build "build/$preset" -j "$JOBS" --target "$@"
    fi
}

# The same where warnings stay warnings.
build_anyway() {
    cmake --preset "$1" -DCMAKE_COMPILE_WARNING_AS_ERROR=OFF && build "$@"
}

# The same where they are errors, whatever was built there before.
build_strictly() {
    cmake --preset "$1" && build "$@"
}

# shellcheck disable=SC2034
RUN_PACKAGES="gcc cmake ninja-build libc6-dev libjemalloc-dev libxxhash-dev libedit-dev libjansson-dev
libmicrohttpd-dev libsqlite3-dev libsodium-dev"
# shellcheck disable=SC2034
TEST_PACKAGES="$RUN_PACKAGES clang clang-format clang-tidy libclang-rt-14-dev llvm lld nodejs chromium
libopenmpi-dev openmpi-bin procps libpq-dev postgresql"
