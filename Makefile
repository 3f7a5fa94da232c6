# Everything is set up in .venv when it is first needed, with nothing but Python, make and git.
# Another Python than the usual one: make play PYTHON=python3.12

READY := .venv/ready
WANTED := pyproject.toml constraints.txt package.json tools/setup
RULES := $(shell find src/taflheim/games src/taflheim/engine -name '*.py')

.PHONY: help play check test coverage mutants soak bench docs clean

help:
	@echo "make play     open the hall"
	@echo "make check    style, types, layers and quick tests: less than a minute"
	@echo "make test     run all checks and tests"
	@echo "make coverage make test, and say which lines no test reaches (half as long again)"
	@echo "make mutants  see whether the tests notice changes of the code (long; ONLY=table/clock for a part)"
	@echo "make soak     kill the server again and again, and play a thousand games at once, on both databases (half an hour)"
	@echo "make bench    measure how fast the rules are, and compare them with C++ where that is at hand"
	@echo "make docs     build the site of the documentation in build/docs"
	@echo "make clean    remove everything that can be made again"

play: $(READY)/play
	@.venv/bin/taflheim

check: $(READY)/test
	@tools/check

test: $(READY)/test
	@tools/test

coverage: $(READY)/test
	@COVERAGE=1 tools/test

mutants: $(READY)/test
	@.venv/bin/python tools/mutants $(ONLY)

soak: $(READY)/test
	@tools/soak

bench: $(READY)/compiled
	@.venv/bin/taflheim bench
	@echo
	@.venv/bin/python benchmarks/limit.py

docs: $(READY)/docs
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict --quiet
	@echo "Written: build/docs/index.html. With the search: python3 -m http.server --directory build/docs"

clean:
	rm -rf .venv .cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Compiled code is kept outside the checkout, for all its copies; here is only noted that it is there.
$(READY)/compiled: $(READY)/play $(RULES)
	@.venv/bin/taflheim setup && touch $@

$(READY)/play: $(WANTED)
	@tools/setup terminal && touch $@

$(READY)/test $(READY)/docs: $(READY)/%: $(WANTED)
	@tools/setup $* && touch $@
