#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: tools/deps.sh TARGET[,TARGET...] [--list | --need]
#
# Makes sure that what make targets need is there: build, web, demo, quick, springs, check, bench,
# fuzz, analyze, coverage, format, wheel, amalgamation, dist, deb, check-packages, check-batch, site,
# windows, check-windows or lip-model (tools/generate/update_lip_model, and tests/judges/people.py truth).
# Looks first, installs only what is missing (Debian packages through apt-get, as root
# or with sudo; npm packages into build-npm/), and says what it does. --list says what is missing and
# installs nothing; --need does so too, and fails where something is missing. DEPS=no in the
# environment skips all of it.
#
# The table below is the whole list: targets, Debian package, how to see that it is there, reason.
set -u
cd "$(dirname "$0")/.." || exit 1
[ "${DEPS:-yes}" = no ] && exit 0
target=${1:?usage: tools/deps.sh TARGET [--list | --need]}
mode=${2:-install}

case $(uname -m) in
x86_64) other=aarch64 other_gcc=gcc-aarch64-linux-gnu other_libc=libc6-dev-arm64-cross ;;
*) other=x86_64 other_gcc=gcc-x86-64-linux-gnu other_libc=libc6-dev-amd64-cross ;;
esac

# Wine is for x86_64. Elsewhere tools/wine_root unpacks it into a folder, to be run by qemu.
if [ "$(uname -m)" = x86_64 ]; then
    wine_packages="check-windows   | wine64         | file /usr/lib/wine/wine64    | runs programs for Windows"
else
    wine_packages="check-windows   | mmdebstrap     | command mmdebstrap           | unpacks Wine for x86_64 into a folder
check-windows   | patchelf       | command patchelf             | lets its programs start from there
check-windows   | qemu-user      | command qemu-x86_64          | runs them"
fi

table() {
    cat <<TABLE
build,web,demo,quick,springs,check,bench,fuzz,coverage | cmake            | command cmake       | the build
build,web,demo,quick,springs,check,bench,fuzz,coverage | ninja-build      | command ninja       | the build
build,demo,quick,springs,check,bench,coverage      | gcc                  | command gcc         | the compiler
build,demo,quick,springs,check,bench,coverage      | libc6-dev            | header stdio.h      | the C library
build,demo,quick,springs,check,bench,fuzz,coverage | libmeshoptimizer-dev | header meshoptimizer.h | EXT_meshopt_compression
build,demo,quick,springs,check,bench,fuzz,coverage | libspng-dev          | header spng.h       | pictures: PNG
build,demo,quick,springs,check,bench,fuzz,coverage | libjpeg62-turbo-dev  | header jpeglib.h   | pictures: JPEG
build,demo,quick,springs,check,bench,fuzz,coverage | libwebp-dev          | header webp/mux.h   | pictures: WebP, still and animated
build,demo,quick,springs,check,bench,fuzz,coverage | zlib1g-dev           | header zlib.h       | pictures: writing PNG
build,demo,quick,springs,check,coverage | libmicrohttpd-dev | header microhttpd.h | vrm view: the local server
build,demo,quick,springs,check,fuzz,coverage | libsndfile1-dev | header sndfile.h | vrm render --audio: WAV, FLAC, Ogg, MP3
build,demo,quick,springs,check,fuzz,coverage | libmpg123-dev | header mpg123.h | vrm live --control: MP3 that arrives in pieces
check           | libgstreamer1.0-dev       | module gstreamer-1.0     | the GStreamer plugin, and GstHarness for its tests
check           | libgstreamer-plugins-base1.0-dev | module gstreamer-video-1.0 | the GStreamer plugin: formats of video and audio
check           | gstreamer1.0-tools        | command gst-launch-1.0   | the pipelines of docs/guide/gstreamer.md; vrm render --animate OUT.mp4
check           | gstreamer1.0-plugins-base | library libgstvideoconvertscale.so | pipelines: videoconvert, audioconvert, opusenc
check           | gstreamer1.0-plugins-good | library libgstisomp4.so  | pipelines: MP4, WebM, VP8, WAV
check           | gstreamer1.0-plugins-ugly | library libgstx264.so    | pipelines: x264enc
check           | gstreamer1.0-libav        | library libgstlibav.so   | pipelines: AAC; decodes H.264 to count frames
check           | ffmpeg                    | command ffmpeg           | reads the frames of vrm render --raw, and its films
demo,quick,check,bench,coverage | libegl1              | library libEGL.so.1     | drawing without a screen
demo,quick,check,bench,coverage | libgles2             | library libGLESv2.so.2  | drawing
demo,quick,check,bench,coverage | libgl1-mesa-dri      | file /usr/share/doc/libgl1-mesa-dri | drawing without a graphics card
check,bench     | pocl-opencl-icd           | file /usr/share/doc/pocl-opencl-icd | crowds on an OpenCL device that needs no graphics card
check           | oclgrind                  | command oclgrind         | kernels checked for races and for accesses outside of buffers
check,bench     | ocl-icd-libopencl1        | library libOpenCL.so.1   | finds OpenCL devices
quick,springs,check,coverage  | libcmocka-dev             | header cmocka.h          | unit tests
check,bench,coverage | ccache                    | command ccache           | the same files are compiled in many builds
quick,check,coverage  | liblo-dev                 | header lo/lo.h           | packets of an independent OSC sender
quick,check           | shellcheck                | command shellcheck       | scripts that work in folders with spaces
quick,check           | dpkg-dev                  | command dpkg-gensymbols  | Debian's lists of symbols are current
check           | valgrind                  | command valgrind         | instruction counts
check           | wabt                      | command wat2wasm         | instruction counts of wasm
check           | python3-pil               | file /usr/lib/python3/dist-packages/PIL | reads the recordings of the viewer
quick,check,bench     | g++                       | command g++              | headers in C++; peers written in C++
quick,check           | pkg-config                | command pkg-config       | the installed pkg-config file is tested
quick,check,bench,fuzz | clang                    | command clang            | second compiler, sanitizers, fuzzing
check,fuzz      | libclang-rt-14-dev        | links address            | AddressSanitizer and libFuzzer
check,fuzz      | llvm                      | command llvm-symbolizer  | readable sanitizer reports
quick,check,format    | clang-format-14           | command clang-format-14  | one formatting, by one version
check,analyze   | clang-tidy-14             | command clang-tidy-14    | static analysis; make check: of the readers
analyze         | cppcheck                  | command cppcheck         | static analysis
web,demo,check,bench | clang-19                  | command clang-19         | wasm32 build
web,demo,check,bench | lld-19                    | command wasm-ld-19       | wasm32 build
web,demo,check,bench | wasi-libc                 | file /usr/lib/wasm32-wasi/libc.a | wasm32 build
web,demo,check,bench | libclang-rt-19-dev-wasm32 | links wasm               | wasm32 build
web,demo,check,bench | esbuild                   | command esbuild          | the viewer: its modules in one file
web,demo,check,bench | binaryen                  | command wasm-split       | the npm package: cutting the module in parts, making them small
check           | $other_gcc  | command $other-linux-gnu-gcc            | the other CPU: equal bits
check           | $other_libc | file /usr/$other-linux-gnu/lib/libm.so.6 | the other CPU: equal bits
check           | qemu-user   | command qemu-$other                     | runs the other CPU's programs
check           | libglfw3-dev | header GLFW/glfw3.h                    | the example that opens a window; vrm live --window opens its library
check           | xvfb         | command Xvfb                            | a screen for it, and for vrm live --window
check           | xcompmgr     | command xcompmgr                        | a compositor: windows that are transparent
check           | xauth        | command xauth                           | xvfb-run needs it
check,lip-model  | klettres-data | file /usr/share/klettres              | letters and syllables of people of 15 languages, which judge lips
check,lip-model  | pocketsphinx-testdata | file /usr/share/pocketsphinx/test | sentences of people, which judge lips
check,lip-model  | alsa-utils   | file /usr/share/sounds/alsa             | words of people, which judge lips
check,lip-model  | flite        | command flite                           | speaks, and says when which phone begins
check,lip-model  | espeak-ng    | command espeak-ng                       | sentences that avatars say in tests; says when which phone begins
check,lip-model  | espeak-ng-data | file /usr/share/doc/espeak-ng-data    | its voices
check           | assimp-utils | command assimp                          | opens what we write
check           | f3d          | command f3d                             | opens what we write, by VTK
check           | blender      | command blender                         | opens what we write; runs bindings/python inside
quick,check,wheel,amalgamation,dist,deb,site,coverage | python3 | command python3          | bindings/ are written and tested by it; tools/check/coverage
check           | python3-pytest     | python pytest                    | tests of bindings/python
check,bench,lip-model | python3-numpy | python numpy                     | arrays of bindings/python; peer
check           | mypy               | command mypy                     | types of bindings/python
check,wheel     | python3-pip        | python pip                       | bindings/python is installed by it
check,wheel     | python3-setuptools | python setuptools                | building its wheel
check,wheel     | python3-wheel      | python wheel                     | building its wheel
check           | mono-mcs           | command mcs                      | compiles bindings/csharp
check           | mono-runtime       | command mono                     | runs its tests
check           | cargo              | command cargo                    | bindings/rust
check           | luajit             | command luajit                   | the program of docs/guide/bindings.md
check           | gccgo              | command gccgo                    | the Go program of docs/guide/bindings.md, by cgo
check,check-batch | parallel         | command parallel                 | whole libraries of avatars on one machine
check-batch     | slurm-wlm          | command sbatch                   | whole libraries of avatars on many; make check tests it where it is
check-batch     | munge              | file /usr/sbin/munged            | Slurm's authentication
check,site      | mkdocs             | command mkdocs                   | the documents as pages with search
check,site      | doxygen            | command doxygen                  | the reference; refuses public names without a comment
quick,check,dist      | git         | command git                             | checks of the tracked files; the tarball
web,demo,quick,check,bench,coverage | nodejs      | node                                    | wasm32 tests, judges, peers
check,bench     | npm         | command npm                             | judges and peers from npm
check,bench     | chromium    | command chromium                        | three-vrm draws the pictures ours are compared with
deb             | dpkg-dev         | command dpkg-buildpackage   | Debian packages
deb             | build-essential  | file /usr/share/doc/build-essential | dpkg-buildpackage asks for it
deb             | debhelper        | command dh                  | Debian packages
deb             | dh-python        | command dh_python3          | the package for Python
deb             | python3-setuptools | python setuptools         | the package for Python
deb             | cmake            | command cmake               | the build
deb             | ninja-build      | command ninja               | the build
deb             | gcc              | command gcc                 | the compiler
deb             | libmeshoptimizer-dev | header meshoptimizer.h  | EXT_meshopt_compression
deb             | libspng-dev      | header spng.h               | pictures: PNG
deb             | libjpeg62-turbo-dev | header jpeglib.h         | pictures: JPEG
deb             | libwebp-dev      | header webp/mux.h           | pictures: WebP
deb             | zlib1g-dev       | header zlib.h               | pictures: writing PNG
deb             | libmicrohttpd-dev | header microhttpd.h      | vrm view
deb             | libsndfile1-dev  | header sndfile.h            | vrm render --audio
deb             | libmpg123-dev    | header mpg123.h             | vrm live --control
deb             | lintian          | command lintian             | judges the packages
windows,check   | gcc-mingw-w64-x86-64 | command x86_64-w64-mingw32-gcc | the compiler for Windows
windows,check   | libz-mingw-w64-dev   | file /usr/x86_64-w64-mingw32/lib/libz.a | pictures: writing PNG
windows         | cmake          | command cmake                | the build
windows         | ninja-build    | command ninja                | the build
windows         | python3        | command python3              | writes the amalgamation and the zip
check-windows   | xvfb           | command Xvfb                 | a screen, which drawing needs on Windows
check-windows   | xauth          | command xauth                | xvfb-run needs it
$wine_packages
check-packages  | mmdebstrap       | command mmdebstrap          | a clean root to install packages in
bench           | libjansson-dev   | header jansson.h            | peer
bench           | libcjson-dev     | header cjson/cJSON.h        | peer
bench           | rapidjson-dev    | header rapidjson/document.h | peer
bench           | libsimdjson-dev  | header simdjson.h           | peer
lip-model       | gcc                | command gcc                      | compiles the analysis that the model is trained for
lip-model       | libc6-dev          | header stdio.h                   | the C library
lip-model       | python3            | command python3                  | trains
lip-model       | festival           | command festival                 | speaks, and says when which phone begins
lip-model       | festvox-italp16k   | file /usr/share/doc/festvox-italp16k | its voice: Italian
lip-model       | festvox-itapc16k   | file /usr/share/doc/festvox-itapc16k | its voice: Italian
lip-model       | festvox-czech-dita | file /usr/share/doc/festvox-czech-dita | its voice: Czech
lip-model       | festvox-czech-krb  | file /usr/share/doc/festvox-czech-krb | its voice: Czech
lip-model       | festvox-czech-machac | file /usr/share/doc/festvox-czech-machac | its voice: Czech
lip-model       | festvox-czech-ph   | file /usr/share/doc/festvox-czech-ph | its voice: Czech
lip-model       | festvox-suopuhe-lj | file /usr/share/doc/festvox-suopuhe-lj | its voice: Finnish
lip-model       | festvox-suopuhe-mv | file /usr/share/doc/festvox-suopuhe-mv | its voice: Finnish
lip-model       | festvox-hi-nsk     | file /usr/share/doc/festvox-hi-nsk | its voice: Hindi
lip-model       | festvox-te-nsk     | file /usr/share/doc/festvox-te-nsk | its voice: Telugu
lip-model       | festvox-ru         | file /usr/share/doc/festvox-ru   | its voice: Russian
lip-model       | festvox-ca-ona-hts | file /usr/share/doc/festvox-ca-ona-hts | its voice: Catalan
lip-model       | festvox-kdlpc16k   | file /usr/share/doc/festvox-kdlpc16k | its voice: American
lip-model       | pocketsphinx       | command pocketsphinx_continuous  | finds phones in recordings of people
lip-model       | pocketsphinx-en-us | file /usr/share/pocketsphinx/model/en-us | its English
TABLE
}

# ---- Looking ----

try_compile() { # compiler arguments...; the program is on standard input
    out=$(mktemp) || return 1
    "$@" -o "$out" - >/dev/null 2>&1
    status=$?
    rm -f "$out"
    return $status
}

is_there() { # kind [what]
    case $1 in
    command) command -v "$2" >/dev/null ;;
    file) [ -e "$2" ] ;;
    library) [ -n "$(find /lib /usr/lib /usr/local/lib -name "$2" -print -quit 2>/dev/null)" ] ;;
    header)
        if command -v gcc >/dev/null; then compiler=gcc; else compiler=cc; fi
        echo "#include <$2>" | try_compile $compiler -E -x c ||
            echo "#include <$2>" | try_compile g++ -E -x c++
        ;;
    module) pkg-config --exists "$2" 2>/dev/null ;;
    links)
        case $2 in
        address) echo 'int main(void){return 0;}' | try_compile clang -fsanitize=address -x c ;;
        wasm) echo 'int main(void){return 0;}' | try_compile clang-19 --target=wasm32-wasi -x c ;;
        esac
        ;;
    python) # a module of the distribution's own Python
        if [ -x /usr/bin/python3 ]; then python=/usr/bin/python3; else python=python3; fi
        $python -c "import $2" 2>/dev/null
        ;;
    node) # 18 or newer, from wherever it came
        command -v node >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]
        ;;
    esac
}

# One of the targets has the row that is read, whose package no row before it named.
is_wanted() {
    case " $missing " in *" $package "*) return 1 ;; esac
    rest=$target,
    while [ -n "$rest" ]; do
        case ,$targets, in *,"${rest%%,*}",*) return 0 ;; esac
        rest=${rest#*,}
    done
    return 1
}

missing=
wants_npm=no
while IFS='|' read -r targets package probe reason; do
    # shellcheck disable=SC2086
    targets=$(echo $targets) package=$(echo $package) probe=$(echo $probe) reason=$(echo $reason)
    is_wanted || continue
    [ "$package" = npm ] && wants_npm=yes
    # shellcheck disable=SC2086
    is_there $probe && continue
    echo "deps: $package is missing ($reason)"
    missing="$missing $package"
done <<EOT
$(table)
EOT

# ---- Installing ----

if [ "$mode" = --list ]; then
    [ -z "$missing" ] && echo "deps: nothing is missing for $target"
    exit 0
fi

if [ "$mode" = --need ] && [ -n "$missing" ]; then
    echo "deps: nothing was installed; to install what is missing: tools/deps.sh $target"
    echo "deps: or set DEPS=no in the environment, if what is missing is there under another name"
    exit 1
fi
[ "$mode" = --need ] && exit 0

if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null; then
        echo "deps: no apt-get here; please install:$missing"
        echo "deps: then set DEPS=no in the environment, so that nobody looks for them again"
        exit 1
    fi
    if [ "$(id -u)" -eq 0 ]; then as_root=
    elif command -v sudo >/dev/null; then as_root=sudo
    else
        echo "deps: neither root nor sudo; please run as root: apt-get install$missing"
        echo "deps: or set DEPS=no in the environment, if what is missing is there under another name"
        exit 1
    fi
    echo "deps: apt-get install$missing"
    echo "deps: (this may take minutes${as_root:+ and asks for your password}; DEPS=no in the environment skips it)"
    log=$(mktemp)
    # One command, so that one password is enough. What happens is shown line by line; LC_ALL is set
    # behind sudo, which may drop it: apt-get translates these lines.
    # shellcheck disable=SC2086
    {
        $as_root sh -c 'export DEBIAN_FRONTEND=noninteractive LC_ALL=C
            apt-get update && apt-get install -y --no-install-recommends "$@"' sh $missing 2>&1
        echo "status $?"
    } | tee "$log" | sed -n -u '
        s/^Hit:[0-9]* \(.*\)/deps:   list is up to date: \1/p
        s/^Get:[0-9]* \(.*\) \(InRelease\|Release\|Packages\|Translation-[^ ]*\|Sources\)\( \[.*\]\)*$/deps:   fetching list \1 \2\3/p
        s/^Get:[0-9]* [^ ]* .* \([^ ]*\) [^ ]* [^ ]* \[\(.*\)\]$/deps:   fetching \1 (\2)/p
        s/^Setting up \([^ ]*\) .*/deps:   setting up \1/p'
    if [ "$(tail -n 1 "$log")" != "status 0" ]; then
        tail -30 "$log"
        rm -f "$log"
        echo "deps: installing failed; DEPS=no skips it when the packages are there already"
        exit 1
    fi
    rm -f "$log"
fi

# The judges and peers from npm, exactly the versions of tests/judges/package-lock.json, in
# build-npm/. The link lets programs anywhere in the tree import them.
if [ "$wants_npm" = yes ] && ! cmp -s tests/judges/package-lock.json build-npm/node_modules/.done; then
    echo "deps: npm install in build-npm/ ($(sed -n 's/^    "\([^"]*\)": "\([0-9].*\)",*$/\1 \2/p' tests/judges/package.json | paste -sd, | sed 's/,/, /g'))"
    mkdir -p build-npm
    cp tests/judges/package.json tests/judges/package-lock.json build-npm/
    # npm install, not npm ci: ci refuses a lock without the packages of other platforms, which the
    # registry at hand may not have. Versions and hashes are those of the lock either way.
    (cd build-npm && npm install --ignore-scripts --no-audit --no-fund --loglevel=error) || exit 1
    cp tests/judges/package-lock.json build-npm/node_modules/.done
    ln -sfn build-npm/node_modules node_modules
fi
exit 0
