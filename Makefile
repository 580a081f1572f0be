# Two commands: `make run` and `make test`. Each does its own set-up, and does it once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
PYTEST_ARGS ?=
ONLY ?=
SEEDS ?= 10000
SUITE ?= trixie
export ARGS PYTHON

.DEFAULT_GOAL := help
.PHONY: help run test versions elsewhere bench simulate venv clean

help:
	@echo "make run   [ARGS='--port 8080 …']    set up what is missing and serve the dashboard"
	@echo "make test  [PYTEST_ARGS='-k …']      set up what is missing and run every check"
	@echo "make versions [ONLY=3.9.5]           what is about Apache's behaviour, on each of its versions"
	@echo "make elsewhere [SUITE=trixie]        both of these on a bare Debian of its own; needs root"
	@echo "make simulate [SEEDS=10000]          elections under random faults, by the seed"
	@echo "make bench [ONLY=name]               measure, print a table, write build/bench.json"
	@echo "make venv                            only the Python environment ($(VENV))"
	@echo "make clean                           remove everything that these commands made here"

run: $(VENV)/.run
	@sh .ci/setup source
	@exec $(BIN)/python -m app $(ARGS)

# Types are checked beside the tests, and said after them. The tests start hundreds of processes of
# the app: where nothing compiled may be kept, each compiles it anew. They run on the newest ZooKeeper
# where it can be had; then what tells most runs on the system's own.
test: $(VENV)/.dev
	@sh .ci/setup zookeeper clients chromium releases
	$(BIN)/ruff check .
	@mkdir -p build
	@nice $(BIN)/mypy $(wildcard app tests benchmarks) >build/mypy.txt 2>&1 & types=$$!; \
	unset PYTHONDONTWRITEBYTECODE; \
	$(BIN)/pytest -n auto $(PYTEST_ARGS); tests=$$?; \
	$(if $(PYTEST_ARGS),:,$(BIN)/python -m tests.versions --beside); beside=$$?; \
	wait $$types; types=$$?; \
	echo "mypy, beside the tests:"; cat build/mypy.txt; \
	exit $$((tests + beside + types))

versions: $(VENV)/.dev
	@sh .ci/setup zookeeper clients chromium
	@exec $(BIN)/python -m tests.versions $(ONLY)

elsewhere:
	@exec sh .ci/elsewhere "$(SUITE)"

bench: $(VENV)/.dev
	@sh .ci/setup zookeeper
	@mkdir -p build
	@exec $(BIN)/python -m benchmarks $(ONLY)

simulate: $(VENV)/.dev
	@exec $(BIN)/python -m tests.simulation --seeds $(SEEDS)

venv: $(VENV)/.run

$(VENV)/.run: requirements.txt
	@sh .ci/setup python
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find app tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
