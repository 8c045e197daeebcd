# Every target does all its own set-up: `make run` and `make test` work in a fresh clone.
# Stamps under .venv/stamps remember what was done, so a second call starts at once.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PYTHON_BUILD := build/python
NATIVE := $(PYTHON_BUILD)/installed
CXX_FLAGS_CHECK := -std=c++20 -fsyntax-only -x c++ -

PYTHON_CANDIDATES := python3 python3.11 python3.12 python3.13 python3.14 python
NATIVE_SOURCES := $(shell find native -name '*.cpp' -o -name '*.hpp')
FUZZ_SOURCES := $(shell find fuzz tests/fuzz -name '*.cpp' -o -name '*.hpp')
# The tests wait a good part of their time: four at once leave two cores less idle.
PYTEST_WORKERS ?= 4

# Environments and build trees hold absolute paths: those of a moved folder are made anew.
ifneq ($(wildcard $(STAMPS)/venv),)
ifneq ($(shell $(BIN)/python -c 'print(open("$(STAMPS)/venv").read())' 2>/dev/null),$(CURDIR))
$(shell rm -rf $(VENV) build)
endif
endif

# `make CXX=clang++` chooses a compiler; otherwise the first of these that exists.
ifeq ($(origin CXX),default)
CXX := $(firstword $(foreach name,c++ g++ clang++,$(if $(shell command -v $(name)),$(name))))
endif
export CXX

# Where no bytecode may be kept, every test process would compile all tests anew.
unexport PYTHONDONTWRITEBYTECODE

# $(call say,what happens) prints one line; $(call fail,sentence) prints it and ends the recipe.
say = @printf '%s\n' '· $(1)'
fail = { printf 'fivefold: %s\n' "$(1)" >&2; exit 1; }

# $(call pip,purpose,arguments): quiet when it works, one sentence and pip's last error when not.
define pip
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input $(2) \
	> $(VENV)/pip.log 2>&1 || { \
	reason="$$(grep -E '^ *(ERROR|error)' $(VENV)/pip.log | tail -n 1 | cut -c1-300 || true)"; \
	$(call fail,$(1) could not be installed: check the network connection and run make again; \
	pip said: $${reason:-nothing} (all of it is in $(VENV)/pip.log).) ; }
endef

.PHONY: help install run test test-native pbrain browser strace check test-long test-sanitizers fuzz fuzz-tools sbom bench format stubs lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(NATIVE) ## .venv with the locked dependencies and the native core
	@:

run: install ## install, then the web application, in a browser if there is one
	@$(BIN)/fivefold serve --open

bench: install ## install, then the signature and speed of every native game
	@$(BIN)/fivefold bench

test: install $(STAMPS)/test check test-native pbrain browser strace ## everything a change has to pass
	$(call say,pytest)
	@$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist worksteal

test-native: $(NATIVE) ## the C++ tests; every other native program compiles
	$(call say,native tests)
	@$(BIN)/cmake --build $(PYTHON_BUILD) --target fivefold_tests fivefold_programs \
		> build/native-tests.log 2>&1 \
		|| { cat build/native-tests.log; exit 1; }
	@$(PYTHON_BUILD)/fivefold_tests

# One folder that a tournament can take: the program, what it has learned, who may use it how.
PBRAIN := dist/pbrain-fivefold64
pbrain: $(NATIVE) ## the Gomocup engine, in dist/pbrain-fivefold64
	$(call say,$(PBRAIN))
	@$(BIN)/cmake --build $(PYTHON_BUILD) --target pbrain-fivefold64 > build/pbrain.log 2>&1 \
		|| { cat build/pbrain.log; exit 1; }
	@mkdir -p $(PBRAIN) && cp $(PYTHON_BUILD)/pbrain-fivefold64 LICENSE native/pbrain/README.md \
		$(wildcard src/fivefold/data/gomoku/weights.bin) $(PBRAIN)

# The browser tests drive the system's Chromium; FIVEFOLD_CHROMIUM names another one. The one
# without windows takes half the time of the other, so it is worth one try where that is there.
browser: ## Chromium, installed when this is Debian or Ubuntu and you are root
	@light() { command -v "$${FIVEFOLD_CHROMIUM:-chromium-headless-shell}" > /dev/null; }; \
	found() { light && return; [ -z "$${FIVEFOLD_CHROMIUM:-}" ] || return 1; \
		for name in chromium chromium-browser google-chrome; do \
			command -v "$$name" > /dev/null && return; done; return 1; }; \
	fetch() { DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$$1"; }; \
	if [ -z "$${FIVEFOLD_CHROMIUM:-}" ] && ! light && { [ ! -e build/chromium.log ] || ! found; } \
		&& [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		printf '%s\n' '· chromium'; mkdir -p build; \
		{ apt-get update && { fetch chromium-headless-shell || found || fetch chromium; }; } \
			> build/chromium.log 2>&1 || true; \
	fi; \
	found || $(call fail,no Chromium was found for the browser tests: install it \
	(Debian and Ubuntu: apt-get install chromium) or name it with make test FIVEFOLD_CHROMIUM=/path.)

# What is on the disk before it is told is seen in the order of the server's system calls.
strace: ## strace, installed when this is Debian or Ubuntu and you are root
	@command -v strace > /dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get > /dev/null || { \
		printf '%s\n' '· strace'; mkdir -p build; \
		{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes \
			--no-install-recommends strace; } > build/strace.log 2>&1 || true; }
	@command -v strace > /dev/null || $(call fail,no strace was found for the test of what is on \
	the disk before it is told: install it (Debian and Ubuntu: apt-get install strace).)

check: install $(STAMPS)/test ## ruff, mypy and clang-format; changes nothing
	$(call say,ruff)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || $(call fail,some Python files are not formatted: run make format.)
	$(call say,clang-format)
	@$(BIN)/clang-format --dry-run -Werror $(NATIVE_SOURCES) $(FUZZ_SOURCES)
	$(call say,mypy)
	@$(BIN)/mypy --no-error-summary

# Whose figures need a core for each, and whose figures need a machine that does nothing else.
TIMED_TESTS := tests/strategies/test_contract.py
LOAD_TESTS := tests/promises/test_l1_load.py tests/promises/test_d1_kills.py
test-long: install $(STAMPS)/test browser strace fuzz-tools ## sanitizer builds and the tests that take minutes
	@mkdir -p build; for preset in asan tsan; do \
		printf '%s\n' "· native tests under $$preset"; \
		$(BIN)/cmake --preset $$preset > build/$$preset.log 2>&1 \
			&& $(BIN)/cmake --build --preset $$preset >> build/$$preset.log 2>&1 \
			|| { cat build/$$preset.log; exit 1; }; \
		build/$$preset/fivefold_tests; \
	done
	$(call say,pytest -m long)
	@$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist worksteal -m long \
		$(addprefix --ignore=,$(TIMED_TESTS) $(LOAD_TESTS))
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m long $(TIMED_TESTS)
	@$(BIN)/python -m pytest -q -m long $(LOAD_TESTS)

test-sanitizers: install ## every build of the native core: same searches, sanitizers and valgrind clean
	@$(BIN)/python bench/repeatability.py

# Clang with libFuzzer for the native targets, Atheris for the Python ones.
fuzz-tools: install $(STAMPS)/fuzz ## what the fuzzers need; Clang is installed where make browser installs
	@mkdir -p build; works() { clang++ -x c++ -fsanitize=fuzzer,address -o build/clang-works - 2> /dev/null \
		<<< 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }'; }; \
	fetch() { DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$$@"; }; \
	if ! works && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		printf '%s\n' '· clang'; \
		{ apt-get update && fetch clang \
			&& fetch "libclang-rt-$$(clang++ -dumpversion | cut -d. -f1)-dev"; } > build/clang.log 2>&1 || true; \
	fi; \
	works || $(call fail,no Clang with libFuzzer was found: install it \
	(Debian and Ubuntu: apt-get install clang and libclang-rt-dev of the same version).)

fuzz: fuzz-tools ## every parser under a fuzzer until each has had its millions of inputs; Ctrl-C saves
	@$(BIN)/python fuzz/run.py --jobs $$(nproc)

sbom: install ## what is in it: every package with version, hashes and licence, in dist/fivefold.cdx.json
	@mkdir -p dist && $(BIN)/python packaging/sbom.py > dist/fivefold.cdx.json

format: install $(STAMPS)/test ## lay out Python and C++ sources
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i $(NATIVE_SOURCES) $(FUZZ_SOURCES)

stubs: install ## write src/fivefold/_native.pyi after a change of the bindings
	@$(BIN)/python -m nanobind.stubgen --quiet -m fivefold._native -o src/fivefold/_native.pyi

# Names, versions and hashes only: no index, host or folder may reach a committed file.
lock: $(STAMPS)/venv ## choose the newest versions and write requirements/*.txt
	$(call pip,uv,--upgrade uv)
	@for purpose in run build test fuzz; do \
		printf '%s\n' "· requirements/$$purpose.txt"; \
		$(BIN)/uv --no-config --quiet pip compile --upgrade --universal --python-version 3.11 \
			--generate-hashes --no-emit-index-url --no-emit-find-links \
			--custom-compile-command 'make lock' \
			requirements/$$purpose.in --output-file requirements/$$purpose.txt; \
	done
	@! grep -nE '://|^ *(-i|-f|--index|--extra-index|--find-links)' requirements/*.txt

clean: ## remove everything that was built or installed
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -f src/fivefold/_native*.so src/fivefold/_native*.pyd
	@find src tests fuzz -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@for candidate in $${PYTHON:-$(PYTHON_CANDIDATES)}; do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			python="$$candidate"; break; \
		fi; \
	done; \
	[ -n "$${python:-}" ] || $(call fail,Python 3.11 or newer was not found$${PYTHON:+ as $$PYTHON}: \
	install it or name it with make PYTHON=/path/to/python3.11.); \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || $(call fail,this Python has no venv module: \
	install it (Debian and Ubuntu: apt-get install python3-venv).); \
	"$$python" -c 'import pathlib, sys, sysconfig; \
		sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' \
	|| $(call fail,the Python headers are missing: \
	install them (Debian and Ubuntu: apt-get install python3-dev).); \
	printf '%s\n' "· $(VENV) with $$("$$python" --version)"; \
	rm -rf $(VENV); \
	"$$python" -m venv $(VENV)
	@mkdir -p $(STAMPS) && printf '%s' '$(CURDIR)' > $@

$(STAMPS)/compiler: | $(STAMPS)/venv
	@[ -n "$(CXX)" ] && command -v $(firstword $(CXX)) > /dev/null \
		|| $(call fail,no C++ compiler was found$(if $(CXX), as $(CXX)): install one \
	(Debian and Ubuntu: apt-get install g++) or name it with make CXX=/path/to/compiler.)
	@printf '#include <bit>\n#include <span>\nint main() { return std::popcount(0u); }\n' \
		| $(CXX) $(CXX_FLAGS_CHECK) 2>/dev/null \
		|| $(call fail,the compiler $(CXX) does not know C++20: \
	install GCC 11 or Clang 14 or newer or name one with make CXX=/path/to/compiler.)
	@touch $@

$(STAMPS)/run: requirements/run.txt requirements/build.txt | $(STAMPS)/compiler
	$(call say,locked dependencies)
	$(call pip,the locked dependencies,--require-hashes -r requirements/run.txt -r requirements/build.txt)
	@touch $@

$(STAMPS)/test: requirements/test.txt | $(NATIVE)
	$(call say,test dependencies)
	$(call pip,the test dependencies,--require-hashes -r requirements/test.txt)
	@touch $@

$(STAMPS)/fuzz: requirements/fuzz.txt | $(NATIVE)
	$(call say,fuzzers)
	$(call pip,the fuzzers,--require-hashes -r requirements/fuzz.txt)
	@touch $@

$(NATIVE): $(STAMPS)/run pyproject.toml CMakeLists.txt $(NATIVE_SOURCES)
	$(call say,native core)
	@mkdir -p build
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-input --no-index --no-build-isolation --no-deps --editable . > build/install.log 2>&1 \
		|| { cat build/install.log >&2; \
		$(call fail,the native core did not build; the compiler output is above and in build/install.log.) ; }
	@touch $@
