# The commands that a person or a build machine types. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= $(or $(shell command -v swift),/opt/swift/usr/bin/swift)
# Tests and benchmarks compile with the clang that comes with Swift, wherever that is.
export PATH := $(dir $(shell readlink -f "$$(command -v "$(SWIFT)")" 2>/dev/null)):$(PATH)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: help deps valgrind build test quality outside rtcheck asan tsan fuzz midi-vm verify host tool lib check-lib install uninstall \
    onehash fuzz-files plugin-binary plugins check-plugins check-hosting demo bench bench-build bench-units bench-peers counts thresholds format lint \
    clean

# [by hand]: takes long, or changes files.
help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /\1 /p' $(MAKEFILE_LIST) \
	    | while read -r name text; do printf '%-15s%s\n' "$$name" "$$text"; done

# --- The system's packages ---------------------------------------------------------------------------------

# What Swift's own tools are linked with; libraries and their headers; the compilers that tests build C programs and
# plugins with; speech and plugins.
PACKAGES := libcurl4 libncurses6 libsqlite3-0 ca-certificates git pkg-config \
    liblilv-dev lv2-dev libasound2-dev libsndfile1-dev libebur128-dev libavformat-dev libavcodec-dev libmysofa1 \
    binutils gcc g++ libc6-dev \
    alsa-utils pulseaudio libasound2-plugins mda-lv2 lv2-examples lilv-utils

deps: ## [by hand] Install the Debian packages that are missing (with sudo unless root)
	@$(call install,$(PACKAGES))
	@command -v "$(SWIFT)" >/dev/null || { echo "make: no Swift; put it on PATH or say make SWIFT=…" >&2; exit 1; }

# Callgrind counts calls and instructions.
valgrind: deps
	@$(call install,valgrind)

# Those of the packages that are missing, with sudo unless root.
define install
missing=$$(for package in $(1); do \
    dpkg-query -W -f='$${db:Status-Abbrev}' $$package 2>/dev/null | grep -q '^ii' || echo $$package; done); \
if [ -n "$$missing" ]; then \
    $(SUDO) apt-get update -q; \
    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
fi
endef

# Swift compiles a module as a whole in a third less time than file by file, and lines for a debugger are for people. A person
# compiles a few files anew, a build machine all.
DEBUG := $(if $(CI),-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gnone)

# --- Building and testing ----------------------------------------------------------------------------------

build: deps ## Build everything, for debugging
	$(SWIFT) build $(DEBUG) --build-tests

test: build ## Build and run every test
	$(SWIFT) test --skip-build

quality: build ## [by hand] Write Plugins/QUALITY.md, what the tests measure of the units' sound
	rm -f build/figures.tsv; mkdir -p build
	AVF_FIGURES="$(CURDIR)/build/figures.tsv" $(SWIFT) test --skip-build \
	    --filter 'UnitsTests|OscillatorTests|LimiterPeakTests'
	Tests/quality.sh build/figures.tsv > Plugins/QUALITY.md

outside: deps ## Install, and compile and run every block of code in the README as a stranger would
	Tests/Outside/outside.sh "$(SWIFT)"

# The sanitizer changes how C is compiled and what programs are linked with; Swift's objects stay what they were.
rtcheck: deps ## Render under RealtimeSanitizer; a unit that allocates must be caught
	AVF_RTSAN=1 $(SWIFT) build $(DEBUG) --product avf-rtcheck
	AVF_RTSAN=1 $(SWIFT) build $(DEBUG) --product avf-plugin-host
	.build/debug/avf-rtcheck
	@if .build/debug/avf-rtcheck bad >/dev/null 2>&1; then \
	    echo "rtcheck: a unit that allocates went unnoticed" >&2; exit 1; \
	else echo "rtcheck: a unit that allocates is caught"; fi

# What becomes of plugins' processes that end by a signal or a limit is left out of both: a sanitizer keeps such ends to
# itself.
PROCESSES_THAT_END := ends its process|grows without end|is cleaned up is named|in a process of its own costs

# The leak check is off because it reports the test runner's own; signals are left to what tests expect of programs
# that crash.
asan: deps ## [by hand] Run the tests under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0:handle_segv=0 $(SWIFT) test --sanitize=address --scratch-path .build-asan \
	    --skip '$(PROCESSES_THAT_END)'

# Programs of their own, and libraries that a program without the sanitizer loads, are left out too.
tsan: deps ## [by hand] Run the tests of the library under ThreadSanitizer
	$(SWIFT) test --sanitize=thread --scratch-path .build-tsan \
	    --skip 'CommandLineTests|NativePluginTests|PluginWiringTests|$(PROCESSES_THAT_END)'

fuzz: deps ## [by hand] Make a million random calls of engines, nodes, players and taps from several threads
	AVF_FUZZ_CALLS=1000000 $(SWIFT) test --configuration release --scratch-path .build-fuzz --filter FuzzTests

fuzz-files: deps ## [by hand] Read a million sound banks and MIDI files with random damage
	AVF_BANK_MUTATIONS=100000 AVF_MIDI_FUZZ_COUNT=200000 $(SWIFT) test --configuration release \
	    --scratch-path .build-fuzz --filter 'MutationTests|MIDIFileRoundTripTests'

onehash: deps ## [by hand] Render one rich graph in hundreds of ways, which must all give one hash
	AVF_ONE_HASH=long $(SWIFT) test --configuration release --scratch-path .build-fuzz --filter OneHashTests

midi-vm: tool ## [by hand] Prove MIDI ports on a kernel that has ALSA's sequencer, in a virtual machine (needs qemu)
	@$(call install,qemu-system-x86 busybox-static cpio)
	$(SWIFT) build $(STATIC) --product avf-midi-proof
	Tests/MIDIProof/midi-vm.sh $(LIB_SCRATCH)/release/avf-midi-proof $(TOOL_BUILT)

check-hosting: deps ## [by hand] Make and let go of plugins ten thousand times, in this process and in ones of their own
	AVF_TEST_CYCLES=10000 $(SWIFT) test --configuration release --scratch-path .build-fuzz \
	    --filter 'IsolatedLossTests.*behind'

verify: test rtcheck outside asan tsan fuzz onehash check-lib check-plugins counts thresholds lint ## [by hand] Everything that can be checked, which takes a while

# --- The C library -----------------------------------------------------------------------------------------

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
LIBEXECDIR ?= $(PREFIX)/libexec
BINDIR ?= $(PREFIX)/bin
# Programs find a library that lies where the system does not look.
RPATH = $(if $(filter /usr/lib /usr/lib/% /lib /lib/%,$(LIBDIR)),,-Wl,-rpath,$(LIBDIR))
INSTALL ?= install
STRIP ?= strip

# The headers are where the version is said.
version_part = $(shell sed -n 's/^.define $(1) //p' Include/avfaudio/avf_base.h)
ABI = $(call version_part,AVF_ABI_VERSION)
VERSION = $(call version_part,AVF_VERSION_MAJOR).$(call version_part,AVF_VERSION_MINOR).$(call version_part,AVF_VERSION_PATCH)
SONAME = libavfaudio.so.$(ABI)
LIBRARY = $(SONAME).$(call version_part,AVF_VERSION_MINOR).$(call version_part,AVF_VERSION_PATCH)

LIB_SCRATCH := .build-c
LIB_BUILT := $(LIB_SCRATCH)/release/libavfaudio.so
HOST_BUILT := $(LIB_SCRATCH)/release/avf-plugin-host
TOOL_BUILT := $(LIB_SCRATCH)/release/avf
LIB_HEADERS = $(wildcard Include/avfaudio/*.h)

# -static-stdlib puts the Swift runtime inside: --static-swift-stdlib does not do that for a library.
STATIC := --configuration release --scratch-path $(LIB_SCRATCH) -Xswiftc -static-stdlib

host: deps
	$(SWIFT) build $(STATIC) --product avf-plugin-host

tool: deps
	$(SWIFT) build $(STATIC) --product avf

lib: host tool ## Build libavfaudio.so.1, avf-plugin-host and avf with everything of Swift inside
	$(SWIFT) build $(STATIC) --product avfaudio \
	    -Xlinker -soname=$(SONAME) -Xlinker --version-script=$(CURDIR)/Include/avfaudio/avfaudio.map
	ln -sf libavfaudio.so $(LIB_SCRATCH)/release/$(SONAME)

check-lib: lib ## See that the C library needs and exports what it should
	Tests/AVFAudioCTests/check-library.sh $(LIB_BUILT)

install: lib ## [by hand] Install headers, library, plugin host, avfaudio.pc and avf below PREFIX=/usr/local (and DESTDIR=)
	$(INSTALL) -d "$(DESTDIR)$(INCLUDEDIR)/avfaudio" "$(DESTDIR)$(LIBDIR)/pkgconfig"
	$(INSTALL) -m 644 $(LIB_HEADERS) "$(DESTDIR)$(INCLUDEDIR)/avfaudio"
	$(INSTALL) -m 755 $(LIB_BUILT) "$(DESTDIR)$(LIBDIR)/$(LIBRARY)"
	$(STRIP) --strip-unneeded "$(DESTDIR)$(LIBDIR)/$(LIBRARY)"
	$(INSTALL) -d "$(DESTDIR)$(LIBEXECDIR)/avfaudio"
	$(INSTALL) -m 755 $(HOST_BUILT) "$(DESTDIR)$(LIBEXECDIR)/avfaudio/avf-plugin-host"
	$(STRIP) --strip-unneeded "$(DESTDIR)$(LIBEXECDIR)/avfaudio/avf-plugin-host"
	$(INSTALL) -d "$(DESTDIR)$(BINDIR)"
	$(INSTALL) -m 755 $(TOOL_BUILT) "$(DESTDIR)$(BINDIR)/avf"
	$(STRIP) --strip-unneeded "$(DESTDIR)$(BINDIR)/avf"
	ln -sf $(LIBRARY) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/libavfaudio.so"
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' -e 's|@RPATH@|$(RPATH)|' Include/avfaudio/avfaudio.pc.in \
	    > "$(DESTDIR)$(LIBDIR)/pkgconfig/avfaudio.pc"
	@if [ -z "$(DESTDIR)$(RPATH)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

uninstall: ## [by hand] Remove what install has put there
	rm -rf "$(DESTDIR)$(INCLUDEDIR)/avfaudio"
	rm -rf "$(DESTDIR)$(LIBEXECDIR)/avfaudio"
	rm -f "$(DESTDIR)$(BINDIR)/avf"
	rm -f "$(DESTDIR)$(LIBDIR)/$(LIBRARY)" "$(DESTDIR)$(LIBDIR)/$(SONAME)" \
	    "$(DESTDIR)$(LIBDIR)/libavfaudio.so" "$(DESTDIR)$(LIBDIR)/pkgconfig/avfaudio.pc"

# --- The plugins -------------------------------------------------------------------------------------------

PLUGINS := build/lv2/avfaudio.lv2

PLUGIN_BINARY := build/lv2-objects/libavfaudio-lv2.so
PLUGIN_PARTS := $(addprefix Sources/,CDSP CRealtime CSounds DSP Instruments Render SoundBanks Units AVFAudioLV2)

# In Embedded Swift, so that they are small and a host without Swift can load them.
plugin-binary: $(PLUGIN_BINARY) ## Build what plugins of the LV2 bundle run, which no other target compiles in Embedded Swift

$(PLUGIN_BINARY): Plugins/build.sh $(shell find $(PLUGIN_PARTS) -type f) | deps
	Plugins/build.sh "$(dir $(SWIFT))swiftc" build/lv2-objects $@

plugins: plugin-binary ## Build build/lv2/avfaudio.lv2, the native units for any LV2 host
	$(SWIFT) run $(DEBUG) --quiet avf-dev bundle --output build/lv2 --library $(PLUGIN_BINARY)
	$(STRIP) --strip-unneeded $(PLUGINS)/libavfaudio-lv2.so

check-plugins: plugins tool ## See that the plugins need and export what they should, and run in three LV2 hosts
	Tests/GeneratedTests/check-plugins.sh build/lv2 $(TOOL_BUILT)

# --- Sound -------------------------------------------------------------------------------------------------

SPEECH := /usr/share/sounds/alsa/Front_Center.wav
REVERB := http://drobilla.net/plugins/mda/Ambience

demo: tool ## Render speech through the equaliser and a reverb, from the command line and from C
	@mkdir -p build
	$(TOOL_BUILT) render $(SPEECH) build/demo.wav --unit equalizer:band1Gain=6 --unit $(REVERB) \
	    --stats --plot build/demo.svg
	@$(MAKE) --no-print-directory install PREFIX=$(CURDIR)/build/installed
	$(CC) -std=c11 Tests/AVFAudioCTests/Programs/demo.c -o build/demo \
	    $$(PKG_CONFIG_PATH=build/installed/lib/pkgconfig pkg-config --cflags --libs avfaudio)
	build/demo $(SPEECH) build/demo-c.wav $(REVERB)
	@if cmp build/demo.wav build/demo-c.wav; \
	then echo "build/demo.wav and build/demo-c.wav are identical; build/demo.svg shows the change."; \
	else echo "build/demo.wav and build/demo-c.wav differ." >&2; exit 1; fi

# Benchmarks/README.md explains the figures; ONLY="W1 W6" chooses workloads.
BENCH := $(LIB_SCRATCH)/release/bench
PEERS := build/peers

bench-build: deps
	$(SWIFT) build $(STATIC) --package-path Benchmarks --product bench

bench: bench-build host ## Measure the engine beside other products, hand-written C and the machine's limits
	@Benchmarks/Peers/build.sh $(PEERS)
	@Benchmarks/Kernels/build.sh clang $(PEERS)/bin
	@AVF_PLUGIN_HOST="$${AVF_PLUGIN_HOST:-$(CURDIR)/$(HOST_BUILT)}" \
	    AVF_BENCH_PEERS="$(CURDIR)/$(PEERS)" AVF_BENCH_SCRIPTS="$(CURDIR)/Benchmarks/Peers" \
	    $(BENCH) $(ONLY) $(CHECK) --json build/bench.json --html build/bench.html
	@echo "build/bench.html shows it; build/bench.json has every figure."

bench-units: bench-build ## [by hand] Write Benchmarks/UNITS.md, how many times faster than real time each unit is
	@mkdir -p build
	@$(BENCH) unit channels faint > build/units.txt
	@Benchmarks/units.sh build/units.txt Plugins/REFERENCE.md > Benchmarks/UNITS.md

bench-peers: ## [by hand] Install the products that make bench compares with: Debian packages and PyPI wheels
	Benchmarks/Peers/install.sh $(PEERS)

counts: valgrind bench-build ## [by hand] Count what the render side calls and must not: references, memory, locks (needs valgrind)
	Benchmarks/counts.sh $(BENCH)

# WRITE=1 says that the instructions may be what they are now.
thresholds: valgrind bench-build ## Fail if the instructions of a unit or path have changed by more than 3 % (needs valgrind)
	SWIFT="$(SWIFT)" Benchmarks/instructions.sh $(BENCH) Benchmarks/Thresholds/instructions.tsv $(if $(WRITE),--write)

# --- Text --------------------------------------------------------------------------------------------------

SWIFT_TEXT := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
C_TEXT = $(shell git ls-files '*.c' '*.h')

format: ## [by hand] Lay out Swift and C
	$(SWIFT) format --in-place --recursive $(SWIFT_TEXT)
	@if command -v clang-format >/dev/null; then clang-format -i $(C_TEXT); fi

lint: deps ## Complain about layout, missing documentation and forced unwrapping
	$(SWIFT) format lint --strict --recursive $(SWIFT_TEXT)
	@if command -v clang-format >/dev/null; then clang-format --dry-run -Werror $(C_TEXT); fi

clean: ## [by hand] Remove what was built
	rm -rf .build .build-* build
