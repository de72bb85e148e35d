#!/bin/sh
# Makes .venv if there is none and installs into it: venv.sh '.' or venv.sh '.[dev]'. Speaks on stderr only.
set -eu
cd "$(dirname "$0")/.."

say() { echo "$*" >&2; }

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}

works() { .venv/bin/python -m pip --version >/dev/null 2>&1; }

# Debian's Python comes without what `venv` needs to put pip in; each line is one way around that.
make_venv() {
    "$1" -m venv --clear .venv >/dev/null 2>&1 && works && return
    "$1" -m venv --clear --without-pip .venv >/dev/null 2>&1 &&
        "$1" -m pip --python .venv/bin/python install --quiet pip >/dev/null 2>&1 && works && return
    "$1" -m virtualenv --clear .venv >/dev/null 2>&1 && works && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing python3-venv, which Debian's Python lacks ..."
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update && apt-get install -y --no-install-recommends python3-venv; } >/dev/null 2>&1 </dev/null || :
        "$1" -m venv --clear .venv >/dev/null 2>&1 && works && return
    fi
    say "$1 can't make a virtual environment here. On Debian and Ubuntu: sudo apt install python3-venv"
    exit 1
}

if ! works; then
    python=$(find_python)
    if [ -z "$python" ]; then
        say "Python 3.11 or newer is needed, and none was found (set PYTHON to one)."
        exit 1
    fi
    make_venv "$python"
fi
say "Installing into .venv ..."
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input \
    --constraint constraints.txt --editable "$1" </dev/null >&2
