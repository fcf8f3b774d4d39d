#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: python.sh PYTHON BUILD_FOLDER TEST...
# Runs tests of bindings/python with the libraries and programs of a build.
set -u
python=$1 build=$2
shift 2
here=$(cd "$(dirname "$0")/../../bindings/python" && pwd) || exit 1
"$python" -c 'import pytest' 2>/dev/null || { echo "skipped: $python has no pytest (Debian: python3-pytest)"; exit 77; }
if [ "$*" = tests/test_blender.py ] && ! command -v blender >/dev/null; then
    echo "skipped: Blender is not installed"
    exit 77
fi
export LIBVRM_PATH="$build" VRM_SCENE="$build/vrm_scene" VRM_COMMAND="$build/vrm"
export VRM_MYPY_CACHE="$build/mypy_cache" PYTHONDONTWRITEBYTECODE=1
cd "$here" && exec "$python" -m pytest -q -rs -p no:cacheprovider "$@"
