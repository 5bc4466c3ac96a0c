# The two that matter: `make run` and `make test`. Both set up what they need by themselves.
# Settings from elsewhere than /etc/okanjo: make run CONFIG=my.toml
PYTHON ?= python3
BIN = .venv/bin
# Each library in the version, and by the hash, of its lock file; what has no wheel is built by a
# setuptools that is locked, too.
# Compiled is what is imported, when it is: of most libraries that is a small part.
INSTALL = $(BIN)/pip install --disable-pip-version-check --quiet --use-pep517 --no-build-isolation --no-compile
LOCKED = $(INSTALL) --require-hashes $(foreach one,$(1),--requirement .ci/locks/$(one).txt)
EXTRAS = desk labels photo mqtt
# What looks at JavaScript, in the version of .ci/js/package-lock.json.
BIOME = .ci/js/node_modules/.bin/biome

# Where the environment says not to, the tests' hundreds of starts would each compile everything.
unexport PYTHONDONTWRITEBYTECODE

# What translators have written, as it is read.
CATALOGUES = $(patsubst %.po,%.mo,$(wildcard firmware/words/catalogues/*/*.po))

# One more than there are cores: tests wait, too.
CORES = --numprocesses $(shell expr $$(nproc) + 1) --maxprocesses 4 --dist worksteal
# These reach every line and branch of the engine. Tracing doubles their time, so no others are.
RULES = tests/rulebook tests/protocol

.PHONY: run board check test languages rules lint scripts bench mutants soak vm vm-quick vm-arm format schema words language icons glyphs pictures pairings lock dist release image install uninstall clean

run: .venv/.run $(CATALOGUES)
	@$(BIN)/python -m firmware $(if $(CONFIG),--config $(CONFIG)) run

# A board over a whole hall, and a broker for it (docs/board.md); at another: make board BROKER=192.168.1.20;
# with options: make board OPTIONS="--new-password"
board: .venv/.board $(CATALOGUES)
	@config/board/run.sh "$(BROKER)" $(OPTIONS)

# While you work: a minute, the first time two: mypy keeps what it has seen.
check: lint
	@$(BIN)/pytest $(CORES) $(RULES)

# mypy takes one core; the rules' tests, which three processes would need twice the time for, another.
test: .venv/.test $(CATALOGUES)
	@echo "Every check: about $(shell expr 1 + 10 / $$(nproc)) minutes with $(shell nproc) cores; on a Raspberry Pi several times that."
	@.ci/needs | awk -F '\t' '{ print "  Skipped without " $$1 ": " $$2 }'
	@$(MAKE) --no-print-directory --output-sync --jobs=2 lint rules
	@$(BIN)/pytest $(CORES) $(foreach one,$(RULES),--ignore=$(one))

# Every page in every language, measured in Chromium, where `make test` has two. Some of them: make
# languages ONLY="fr nl". With pictures of the pages, the display and paper, for whoever reads a
# language: make languages PICTURES=folder
languages: .venv/.test $(CATALOGUES)
	@$(if $(PICTURES),PYTHONPATH=.:tests $(BIN)/python -m support.language_pictures "$(PICTURES)" $(ONLY))
	@OKANJO_LANGUAGES="$(or $(ONLY),all)" OKANJO_PICTURES="$(abspath $(PICTURES))" $(BIN)/pytest $(CORES) tests/languages

rules: .venv/.test
	@$(BIN)/pytest --cov=engine --cov-report=term $(RULES)

lint: .venv/.test scripts
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# JavaScript, where there is npm to fetch the tool for it.
scripts:
	@if ! command -v npm >/dev/null; then echo "JavaScript is not checked here: it takes npm (on Debian: sudo apt install npm)."; \
	elif $(MAKE) --silent $(BIOME) 2>/dev/null; then $(BIOME) check $(WRITE) .; \
	else echo "JavaScript is not checked here: Biome could not be fetched (.ci/js/npm.log says why)."; fi

bench: .venv/.test
	@PYTHONPATH=.:tests $(BIN)/python -m bench $(ONLY)

# Which changes of the engine no test notices. A file's, or some of another folder's, or a line's again:
# make mutants ONLY="firmware/core/journal" COUNT=50; make mutants ONLY="firmware/core/journal/disk.py:56"
mutants: .venv/.test
	@COUNT=$(COUNT) PYTHONPATH=.:tests $(BIN)/python tests/mutation/mutants.py $(ONLY)

# The same laws over far more cases, and 1,000 kills instead of 300.
soak: .venv/.test
	@OKANJO_SOAK=1 $(BIN)/python -m pytest --timeout=3600

# What no other test has: real devices, a real boot, a real power cut, on a virtual Pi. As root on
# Debian 12, an hour or two. Some of it: make vm ONLY="evening cables"; fewer power cuts: make vm CUTS=5
vm: .venv/.test dist
	@PYTHONPATH=.:tests CUTS=$(CUTS) $(BIN)/python tests/virtual_pi/run.py $(ONLY)

# The same and `make test` on an arm64, emulated too. Of `make vm` only what a processor may matter
# to, unless it is asked for: make vm-arm ONLY="boot tests power"; the tests alone take hours.
vm-arm: .venv/.test dist
	@PYTHONPATH=.:tests CUTS=$(CUTS) $(BIN)/python tests/virtual_pi/run_arm.py $(ONLY)

# No devices, but a systemd that has really booted, in a container: installed, updated, cut off, hung,
# rolled back, removed. As root on Debian 12, four minutes a suite. One: make vm-quick SUITE=trixie
vm-quick:
	@for suite in $(or $(SUITE),bookworm trixie); do tests/virtual_pi/nspawn.sh $$suite || exit; done

format: .venv/.test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(MAKE) --no-print-directory scripts WRITE=--write

# After a change of what a broker is told: firmware/common/broker/schema.json, anew.
schema: .venv/.test
	@$(BIN)/python .ci/schema

# After a change of a text: firmware/words/okanjo.pot, anew, for those who translate; and en-XA, in
# which no English word may be left: `[language] device = "en-XA"`, or ?lang=en-XA on a page.
words: .venv/.test
	@$(BIN)/python .ci/words && $(BIN)/python .ci/words pseudo

# A language more, or what is new in it: docs/translating.md. make language LANG=sv
language: .venv/.test
	@$(BIN)/python .ci/words language "$(LANG)"

# After a change of firmware/paper/icons: the same for the display and for the pages.
icons: .venv/.test
	@PYTHONPATH=.:tests $(BIN)/python -m support.icon_files

# After a change of the Japanese catalogue: the letters for the display and for paper that are not ours.
glyphs: .venv/.test
	@PYTHONPATH=.:tests $(BIN)/python -m support.font_files

# After a change of what the README's pictures show: docs/pictures, anew. It takes Chromium.
pictures: .venv/.test
	@PYTHONPATH=.:tests $(BIN)/python -m support.readme_pictures

# After a change of how rounds are paired: the table of repeats in docs/tournaments.md, anew. A quarter
# of an hour.
pairings: .venv/.test
	@PYTHONPATH=.:tests $(BIN)/python -m support.pairing_table

# After a change of what pyproject.toml asks for, or to have newer versions: .ci/locks, anew.
lock:
	@.ci/lock

# A release: dist/okanjo-<version>.tar.gz, with install.sh in it. The same sources, the same bytes.
dist:
	@sh systemd/dist.sh

# The same, signed: make release KEY=~/.ssh/okanjo-release. How to make a key: docs/releases.md. Where
# releases are stands in the README, or is named: ADDRESS=https://...
release:
	@[ "$(KEY)" ] || { echo "Name the key to sign with: make release KEY=~/.ssh/okanjo-release (docs/releases.md)"; exit 2; }
	@ADDRESS="$(ADDRESS)" sh systemd/dist.sh $(KEY)

# An image for Raspberry Pi Imager with that release on it, from an official one: make image
# BASE=raspios-lite.img.xz; where others will download it: URL=https://.../okanjo-<version>.img.xz
image:
	@[ "$(BASE)" ] || { echo "Name an image of Raspberry Pi OS Lite (64-bit): make image BASE=raspios-lite.img.xz (docs/releases.md)"; exit 2; }
	@$(PYTHON) systemd/card/image.py "$(BASE)" "$(URL)"

# On the Pi: sudo make install. The archive is made by whoever called sudo, so that the checkout
# stays theirs.
install:
	@$(if $(SUDO_USER),sudo -u $(SUDO_USER)) sh systemd/dist.sh
	@sh build/okanjo/install.sh --trust

uninstall:
	@sh systemd/uninstall.sh

clean:
	rm -rf .venv .ci/js/node_modules build dist *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/.run: pyproject.toml $(wildcard .ci/locks/*.txt)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Okanjo needs Python 3.11 or newer; this is $$($(PYTHON) -V). Name another: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up (once) ..."
	@$(PYTHON) -m venv .venv || { echo "On Debian: sudo apt install python3-venv"; exit 1; }
	@# compat: the interpreter finds the sources by a plain path, which costs a start nothing
	@# at once what is there for all machines; if not all of it can be had, what no start is without
	@rm -f .venv/.extras; { { $(call LOCKED,build run $(EXTRAS)) && touch .venv/.extras || $(call LOCKED,build run); } && \
	  $(INSTALL) --no-deps --config-settings editable_mode=compat --editable .; } >.venv/setup.log 2>&1 || { \
	  tail -n 5 .venv/setup.log; echo "Setting up failed: is the network there? All of it: .venv/setup.log"; exit 1; }
	@$(call LOCKED,keyboard) >.venv/keyboard.log 2>&1 || \
	  echo "Keyboard-type scanners need evdev, which could not be built here (.venv/keyboard.log says why). All else works; a scanner may type into the desk."
	@extras=; [ -e .venv/.extras ] || extras="$(EXTRAS)"; \
	grep -qs "Raspberry Pi" /sys/firmware/devicetree/base/model && extras="$$extras display lights pins"; \
	for one in $$extras; do \
	  $(call LOCKED,$$one) >.venv/$$one.log 2>&1 || \
	    echo "The libraries for $$one could not be installed (.venv/$$one.log says why). All else works."; \
	done
	@touch $@

%.mo: %.po .venv/.words
	@$(BIN)/python .ci/catalogue $<

.venv/.words: .venv/.run
	@$(call LOCKED,words) >.venv/words.log 2>&1 || { tail -n 5 .venv/words.log; exit 1; }
	@touch $@

.venv/.board: .venv/.run
	@$(call LOCKED,board) >.venv/board.log 2>&1 || { tail -n 5 .venv/board.log; exit 1; }
	@touch $@

$(BIOME): .ci/js/package-lock.json
	@npm ci --prefix .ci/js --no-audit --no-fund >.ci/js/npm.log 2>&1
	@touch $@

.venv/.test: .venv/.run
	@$(call LOCKED,test) >.venv/test.log 2>&1 || { tail -n 5 .venv/test.log; exit 1; }
	@touch $@
