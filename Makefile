# The same commands without make (Windows): see launch.py --help.
# The distribution's, where it will do: it is built for speed, which one compiled by hand (pyenv) is not. Yours: make PYTHON=python3.13
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo /usr/bin/python3 || echo python3)
UV ?= uv
TOOL = $(PYTHON) launch.py tool
# One process a core; a file stays in one process, so that what it starts serves all its tests; files in the order that the suite
# wants (tests/strictness.py: the longest first), not by their number of tests.
TEST = $(PYTHON) launch.py test -n auto --dist loadfile --no-loadscope-reorder
LOCK = $(UV) pip compile -q --generate-hashes --universal --python-version 3.11 --no-header --no-emit-index-url

.PHONY: run test test-full mutate check check-style check-types check-django check-messages check-release messages lock wheel benchmark clean

run:  ## serve the event on this computer
	$(PYTHON) launch.py

test:  ## the suite; no service needed
	$(TEST)

test-full:  ## the same with the big numbers
	HYPOTHESIS_PROFILE=full TDSUITE_SEEDS=50 $(TEST)

mutate:  ## how many small faults in the engines the tests notice; SEED=2 COUNT=80 for others and more
	$(TOOL) tests.mutate --count $(or $(COUNT),40) --seed $(or $(SEED),1)

check: check-style check-types check-django check-messages  ## style, templates, types, Django's checks, missing migrations and translations

check-style:
	$(TOOL) ruff check .
	$(TOOL) ruff format --check .
	$(TOOL) tests.lint

check-types:
	$(TOOL) mypy launch.py tdsuite pairings results adjudication checklist docs/examples

check-django:
	$(PYTHON) launch.py manage check
	$(PYTHON) launch.py manage makemigrations --check --dry-run

check-messages:  ## warns of missing translations; they stop a release, not a change
	$(TOOL) tests.messages

check-release: check  ## what a release needs besides: every sentence in every language, every package pinned, one version
	$(TOOL) tests.messages --release
	$(TOOL) tests.release

messages:  ## the catalogues of locale/ as the sources say now; then translate what is new
	$(TOOL) tests.messages --update

lock:  ## pin every package with its hashes; needs uv
	$(LOCK) pyproject.toml -o requirements.txt
	$(LOCK) requirements-uv.in -o requirements-uv.txt
	$(LOCK) pyproject.toml requirements-dev.in -c requirements.txt -o requirements-dev.txt

wheel:  ## the package, into dist/
	$(TOOL) hatchling build -t wheel

benchmark:  ## every claim about speed, one script each
	set -e; for script in benchmarks/*.py; do echo "== $$script"; $(TOOL) "$$(basename "$$script" .py | sed 's/^/benchmarks./')"; done

clean:  ## everything that can be made again; never the event's data
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
