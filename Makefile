# Each target installs what it needs: `make run` and `make test` work in a fresh clone.
# Stamps in .venv/stamps record finished steps, so the next call starts at once. Installers are in scripts/.

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

PYTHON_CANDIDATES := python3 python3.11 python3.12 python3.13 python3.14 python
NATIVE_SOURCES := $(shell find native -name '*.cpp' -o -name '*.hpp')
FUZZ_SOURCES := $(shell find fuzz tests/fuzz -name '*.cpp' -o -name '*.hpp')
# Tests spend part of their time waiting: four workers keep two cores busy.
PYTEST_WORKERS ?= 4

# Environments and build trees hold absolute paths: after the folder moved, they are created again.
ifneq ($(wildcard $(STAMPS)/venv),)
ifneq ($(shell $(BIN)/python -c 'print(open("$(STAMPS)/venv").read())' 2>/dev/null),$(CURDIR))
$(shell rm -rf $(VENV) build)
endif
endif

# `make CXX=clang++` chooses a compiler; default: the first of these that exists.
ifeq ($(origin CXX),default)
CXX := $(firstword $(foreach name,c++ g++ clang++,$(if $(shell command -v $(name)),$(name))))
endif
export CXX

# Without bytecode files every test process would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

# $(call say,step) prints one line; $(call fail,sentence) prints it and ends the recipe.
say = @printf '%s\n' '· $(1)'
fail = { printf 'fivefold: %s\n' "$(1)" >&2; exit 1; }

.PHONY: help install run quick test test-native pbrain browser strace check docs coverage test-long test-sanitizers fuzz fuzz-tools sbom bench format stubs lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(NATIVE) ## .venv with the locked dependencies and the native core
	@:

run: install ## install, then the web application, in a browser if there is one
	@$(BIN)/fivefold serve --open

bench: install ## install, then the signature and speed of every native game
	@$(BIN)/fivefold bench

# Folders that hold only system tests are not even collected.
SYSTEM_TESTS := $(addprefix --ignore=tests/,web promises examples packaging server/app)
quick: install $(STAMPS)/test check ## unit tests without browser, database server or processes, and the checks
	@scripts/js-test
	$(call say,pytest)
	@$(BIN)/python -m pytest -q -n 3 --dist worksteal -m 'not long and not system and not slow' $(SYSTEM_TESTS)

# Independent steps run side by side; those that share a folder or a lock follow each other.
test: ## everything a change has to pass
	@$(MAKE) -j2 install $(STAMPS)/test
	@$(MAKE) -j2 native-programs system-packages check
	@scripts/js-test
	$(call say,pytest)
	@$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist worksteal

.PHONY: native-programs system-packages
native-programs:
	@$(MAKE) test-native
	@$(MAKE) pbrain

system-packages:
	@$(MAKE) browser
	@$(MAKE) strace

docs: install $(STAMPS)/test ## run every example in README and docs
	@$(BIN)/python -m pytest -q tests/test_documents.py

coverage: install $(STAMPS)/test browser strace ## `make test` with the share of lines covered, by package
	@$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist worksteal --cov --cov-report=term:skip-covered

test-native: $(NATIVE) ## the C++ tests; every other native program compiles
	$(call say,native tests)
	@$(BIN)/cmake --build $(PYTHON_BUILD) --target fivefold_tests fivefold_programs \
		> build/native-tests.log 2>&1 \
		|| { cat build/native-tests.log; exit 1; }
	@$(PYTHON_BUILD)/fivefold_tests

# A folder ready for a tournament: the program, its weights, licence and instructions.
PBRAIN := dist/pbrain-fivefold64
pbrain: $(NATIVE) ## the Gomocup engine, in dist/pbrain-fivefold64
	$(call say,$(PBRAIN))
	@$(BIN)/cmake --build $(PYTHON_BUILD) --target pbrain-fivefold64 > build/pbrain.log 2>&1 \
		|| { cat build/pbrain.log; exit 1; }
	@mkdir -p $(PBRAIN) && cp $(PYTHON_BUILD)/pbrain-fivefold64 LICENSE native/pbrain/README.md \
		$(wildcard src/fivefold/data/gomoku/weights.bin) $(PBRAIN)

browser: ## Chromium for the browser tests; installed on Debian and Ubuntu when you are root
	@scripts/install-browser

strace: ## strace for the durability tests; installed like the browser
	@scripts/install-strace

check: install $(STAMPS)/test ## ruff, clang-format, mypy, eslint and tsc; changes nothing
	$(call say,ruff)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || $(call fail,some Python files are not formatted: run make format.)
	$(call say,clang-format)
	@$(BIN)/clang-format --dry-run -Werror $(NATIVE_SOURCES) $(FUZZ_SOURCES)
	$(call say,mypy)
	@$(BIN)/mypy --no-error-summary
	$(call say,eslint and tsc)
	@scripts/js-check

# TIMED_TESTS need a core each; LOAD_TESTS need the machine for themselves.
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

test-sanitizers: install ## every build of the native core: same signatures, sanitizers and valgrind clean
	@$(BIN)/python bench/repeatability.py

fuzz-tools: install $(STAMPS)/fuzz ## Clang with libFuzzer and Atheris; Clang is installed like the browser
	@scripts/install-clang

fuzz: fuzz-tools ## fuzz every parser until each reaches its goal; Ctrl-C saves
	@$(BIN)/python fuzz/run.py --jobs $$(nproc)

sbom: install ## bill of materials (CycloneDX) in dist/fivefold.cdx.json
	@mkdir -p dist && $(BIN)/python packaging/sbom.py > dist/fivefold.cdx.json

format: install $(STAMPS)/test ## format Python and C++ sources
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i $(NATIVE_SOURCES) $(FUZZ_SOURCES)

stubs: install ## regenerate src/fivefold/_native.pyi
	@$(BIN)/python -m nanobind.stubgen --quiet -m fivefold._native -o src/fivefold/_native.pyi

# The files hold names, versions and hashes; no index, host or folder may be committed.
lock: $(STAMPS)/venv ## upgrade requirements/*.txt to the newest versions
	@scripts/pip-install uv --upgrade uv
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
	@scripts/create-venv $(VENV) $${PYTHON:-$(PYTHON_CANDIDATES)}
	@mkdir -p $(STAMPS) && printf '%s' '$(CURDIR)' > $@

$(STAMPS)/compiler: | $(STAMPS)/venv
	@scripts/check-compiler "$(CXX)"
	@touch $@

$(STAMPS)/run: requirements/run.txt requirements/build.txt | $(STAMPS)/compiler
	$(call say,locked dependencies)
	@scripts/pip-install "the locked dependencies" --require-hashes \
		-r requirements/run.txt -r requirements/build.txt
	@touch $@

$(STAMPS)/test: requirements/test.txt | $(STAMPS)/run
	$(call say,test dependencies)
	@scripts/pip-install "the test dependencies" --require-hashes -r requirements/test.txt
	@touch $@

$(STAMPS)/fuzz: requirements/fuzz.txt | $(NATIVE)
	$(call say,fuzzers)
	@scripts/pip-install "the fuzzers" --require-hashes -r requirements/fuzz.txt
	@touch $@

# The version is read from src/fivefold/__init__.py.
$(NATIVE): $(STAMPS)/run pyproject.toml CMakeLists.txt src/fivefold/__init__.py $(NATIVE_SOURCES)
	$(call say,native core)
	@mkdir -p build
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-input --no-index --no-build-isolation --no-deps --editable . > build/install.log 2>&1 \
		|| { cat build/install.log >&2; \
		$(call fail,the native core did not build; the compiler output is above and in build/install.log.) ; }
	@touch $@
