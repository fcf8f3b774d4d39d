#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles every public header alone, as C11, C17 and C++17, with gcc and clang, without a warning;
# vrm.h brings all of them but those of libvrm_render and libvrm_vmc.
set -u
cd "$(dirname "$0")/../../include" || exit 1
status=0 count=0
for header in vrm/*.h; do
    for compiler in 'gcc -std=c11' 'gcc -std=c17' 'g++ -std=c++17' \
        'clang -std=c11' 'clang -std=c17' 'clang++ -std=c++17'; do
        case $compiler in *++*) language=c++ ;; *) language=c ;; esac
        # shellcheck disable=SC2086
        echo "#include \"$header\"" |
            $compiler -I. -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror \
                -fsyntax-only -x $language - || { echo "failed: $header, $compiler"; status=1; }
        count=$((count + 1))
    done
done
for header in vrm/*.h; do
    name=${header#vrm/}
    case $name in # other libraries
        framing.h | gpu.h | image.h | optimize_pictures.h | render.h | tracker.h | vmc.h) continue ;;
    esac
    [ "$name" = vrm.h ] || grep -q "#include \"$name\"" vrm/vrm.h || {
        echo "vrm/vrm.h does not include $name"
        status=1
    }
done
[ $status -eq 0 ] && echo "$count compilations"
exit $status
