#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: clean_root.sh    inside a fresh root of Debian, as tools/check/packages makes it
# Does what a newcomer does with the packages that lie beside it: installs, uses and removes them. Each step installs
# no more than it needs, so that a dependency that a package forgot to name is missed.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
cd "$(dirname "$0")"
export HOME="$PWD" # what programs keep for their user (a cache of shaders) is not the packages' to remove
fail() {
    echo "failed: $*"
    exit 1
}
install() { apt-get install -y --no-install-recommends "$@" >>log 2>&1 || fail "installing $*"; }

# apt install ./vrm-tools*.deb; vrm validate x.vrm
command_line() {
    install ./vrm-tools_*.deb
    vrm validate avatar.vrm
    for file in man1/vrm.1.gz man1/vrm-validate.1.gz bash-completion/completions/vrm zsh/vendor-completions/_vrm vendor_completions.d/vrm.fish; do
        dpkg -L vrm-tools | grep -q "/$file\$" || fail "vrm-tools has no $file"
    done
    if vrm render avatar.vrm -o picture.png 2>said; then fail "drawing without a driver"; fi
    grep -q 'libEGL' said || fail "no word about the driver: $(cat said)"
}

# pip install . and five lines, with nothing but the library: without a compiler, without numpy.
by_pip() {
    install ./libvrm0_*.deb python3-venv python3-setuptools python3-wheel
    python3 -m venv --system-site-packages by-pip
    (cd python && ../by-pip/bin/pip install -q --no-index --no-build-isolation .) >>log 2>&1 || fail "pip install ."
    by-pip/bin/python -c '
import libvrm
sim = libvrm.Sim()
hero = sim.add(libvrm.Rig(libvrm.load("avatar.vrm")))
hero.set_hips((0, 0.5, 0))
sim.step(1 / 60)
print(f"by pip: the hips are at {hero.worlds[hero.rig.bone(libvrm.Bone.HIPS), 1, 3]:.2f} m")'
    by-pip/bin/python -c 'import libvrm; libvrm.Renderer(libvrm.RenderBackend.NULL)' 2>said && fail "a renderer without its library"
    grep -q 'libvrm_render.so.0 was not found .*libvrm-render0' said || fail "$(cat said)"
    rm -rf by-pip python said
}

by_python_package() {
    install ./libvrm0_*.deb ./libvrm-render0_*.deb ./libvrm-vmc0_*.deb ./python3-libvrm_*.deb
    python3 -m libvrm validate avatar.vrm
    python3 -c '
import libvrm
rig = libvrm.Rig(libvrm.load("avatar.vrm"))
sim = libvrm.Sim()
avatar = sim.add(rig)
sim.step(1 / 60)
print("python:", len(avatar.worlds), "nodes", libvrm.Renderer(libvrm.RenderBackend.NULL).name)'
}

by_compiler() {
    install ./libvrm-dev_*.deb ./libvrm-render-dev_*.deb ./libvrm-vmc-dev_*.deb ./libvrm-gpu-dev_*.deb ./libvrm-gpu0_*.deb gcc libc6-dev pkg-config
    # shellcheck disable=SC2046
    gcc 03_play.c -o play $(pkg-config --cflags --libs vrm)
    ./play avatar.vrm | tail -n 1
    for file in docs/guide/hello.md examples/03_play.c README.md; do
        dpkg -L libvrm-dev | grep -qE "/doc/libvrm-dev/(docs/)?${file#docs/}(.gz)?\$" || fail "libvrm-dev has no $file"
    done
    for part in vrm_render vrm_vmc vrm_gpu; do
        echo 'int main(void) { return 0; }' >empty.c
        # shellcheck disable=SC2046
        gcc empty.c -o empty -Wl,--no-as-needed $(pkg-config --cflags --libs $part) || fail "$part does not link"
        ./empty
    done
    python3 -c 'import libvrm; print("python:", len(libvrm.gpu.devices()), "OpenCL devices")'
}

removal() {
    apt-get purge -y vrm-tools 'libvrm*' python3-libvrm >>log 2>&1 || fail "purging"
    left=$(find / -xdev \( -path "$PWD" -o -path /proc -o -path /sys -o -path /var/cache/apt -o -path /var/lib/apt \) -prune -o -name '*vrm*' -print)
    [ -z "$left" ] || fail "left behind: $left"
    echo "removed without a trace"
}

apt-get -q update >log 2>&1
for step in command_line by_pip by_python_package by_compiler removal; do
    echo "-- $step"
    $step
done
