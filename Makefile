# Two commands for people: `make demo` and `make check`. Everything here is a preset of
# CMakePresets.json or a script of tools/. Targets that build install nothing: they name the packages
# that are missing and the command that installs them. Targets that show or test install them.

JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
# Tests in a browser wait for it a third of their time. With more at once, browsers without a graphics
# card miss their time limits.
TEST_JOBS ?= $(shell echo $$(($(JOBS) + ($(JOBS) + 1) / 2)))
PREFIX  ?= /usr/local
SECONDS ?= 60
HOURS   ?= 8
RUNS    ?= 20000
BATCH_FILES ?= 10000
MINUTES ?= 60
QUICK   ?= ^(unit|cli|golden|checks|docs)\.
SPRINGS ?= test_spring_vectors test_spring_twin test_spring_plain test_random_rigs golden_springs test_golden test_random
PYTHON  ?= $(firstword $(wildcard /usr/bin/python3) python3)
export JOBS

.PHONY: all web view demo quick springs check check-viewer judge bench fuzz fuzz-long fuzz-gpu mutants hostile soak analyze coverage tests-of tests-data requirements format bindings wheel amalgamation dist deb check-packages check-batch site windows check-windows \
        install clean help

all:
	@tools/deps.sh build --need
	@tools/build_preset release

web:
	@tools/deps.sh build,web --need
	@tools/build_preset web
	@tools/build_preset release vrm_scene
	@tools/package/web_folder build/web
	@ls -l build/web/libvrm/wasm

view: web
	@tools/build_preset release
	@echo 'build/vrm view shows the viewer, which is inside the program now'

demo:
	@tools/deps.sh demo
	@$(MAKE) -s web DEPS=no
	@tools/build_preset release
	@tools/demo.sh

quick:
	@tools/deps.sh quick --need
	@tools/build_preset dev
	@ctest --test-dir build-dev --output-on-failure -j $(JOBS) -R '$(QUICK)' -LE slow

springs:
	@tools/deps.sh springs --need
	@tools/build_preset dev $(SPRINGS)
	@ctest --test-dir build-dev --output-on-failure -j $(JOBS) -FA '.*' -L springs

check:
	@tools/deps.sh check
	@tools/build_preset dev
	@rm -f build-dev/results.xml; status=0; \
	ctest --test-dir build-dev --output-on-failure -j $(TEST_JOBS) --output-junit results.xml \
	    --test-output-size-passed 1000000 || \
	$(PYTHON) tools/check/alone build-dev build-dev/results.xml || status=1; \
	$(PYTHON) tools/check/skipped build-dev/results.xml || status=1; exit $$status

check-viewer:
	@tools/deps.sh check
	@tools/build_preset dev
	@VRM_VIEWER_ALL=1 ctest --test-dir build-dev --output-on-failure --timeout 1800 -R 'build.web|web.viewer'

judge:
	@tools/deps.sh check
	@tools/build_preset dev
	@ctest --test-dir build-dev --verbose -L judge

bench:
	@tools/deps.sh bench
	@tools/measure/bench

bench-%:
	@tools/deps.sh bench
	@tools/measure/bench $*

mutants:
	@tools/deps.sh check
	@tools/check/mutants $(MUTANTS)

hostile:
	@tools/deps.sh check
	@tools/build_preset dev vrm_command vrm_scene fault_shim
	@$(PYTHON) tests/hostile/growth.py build-dev/vrm --long $(KINDS)
	@$(PYTHON) tests/hostile/faults.py build-dev/vrm build-dev/vrm_scene build-dev/tests/hostile/libfault_shim.so --long
	@test -z "$(FOLDER)" || $(PYTHON) tests/hostile/folder.py build-dev/vrm "$(FOLDER)"

soak:
	@tools/deps.sh check
	@tools/build_preset release
	@cmake --build build --target vrm_scene >/dev/null
	@$(PYTHON) tests/load/live_load.py build/vrm build/vrm_scene $(MINUTES)
	@$(PYTHON) tests/load/source_load.py build/gstreamer-1.0 build/vrm_scene 10

fuzz:
	@tools/deps.sh fuzz
	@tools/check/fuzz $(SECONDS)

fuzz-long:
	@tools/deps.sh fuzz
	@tools/check/fuzz_long $(HOURS)

fuzz-gpu:
	@tools/deps.sh check
	@tools/build_preset dev fuzz_gpu
	@tools/check/fuzz_gpu $(RUNS)

analyze:
	@tools/deps.sh check
	@tools/deps.sh analyze
	@tools/build_preset dev vrm_command
	@tools/check/analyze $(ANALYZE)

coverage:
	@tools/deps.sh coverage
	@tools/check/coverage

# make tests-of src/base/alloc.c:40: the places are goals for make, which must not look for rules.
ifeq ($(firstword $(MAKECMDGOALS)),tests-of)
.DEFAULT:
	@:
endif
tests-of:
	@tools/deps.sh coverage --need
	@$(PYTHON) tools/check/tests_of $(filter-out tests-of,$(MAKECMDGOALS))

tests-data:
	@tools/deps.sh coverage
	@$(PYTHON) tools/check/tests_of --build

requirements:
	@tools/check/requirements

format:
	@tools/deps.sh format --need
	@tools/format

bindings:
	@tools/deps.sh wheel --need
	@$(PYTHON) tools/generate/write_bindings

wheel: all
	@tools/deps.sh wheel --need
	@$(PYTHON) tools/package/wheel build build/wheel

amalgamation:
	@tools/deps.sh amalgamation --need
	@$(PYTHON) tools/package/amalgamate build/amalgamation

dist:
	@tools/deps.sh dist --need
	@tools/package/dist build/dist

deb:
	@tools/deps.sh build,web,deb --need
	@$(MAKE) --no-print-directory web
	@tools/package/deb build/deb

windows:
	@tools/deps.sh windows --need
	@tools/build_preset windows vrm_command
	@$(PYTHON) tools/package/windows_package build/windows build-windows

check-windows:
	@tools/deps.sh check
	@tools/deps.sh windows
	@tools/deps.sh check-windows
	@tools/wine_root
	@tools/build_preset windows
	@tools/build_preset dev
	@VRM_WINDOWS=all xvfb-run -a ctest --test-dir build-dev --output-on-failure -L windows -j $(JOBS)

site:
	@tools/deps.sh site --need
	@$(PYTHON) tools/generate/site build/site

check-batch:
	@tools/deps.sh check
	@tools/deps.sh check-batch
	@tools/build_preset release
	@cmake --build build --target vrm_scene >/dev/null
	@tests/batch/measure.sh build/vrm build/vrm_scene $(BATCH_FILES) "--size 128x128"

check-packages:
	@tools/deps.sh check
	@tools/deps.sh deb
	@tools/deps.sh check-packages
	@tools/check/packages

install: all
	cmake --install build --prefix "$(PREFIX)"
	@tools/package/after_install "$(PREFIX)"

clean:
	rm -rf build build-* demo node_modules

help:
	@echo 'make            build/vrm, build/libvrm.a, build/libvrm.so'
	@echo 'make web        build/web/: the viewer, a page for any web server; in it libvrm/, the npm package'
	@echo 'make view       the same, and then build/vrm with the viewer inside'
	@echo 'make demo       validates, runs and shows the bundled avatar; results in demo/'
	@echo 'make quick      what a small change needs: unit tests, the command, the documents'
	@echo 'make springs    do all implementations of the springs agree? (docs/reference/change-springs.md)'
	@echo 'make check      every test; ends with the summary of ctest and what was skipped, with who runs it'
	@echo 'make check-viewer   the viewer in chromium with every corpus avatar, panel and theme: takes long'
	@echo 'make judge      what programs of others say of our work, with all figures'
	@echo 'make bench      all benchmarks beside their peers; make bench-GROUP for one of bench/'
	@echo 'make mutants    changes the springs in 41 wrong ways: does a test fail for each?'
	@echo 'make hostile    every command on files that grow a hundredfold (KINDS="bvh skins" for some), with failing calls, and on the files of FOLDER; takes long'
	@echo 'make soak       vrm live with everything at once, for MINUTES=60, then vrmsrc for 10: does anything grow, do the clocks agree?'
	@echo 'make fuzz       libFuzzer on every target, SECONDS=60 each'
	@echo 'make fuzz-long  the same in rounds, HOURS=8 or 0.1, going on from earlier runs; figures in build-fuzz/figures.tsv'
	@echo 'make analyze    clang-tidy, cppcheck and gcc -fanalyzer: takes minutes; ANALYZE="--tool gcc src/json/" for a part'
	@echo 'make fuzz-gpu   the avatars of fuzz_runtime on OpenCL devices: bits, and accesses outside of buffers; RUNS=20000'
	@echo 'make coverage   lines and branches of src/, render/, vmc/ and cli/ that the tests run'
	@echo 'make tests-of FILE:LINE   which tests run a line of them, from the counters of make tests-data'
	@echo 'make tests-data   makes these counters: the tests of make coverage, one by one; takes as long'
	@echo 'make requirements   which test covers which line of docs/reference/requirements.md'
	@echo 'make format     clang-format 14 over C files, prettier over JavaScript'
	@echo 'make bindings   writes what bindings/ has for other languages besides what people wrote'
	@echo 'make wheel      build/wheel/: the Python package with the shared libraries inside'
	@echo 'make amalgamation   build/amalgamation/: the library as vrm.c and vrm.h'
	@echo 'make dist       build/dist/: the source as a tarball'
	@echo 'make deb        build/deb/: Debian packages, checked by lintian'
	@echo 'make check-packages   builds all of these, twice, and uses them in a clean root: takes long'
	@echo 'make site       build/site/: documents and reference as pages with search'
	@echo 'make check-batch   10 000 avatars through examples/batch, by GNU parallel and by Slurm, with figures: takes long'
	@echo 'make windows    build/windows/: vrm.exe and libvrm.dll for 64-bit Windows, as a zip'
	@echo 'make check-windows   runs them under Wine: command line, examples, hashes, fuzz replays; takes long'
	@echo 'make install    PREFIX=/usr/local, DESTDIR= as usual'
