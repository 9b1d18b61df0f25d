# Everything a newcomer needs: `make demo`, `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of processes. Where the machine forbids it to keep what Python compiles, each would compile everything anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup lock demo test test-slow test-plain test-browser lint types fmt bench wheel clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

setup: .venv/.ready  ## a virtual environment with simlab and all it needs, to the byte as requirements.lock says
.venv/.ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --prefer-binary --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --editable .
	@touch $@

lock: setup  ## the newest of all that pyproject.toml allows, with hashes, into requirements.lock
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' pyproject.toml --output-file requirements.lock

demo: setup  ## run the main experiment: does the Eight-loses rule earn its place in MEAN!?
	$(BIN)/simlab run experiments/mean_eight.yaml

test: setup lint types  ## lint, types and the test suite (under five minutes)
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder

test-slow: setup  ## the long sweeps
	$(BIN)/pytest -m slow -n 4 --dist worksteal  # many wait for processes, or for time to go by
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -m "slow or not slow" -n 2 tests/contract/test_extreme_rules.py

test-plain: setup  ## the rules and the engine as plain Python, without the compiler (some minutes)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 3 --dist worksteal tests/rules tests/engine

test-browser: setup  ## the pages in a real browser (Chromium and its driver have to be there)
	@command -v chromedriver >/dev/null || { echo "no Chromium here: apt-get install chromium chromium-driver"; exit 1; }
	$(BIN)/pytest -m browser -n 2 --dist loadfile

lint: setup  ## ruff: style and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: setup  ## mypy: the public surface is strictly typed
	$(BIN)/mypy

fmt: setup  ## put the code in shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: setup  ## games/s of every game on this machine
	$(BIN)/simlab bench

wheel: setup  ## a wheel that works anywhere, with the shipped strategies and experiments inside
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:  ## what was built
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache
