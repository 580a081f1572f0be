# `make run` and `make test`, and what else there is: `make help`. Each command does its own set-up, and
# does it once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE := build/page
ARGS ?=
PYTEST_ARGS ?=
ONLY ?=
TIMES ?=
SEEDS ?= 10000
SUITE ?= trixie
RECIPE ?=
SERVERS ?=
SEED ?=
CHECKED = $(wildcard app tests benchmarks)
PURE = tests/participation tests/readmodels tests/journal tests/recipes $(wildcard tests/test_*.py)
export ARGS PYTHON SEEDS RECIPE SERVERS SEED

.DEFAULT_GOAL := help
.PHONY: help run test check second proofs lint page spelling types pure steady shake mutants bundle docs hashes versions judges elsewhere bench simulate venv clean

help:
	@echo "make run   [ARGS='--port 8080 …']    set up what is missing and serve the dashboard"
	@echo "make test  [PYTEST_ARGS='-k …']      set up what is missing; the tests that a change may break"
	@echo "make check                           lint, types, spelling, and links of the documents"
	@echo "make pure                            only the tests that need no server, browser or process"
	@echo "make second                          what tells most, on the system's own ZooKeeper"
	@echo "make proofs                          what takes long: every walk in a browser, Apache, thousands of schedules"
	@echo "make steady [TIMES=10]               make test again and again beside busy programs; what is unsteady"
	@echo "make shake [ONLY=tests/web TIMES=3]  the tests again and again, with hardly any processor time"
	@echo "make mutants [SEED=7]                plant mistakes in Handoff, and see which of them the tests find"
	@echo "make bundle                          the page's two files out of its sources, after you changed these"
	@echo "make docs                            the documentation's site out of docs/, after you changed that"
	@echo "make hashes                          the digests beside the pins, after you moved one"
	@echo "make versions [ONLY=3.9.5]           what is about Apache's behaviour, on each of its versions"
	@echo "make judges [ONLY=name]              programs that nobody here wrote judge all of it; build/judges.json"
	@echo "make elsewhere [SUITE=trixie]        make run and make test on a bare Debian of its own; needs root"
	@echo "make simulate [SEEDS=10000] [RECIPE=lock] [SERVERS=3]  recipes under random faults, by the seed"
	@echo "make bench [ONLY=name] [MINUTES=10]  measure, print a table, write build/bench.json"
	@echo "make venv                            only the Python environment ($(VENV))"
	@echo "make clean                           remove everything that these commands made here"

# Where nothing compiled may be kept, each start would compile it: as long again as loading it takes.
run: $(VENV)/.run
	@sh .ci/setup source
	@unset PYTHONDONTWRITEBYTECODE; exec $(BIN)/python -m app $(ARGS)

# The tests start hundreds of processes of the app: where nothing compiled may be kept, each would
# compile it. What fails is run once more at the end, see tests/steady/again.py.
test: $(VENV)/.dev
	@sh .ci/setup zookeeper clients proxies chromium releases quick_judges page
	@unset PYTHONDONTWRITEBYTECODE; exec $(BIN)/pytest -n auto --again=build/unsteady.json $(PYTEST_ARGS)

check: $(VENV)/.dev
	@$(MAKE) --no-print-directory --keep-going --jobs=2 lint types spelling

# What tells most about Apache's behaviour, on the system's ZooKeeper: `make test` has a newer one.
second: $(VENV)/.dev
	@sh .ci/setup zookeeper clients releases
	@exec $(BIN)/python -m tests.versions --second

steady: $(VENV)/.dev
	@exec $(BIN)/python -m tests.steady $(if $(TIMES),--times $(TIMES))

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	@sh .ci/setup page
	@if [ -e $(PAGE)/installed-package-lock.json ]; then $(MAKE) --no-print-directory page; fi

# Whether other programs find mistakes in the page's scripts, and its bundle is what they make.
page:
	$(PAGE)/node_modules/.bin/tsc --project .
	$(PAGE)/node_modules/.bin/biome lint --error-on-warnings --log-level=warn static/js tests/modules docs/site/theme
	PYTHONPATH=. $(BIN)/python static/bundle/make.py --check

# Of what people read; and whether the documents make the site that is here, with no broken link.
spelling: $(VENV)/.dev
	$(BIN)/codespell README.md docs app static/js tests
	$(BIN)/python docs/site/make.py --check

types: $(VENV)/.dev
	$(BIN)/mypy $(CHECKED)

# For the hands of somebody who writes.
pure: $(VENV)/.dev
	@unset PYTHONDONTWRITEBYTECODE; \
	$(BIN)/pytest -q -n "$$(getconf _NPROCESSORS_ONLN)" -m "not real and not proof" $(PURE)

# What takes long: before a release, and after a change of a recipe or of the page. The schedules
# take all processors, so that they go first.
proofs: $(VENV)/.dev
	@sh .ci/setup zookeeper clients proxies chromium releases page
	@unset PYTHONDONTWRITEBYTECODE; \
	$(BIN)/pytest -n auto -m proof --again=build/unsteady-schedules.json $(PYTEST_ARGS) tests/simulation; played=$$?; \
	[ $$played != 5 ] || played=0; \
	$(BIN)/pytest -n auto -m proof --again=build/unsteady-proofs.json $(PYTEST_ARGS) --ignore tests/simulation; exit $$((played + $$?))

# A test that fails here, and not in `make test`, waits for too little or shows a race.
shake: $(VENV)/.dev
	@$(BIN)/python -m tests.shake $(if $(TIMES),--times $(TIMES)) $(ONLY)

# Those of tests/mutants/list.json where no seed is asked for: two to three hours.
mutants: $(VENV)/.dev
	@sh .ci/setup zookeeper clients proxies chromium releases quick_judges
	@exec nice $(BIN)/python -m tests.mutants $${SEED:+"--seed=$$SEED"}

versions: $(VENV)/.dev
	@sh .ci/setup zookeeper clients chromium
	@exec $(BIN)/python -m tests.versions $(ONLY)

judges: $(VENV)/.dev
	@sh .ci/setup zookeeper clients chromium releases judges
	@exec $(BIN)/python -m tests.judges $(ONLY)

# After a change of the page's scripts or stylesheets, or of the state's types; needs npm.
bundle: $(VENV)/.run
	@PYTHONPATH=. $(BIN)/python static/bundle/state_types.py
	@PYTHONPATH=. $(BIN)/python static/bundle/make.py

# After a change of docs/; a broken link or anchor is an error.
docs: $(VENV)/.dev
	@$(BIN)/python docs/site/make.py

# After a pin was moved.
hashes:
	@exec sh .ci/hashes

elsewhere:
	@exec sh .ci/elsewhere "$(SUITE)"

bench: $(VENV)/.dev
	@sh .ci/setup zookeeper
	@mkdir -p build
	@exec $(BIN)/python -m benchmarks $(ONLY)

simulate: $(VENV)/.dev
	@exec $(BIN)/python -m tests.simulation --seeds="$$SEEDS" $${RECIPE:+"--recipe=$$RECIPE"} \
		$${SERVERS:+"--servers=$$SERVERS"}

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
