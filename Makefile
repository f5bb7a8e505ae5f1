# Everything starts from a fresh checkout: `make demo` runs the digits example, `make test` the whole suite.
# Both first do what is missing of `make setup`: system packages, .venv, the package itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := arm-none-eabi-gcc:gcc-arm-none-eabi arm-none-eabi-gcc:libnewlib-arm-none-eabi \
         qemu-system-arm:qemu-system-arm cmake:cmake ninja:ninja-build gcc:gcc c++:g++ clang:clang
SOURCES := pyproject.toml constraints.txt CMakeLists.txt \
           $(shell find runtime backends \( -name '*.[ch]' -o -name '*.inc' -o -name 'CMakeLists.txt' \))

.PHONY: setup system test lint demo clean

setup: system $(VENV)/.installed

# Installs the tools that are not on PATH, when there is apt-get and the right to use it.
system:
	@sh tools/system_packages.sh $(TOOLS)

$(VENV)/bin/python:
	@echo "making $(VENV) with $$($(PYTHON) --version)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.torch: constraints.txt | $(VENV)/bin/python
	@echo "installing PyTorch, ExecuTorch and torchao into $(VENV)"
	$(BIN)/pip install -q --disable-pip-version-check $(shell grep -E "^(torch|torchao|executorch)=" constraints.txt)
	@touch $@

$(VENV)/.installed: $(VENV)/.torch $(SOURCES)
	@echo "building the host library and installing penlight into $(VENV)"
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: setup
	$(BIN)/python examples/digits/demo.py

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	mkdir -p build/mypy/penlight
	ln -sfn $(CURDIR)/export $(CURDIR)/backends $(CURDIR)/runtime $(CURDIR)/boards build/mypy/penlight/
	MYPYPATH=build/mypy $(BIN)/mypy -p penlight
	git ls-files '*.[ch]' '*.cpp' ':!backends/cortex_m/gen' | xargs $(BIN)/clang-format --dry-run --Werror

test: lint
	$(BIN)/pytest -n 2 --dist loadgroup

clean:
	rm -rf build $(VENV)
