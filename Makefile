# run, test, check: the three commands. Everything they need is installed into .venv from PyPI.
.PHONY: run test check gates fmt types bench fuzz chaos long clean

PY := .venv/bin/python
# What was compiled once is kept: without that each worker compiles every test anew.
unexport PYTHONDONTWRITEBYTECODE
JOBS ?= auto

# A kill -9 of make itself then stops the server too, in good order.
run: .venv/run.stamp
	@exec $(PY) -m app.cli serve --end-with-parent $$PPID

test: check
	@$(PY) -m tests.browser
	@$(PY) -m pytest --numprocesses $(JOBS) --maxprocesses 4 --dist worksteal tests

# The types of the client beside everything else: both take half a minute on a core that has not seen them.
check: .venv/dev.stamp
	@$(MAKE) --no-print-directory -j2 types gates

gates: .venv/dev.stamp
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) -m pytest tests/test_tidy.py

types: .venv/dev.stamp
	@sh scripts/types.sh

fmt: .venv/dev.stamp
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# Figures, each with its spread; nothing is judged by them.
bench: .venv/bench.stamp
	@$(PY) bench/engine.py
	@$(PY) bench/engine.py --seats 4
	@$(PY) bench/uno.py
	@$(PY) bench/engine.py --game taki
	@$(PY) bench/engine.py --game tongits
	@$(PY) bench/melds.py
	@$(PY) bench/journal.py
	@$(PY) bench/take_over.py

# The long forms of tests that `make test` runs short.
fuzz: .venv/dev.stamp
	SOBREMESA_STATES=100000 MACHINE_EXAMPLES=2000 $(PY) -m pytest --timeout 0 tests/games tests/ledger/test_wallet_machine.py tests/social/presents/test_presents_machine.py

# Two workers behind a proxy, under people who play, while everything breaks that can: three minutes, or as long as
# SOBREMESA_KILLS kills take (SOBREMESA_SEED repeats a schedule). Then the long forms of what else is promised.
chaos: .venv/dev.stamp
	@$(PY) -m tests.chaos --log build/chaos.log
	SOBREMESA_LONG=1 SOBREMESA_DOUBLED=10000 $(PY) -m pytest --timeout 0 tests/reliability

# Every test in its long form: all walks through the pages in Chromium, crashes at every point, a disk that is full.
long: .venv/dev.stamp
	@$(PY) -m tests.browser
	SOBREMESA_LONG=1 $(PY) -m pytest --numprocesses $(JOBS) --maxprocesses 4 --dist worksteal tests

# Everything that was installed or built; the data stays.
clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

.venv/run.stamp: pyproject.toml constraints.txt scripts/venv.sh
	@sh scripts/venv.sh .
	@touch $@

.venv/bench.stamp: pyproject.toml constraints.txt scripts/venv.sh
	@sh scripts/venv.sh '.[dev,bench]'
	@touch $@ .venv/dev.stamp .venv/run.stamp

.venv/dev.stamp: pyproject.toml constraints.txt scripts/venv.sh
	@sh scripts/venv.sh '.[dev]'
	@touch $@ .venv/run.stamp
