# make demo   a whole game, played by letters, and its site
# make test   all tests; ARGS="tests/orders -k coast" instead of the usual arguments
# make lint   style, types, import contracts
# make site   the sample games under games/ as pages in site/
# make cases DIR=folder [ONLY=conformance|mail-cases|orders|judge-texts]
#             the tests that run on data, on the data of another folder
# make shapes the maps' outlines again, from their facts; ARGS="standard" for one board
# make venv   only the environment in .venv; the other targets make it themselves
# make pins   renew requirements/*.txt after a change of what is needed

PYTHON ?= python3
ARGS   ?=
SHELL  := /bin/bash
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
HASHED := $(PIP) install --require-hashes
PYTEST := $(BIN)/python -m pytest
USUAL  := -n auto --dist worksteal -q

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help venv demo test lint site cases shapes pins

help:
	@sed -n 's/^# \{0,1\}//p' Makefile

venv: .venv/made-run
	@:

demo: venv
	@$(BIN)/pbem demo $(ARGS)

test: .venv/made-test
	@$(PYTEST) $(or $(ARGS),$(USUAL))

lint: .venv/made-lint
	@status=0; \
	$(BIN)/ruff check --no-cache . || status=1; \
	$(BIN)/mypy || status=1; \
	$(BIN)/lint-imports --no-cache >.venv/contracts.log || status=1; \
	sed -n '/^Contracts$$/,$$p' .venv/contracts.log; \
	exit $$status

site: venv
	@$(BIN)/pbem site build --games games --out site

cases: .venv/made-test
	@test -n "$(DIR)" || { echo 'make cases: say which folder: make cases DIR=../shared' >&2; exit 2; }
	@test -d "$(DIR)" || { echo 'make cases: $(DIR) is no folder' >&2; exit 2; }
	@case "$(ONLY)" in ""|conformance|mail-cases|orders|judge-texts) ;; \
		*) echo 'make cases: ONLY=$(ONLY) is none of conformance, mail-cases, orders, judge-texts' >&2; exit 2;; esac
	@PBEM_CASES="$$(cd "$(DIR)" && pwd)" PBEM_ONLY="$(ONLY)" $(PYTEST) $(USUAL)

shapes: .venv/made-cartography
	@$(BIN)/python -m cartography $(ARGS)

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null \
		|| { echo 'pbem needs Python 3.11 or later: there is no $(PYTHON); name one with make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'pbem needs Python 3.11 or later: $(PYTHON) is older; name one with make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'pbem needs the venv module of Python: on Debian and Ubuntu, apt-get install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv .venv

.venv/made-run: requirements/build.txt requirements/run.txt pyproject.toml | .venv/bin/python
	@$(HASHED) -r requirements/build.txt -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/made-test: requirements/test.txt .venv/made-run
	@$(HASHED) -r requirements/test.txt
	@touch $@

.venv/made-lint: requirements/lint.txt .venv/made-run
	@$(HASHED) -r requirements/lint.txt
	@touch $@

.venv/made-cartography: requirements/cartography.txt .venv/made-run
	@$(HASHED) -r requirements/cartography.txt
	@touch $@

# What is pinned names no index: where packages come from is the machine's affair.
PIN := ../$(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header \
       --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

pins: venv
	@$(PIP) install pip-tools
	@cd requirements && $(PIN) -o run.txt ../pyproject.toml
	@cd requirements && for name in build test lint cartography; do $(PIN) -o $$name.txt $$name.in || exit; done
