# The two commands of the README are `make run` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: help ready ready-test run test test-pythons lint slow bench clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

ready:
	@sh tools/setup $(VENV) run

ready-test:
	@sh tools/setup $(VENV) test

run: ready ## set up and open the laboratory in the browser
	@$(VENV)/bin/plies serve --edit

test: ready-test ## set up and pass all tests, linters and type checks
	@sh tools/test $(VENV)

test-pythons: ## the same and the node counts with every Python from 3.11 to 3.14 on this machine
	@sh tools/pythons

lint: ready-test ## linters, types and the direction of imports
	@sh tools/lint $(VENV)

slow: ready-test ## the slow checks: full-size equality, fuzzing, peers
	$(PY) -m pytest -m slow tests
	PLIES_FULL=1 $(PY) -m pytest -n auto tests/games/pawns

bench: ready-test ## speed beside peers and beside C; writes docs/benchmarks.md
	$(PY) benchmarks/run.py

clean: ## remove the environments and caches of this checkout
	rm -rf $(VENV) $(VENV)-3.* dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
