# `make play` opens the site, `make test` tests it. Both need no more than Python 3.11, make and a shell.

python = .venv/bin/python
pages = $(filter-out templates/fragments,$(wildcard templates/*))
fragments = templates/fragments
scripts = 'accounts/**/*.css' 'accounts/**/*.js' 'chicago/**/*.css' 'chicago/**/*.js' 'games/**/*.css' 'games/**/*.js'
manage = $(python) -m chicago.run.manage
compile = var/uv/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-header

.PHONY: play serve admin backup restore test test-all mutations new-game lint format messages openapi bench waits gameday lock clean

play: # PORT=9000 HOST=0.0.0.0 DATA_DIR=elsewhere
	@tools/venv requirements.txt && exec $(python) -m chicago

serve: # the same as several processes, with PostgreSQL and Redis; DATABASE_URL and REDIS_URL say where they are
	@tools/venv requirements.txt && exec $(python) -m chicago.run.processes

admin: # somebody who may read the mails and use the admin pages
	@tools/venv requirements.txt && $(manage) migrate -v 0 && exec $(manage) createsuperuser

backup: # while the site runs, into var/backups; BACKUP_DIR=elsewhere
	@tools/venv requirements.txt && exec $(manage) backup $(ARGS)

restore: # FROM=var/backups/2026-01-31T03-00-00Z; ARGS=--overwrite replaces a database that is not empty
	@tools/venv requirements.txt && exec $(manage) restore $(FROM) $(ARGS)

test: # ARGS="-k raid" goes to pytest
	@tools/venv requirements-dev.txt && exec $(python) -m tests $(ARGS)

test-all: # every product of options, many seeds, all tests on both databases, and what no test notices; takes hours
	@tools/venv requirements-dev.txt
	TEST_ALL=1 $(python) -m tests $(ARGS)
	$(MAKE) mutations

mutations: # MUTANTS=20 in each room, chosen by SEED=2026-01-31 (today); ARGS="games/play" is one room
	@tools/venv requirements-dev.txt
	@test -x var/mutation/bin/cosmic-ray || { $(python) -m venv var/mutation && \
		var/mutation/bin/python -m pip install --quiet cosmic-ray==8.7.0; }
	$(python) -m lab.mutations $(ARGS)

new-game: # VARIANT=old_maid lays out a game of that name, a copy of the small example in tests/crazy_eights
	@tools/venv requirements-dev.txt && exec $(python) tools/new_game.py $(VARIANT)

lint:
	@tools/venv requirements-dev.txt
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	.venv/bin/oxfmt --check $(scripts)
	.venv/bin/djangofmt --check --quiet $(pages)
	.venv/bin/djangofmt --check --quiet --profile jinja $(fragments)
	$(python) -m mypy accounts chicago games clients lab tests/crazy_eights/__init__.py tests/crazy_eights/state.py
	.venv/bin/lint-imports --no-cache
	$(python) manage.py check --fail-level WARNING
	$(python) manage.py makemigrations --check --dry-run
	$(python) -m lab.translations --check
	$(python) tools/commit_subjects.py

format:
	@tools/venv requirements-dev.txt
	$(python) -m ruff check --fix .
	$(python) -m ruff format .
	.venv/bin/oxfmt $(scripts)
	.venv/bin/djangofmt --quiet $(pages)
	.venv/bin/djangofmt --quiet --profile jinja $(fragments)

messages: # collects what has to be translated
	@tools/venv requirements.txt && exec $(python) -m lab.translations

openapi: # writes docs/api/openapi.json from the API and its examples
	@tools/venv requirements-dev.txt && exec $(python) -m tests.api.export

bench:
	@tools/venv requirements-dev.txt && exec $(python) -m lab.bench

waits: # how long games over days take, as a table; ARGS="--games 40 --jobs 2"
	@tools/venv requirements-dev.txt && exec $(python) -m lab.waits $(ARGS)

gameday: # SECONDS=60 SEED=3; ARGS="--players 60 --write docs/operate/gameday.md"
	@tools/venv requirements-dev.txt && exec $(python) -m lab.gameday \
		$(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) $(ARGS)

lock: # UPGRADE=--upgrade takes the newest versions
	@tools/venv requirements.txt
	@test -x var/uv/bin/uv || { $(python) -m venv var/uv && \
		var/uv/bin/python -m pip install --quiet --require-hashes -r requirements-lock.txt; }
	echo uv | $(subst pyproject.toml,-,$(compile)) $(UPGRADE) --output-file requirements-lock.txt
	$(compile) $(UPGRADE) --output-file requirements.txt
	$(compile) $(UPGRADE) --output-file requirements-telemetry.txt --extra telemetry
	$(compile) $(UPGRADE) --output-file requirements-dev.txt --extra dev --extra telemetry --extra mcp

clean: # everything that can be made again; games, mails and backups stay
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache \
		var/static var/static.stamp var/uv var/mutation var/durations-*.txt var/coverage* var/ci.log var/lint.log
	find accounts chicago clients games lab tests tools -name __pycache__ -prune -exec rm -rf {} +
	rm -f chicago/locale/*/LC_MESSAGES/*.mo
