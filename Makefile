# The two commands of the README are `make run` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(shell find src -type f -not -path '*/__pycache__/*' 2>/dev/null)

.PHONY: help run test lint slow bench clean

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(VENV)/.ready: tools/setup pyproject.toml $(SOURCES)
	@sh tools/setup $(VENV)
	@touch $@

run: $(VENV)/.ready ## set up and open the laboratory in the browser
	@$(VENV)/bin/plies serve

test: $(VENV)/.ready ## set up and pass all tests, linters and type checks
	@sh tools/test $(VENV)

lint: $(VENV)/.ready ## linters, types and the direction of imports
	@sh tools/lint $(VENV)

slow: $(VENV)/.ready ## the slow checks: full-size equality, fuzzing, peers
	$(PY) -m pytest -m slow tests

bench: $(VENV)/.ready ## speed beside peers and beside C; writes docs/benchmarks.md
	$(PY) benchmarks/run.py

clean: ## remove the environment and caches of this checkout
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
