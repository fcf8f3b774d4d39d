#!/bin/sh
# SPDX-License-Identifier: MIT
# Not a test of the library: shows in ctest's summary, as skipped, that there is no corpus and that
# the tests over it therefore skipped themselves.
if [ -z "${VRM_CORPUS:-}" ]; then
    echo "VRM_CORPUS names no folder: tests over real files are skipped"
    exit 77
fi
[ -d "$VRM_CORPUS" ] || { echo "VRM_CORPUS is $VRM_CORPUS, which is no folder"; exit 1; }
echo "$(find "$VRM_CORPUS" -type f | wc -l) files in $VRM_CORPUS"
