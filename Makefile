# Everything works in .venv, which is made when it is missing. Needs Python 3.11 or newer with venv, and make.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

.PHONY: venv play test check bench gallery fuzz fairness faults torture format install uninstall virtual-pi clean

venv: .venv/dev

.venv/bin/pip:
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or newer with venv found; on Debian: apt install python3-venv"; exit 2; }
	$(PYTHON) -m venv .venv

# What it takes to play ...
.venv/play: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install -q --disable-pip-version-check -e '.[sim]'
	@touch $@

# ... and what it takes to change the rules.
.venv/dev: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install -q --disable-pip-version-check -e '.[sim,dev]'
	@touch $@ .venv/play

play: .venv/play
	@$(BIN)/kingsgold play

test: .venv/dev
	$(BIN)/pytest $(ARGS)

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What the box costs, beside stock luma.oled and the targets. ARGS="--json FILE", "--compare FILE".
bench: .venv/dev
	$(BIN)/python -m tests.bench $(ARGS)

# Every screen on one sheet to look through, and the pictures of the README.
gallery: .venv/dev
	mkdir -p build
	$(BIN)/python -m kingsgold.screens.gallery build/gallery.png
	$(BIN)/python docs/pictures.py docs

# Random presses on the whole box. ARGS="--presses 1000000 --seed 1".
fuzz: .venv/dev
	$(BIN)/python -m tests.fuzz.presses $(ARGS)

# Whole matches with everything going wrong. ARGS="--matches 1000 --seed 1".
faults: .venv/dev
	$(BIN)/python -m tests.faults $(ARGS)

# A playing box is killed at a thousand random moments, and the files of one that was are garbled;
# nothing that was shown may be lost. ARGS="--seed 1".
torture: .venv/dev
	$(BIN)/python -m tests.torture.kill $(ARGS)
	$(BIN)/python -m tests.torture.garble $(ARGS)

# Ten million faces of every kind of die, by chi-square.
fairness: .venv/dev
	$(BIN)/python -m tests.long.fairness $(ARGS)

# The box as a service, on the Pi: sudo make install. Also the way to upgrade.
install:
	systemd/install.sh install

uninstall:
	systemd/install.sh uninstall

# The box installed and played on a Raspberry Pi in QEMU: root on Debian, half an hour.
virtual-pi: .venv/dev
	$(BIN)/pytest -p no:randomly -o python_files='scenario_*.py' tests/virtual_pi $(ARGS)

clean:
	rm -rf .venv build dist
