# Each target sets up what it needs on a machine with only g++, Python (3.11 or newer) and make.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
SOURCES = $(shell find core bindings boardworth games -type f -not -path '*/__pycache__/*' -not -name '*.pyi')
PYTHON_CODE = boardworth tests benchmarks
CPP_CODE = $(shell find core bindings -name '*.h' -o -name '*.cpp')
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo wheel front-door test check sanitize instruction-sets bench figures results samples pictures notebooks othello-model expert-models clean

# The main job: an Othello evaluation from the rules alone, proved by matches, in build/demo.
demo: $(VENV)/installed
	@mkdir -p build/demo
	$(BIN)/boardworth build othello -o build/demo/othello.model --games 12000 --generations 3
	$(BIN)/boardworth match build/demo/othello.model baseline:discs --games 200 --depth 4 --json build/demo/discs.json
	$(BIN)/boardworth match build/demo/othello.model baseline:squares --games 200 --depth 4 --json build/demo/squares.json
	$(BIN)/boardworth match build/demo/othello.model othello --games 100 --depth 4 --json build/demo/shipped.json
	@echo "The model that comes with Boardworth (othello) wins: it has learned from a hundred thousand games of people and programs,"
	@echo "and from millions of deep searches; the one above knows nothing but the rules and two minutes of its own games."
	$(BIN)/boardworth explain build/demo/othello.model --moves f5d6c3d3c4
	$(BIN)/boardworth report build/demo/othello.model -o report.html --results build/demo/discs.json build/demo/squares.json build/demo/shipped.json

# A wheel in dist/ for this version of Python and other people's Linux: with the cores of all instruction sets and the C++ library
# in them, and a name that says how old the system may be (auditwheel reads that off them). It is tried outside of the tree.
wheel: $(VENV)/wheel-tools
	rm -rf dist build/wheels
	$(BIN)/python -m pip wheel --verbose . --no-deps --no-build-isolation --wheel-dir build/wheels \
		-C build-dir=build/wheel -C cmake.define.BOARDWORTH_PORTABLE=ON
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --strip build/wheels/*.whl --wheel-dir dist
	$(BIN)/python -m benchmarks.clean_environment

# README's console lines where nothing but that wheel is, each within three times what README states.
front-door: $(VENV)/test-tools
	$(BIN)/python -m benchmarks front_door

# Whole files of tests side by side.
BESIDE = -n auto --dist loadfile
test: check sanitize instruction-sets
	$(BIN)/python -m pytest $(BESIDE)

# Style and types.
check: $(VENV)/test-tools
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/clang-format --dry-run --Werror $(CPP_CODE)
	$(BIN)/mypy

# The core once more, by the tests of the stages that call it, under the address and undefined-behaviour sanitizers. Records
# and public rule sheets are read by the other tests alone: they would take minutes here. Images, exports and pickles are Python.
SANITIZED = $(abspath $(VENV))/sanitized
sanitize: $(VENV)/test-tools
	$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja --log-level=WARNING -DBOARDWORTH_SANITIZE=ON -DBOARDWORTH_STRICT=ON -DCMAKE_BUILD_TYPE=Debug \
		-DPython_EXECUTABLE=$(abspath $(BIN)/python) -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja)
	$(BIN)/cmake --build $(SANITIZED)
	env -u BOARDWORTH_DATA BOARDWORTH_CORE=$$(ls $(SANITIZED)/sanitized.*.so) ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" \
		$(BIN)/python -m pytest -q $(BESIDE) -p no:cacheprovider \
		--ignore=tests/project --ignore=tests/cli --ignore=tests/arena --ignore=tests/report \
		--ignore=tests/recipes --ignore=tests/reproduce --ignore=tests/fitting --ignore=tests/rules/gdl/test_structure.py \
		--ignore=tests/rules/gdl/test_sheets.py --ignore=tests/rules/gdl/test_hasami.py \
		--ignore=tests/rules/gdl/test_ownership.py --ignore=tests/rules/gdl/test_symmetries.py \
		--ignore=tests/features/test_logic_generation.py --ignore=tests/laws/test_configurations.py \
		--ignore=tests/laws/test_players.py --ignore=tests/laws/test_images.py --ignore=tests/laws/test_exports.py \
		--ignore=tests/laws/test_notebook_views.py --ignore=tests/laws/test_pickling.py --ignore=tests/laws/test_tables.py \
		--ignore=tests/rules/gdl/test_drawing.py --ignore=tests/rules/test_short_moves.py --ignore=tests/rules/test_standing.py

# The wheel, in an environment of its own that borrows only the tools: with the module for machines without AVX2, which
# is run here by the laws of what is written differently there. The other module is the one that all other tests run.
WHEEL = $(abspath $(VENV))/wheel
OTHER_MODULE = $(if $(filter x86_64 amd64,$(shell uname -m)),x86_64_v2,generic)
PACKAGES = import sysconfig; print(sysconfig.get_path("purelib"))
instruction-sets: $(VENV)/test-tools
	rm -rf $(WHEEL)/files
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir $(WHEEL)/files -C build-dir=$(WHEEL)/build \
		-C cmake.define.BOARDWORTH_ONLY=$(OTHER_MODULE) -C cmake.define.BOARDWORTH_STRICT=ON
	$(BIN)/python -m venv --clear --without-pip $(WHEEL)/venv
	$(BIN)/python -c '$(PACKAGES)' > "$$($(WHEEL)/venv/bin/python -c '$(PACKAGES)')/tools.pth"
	$(PIP) --python $(WHEEL)/venv/bin/python install --no-deps --no-index $(WHEEL)/files/*.whl
	BOARDWORTH_WHEEL=$$(ls $(WHEEL)/files/*.whl) BOARDWORTH_CORE=$(OTHER_MODULE) PYTHONSAFEPATH=1 \
		$(WHEEL)/venv/bin/python -m pytest -q $(BESIDE) -p no:cacheprovider -o pythonpath=tests \
		tests/project/test_wheel.py tests/rules/test_othello.py tests/rules/test_keys.py \
		tests/laws/test_games.py tests/laws/test_othello_squares.py tests/laws/test_evaluators.py \
		tests/laws/test_configurations.py tests/laws/test_propnets.py

bench: $(VENV)/bench-tools
	$(BIN)/python -m benchmarks

# Every figure that takes less than half an hour of CPU time, anew: two hours, better on an idle machine. BOARDWORTH_DATA names
# the folder of the records. One that fails does not keep the others from being measured.
FIGURES = perft evaluation search sparse midgame endgame mining cover fit fit_full uct gdl mtdf_depth generation \
	accuracy stage_sharing terms losses near_even wthor_error matches pattern_matches levels reversi_by_rules glem configuration_sizes
figures: $(VENV)/bench-tools
	for name in $(FIGURES); do $(BIN)/python -m benchmarks $$name --write || echo "$$name: not measured"; done
	$(BIN)/python -m benchmarks results_page

# The pages of figures, from the files that `python -m benchmarks NAME --write` has written.
results: $(VENV)/installed
	$(BIN)/python -m benchmarks results_page

# The records and problems that come with Boardworth, anew: games of the models that come with it.
samples: $(VENV)/installed
	$(BIN)/python -m benchmarks samples

# What README shows, drawn anew, and the notebooks with what their cells show.
pictures: $(VENV)/installed
	$(BIN)/python -m benchmarks pictures

notebooks: $(VENV)/test-tools
	$(BIN)/python -m benchmarks notebooks

# The Othello model that comes with Boardworth, anew. BOARDWORTH_DATA names the folder of the records: WTHOR, without the
# years that models are measured on, and Logistello's log book.
OTHELLO = $(abspath $(BIN))/boardworth build othello --smooth 600 --held-out 0.05 --label-depth 6 \
	--records 'wthor/WTH_19*.wtb' 'wthor/WTH_200*.wtb' 'wthor/WTH_201[0-5].wtb' logistello/logbook.gam.gz
OTHELLO_FOLDER = $(abspath build/othello-model)
othello-model: $(VENV)/installed
	mkdir -p $(OTHELLO_FOLDER)
	cd $(BOARDWORTH_DATA)/othello && $(OTHELLO) --patterns shipped B --searched 1200000 \
		-o $(OTHELLO_FOLDER)/first.model
	cd $(BOARDWORTH_DATA)/othello && $(OTHELLO) --patterns shipped B D --searched 2500000 --seed 1 \
		--improve $(OTHELLO_FOLDER)/first.model -o $(OTHELLO_FOLDER)/othello.model
	cp $(OTHELLO_FOLDER)/othello.model games/

# The models of chess and shogi that come with Boardworth, anew, from experts' moves: about an hour on two cores.
EXPERTS_FOLDER = $(abspath build/expert-models)
expert-models: $(VENV)/installed
	mkdir -p $(EXPERTS_FOLDER)
	cd $(BOARDWORTH_DATA)/chess && $(abspath $(BIN))/boardworth build chess --records elite2600.pgn --games 60000 \
		-o $(EXPERTS_FOLDER)/chess.model
	cd $(BOARDWORTH_DATA)/shogi && $(abspath $(BIN))/boardworth build shogi --records selfplay_20k.usi title_matches.usi \
		computer_games.usi --batch 12000 --iterations 36 -o $(EXPERTS_FOLDER)/shogi.model
	cp $(EXPERTS_FOLDER)/chess.model $(EXPERTS_FOLDER)/shogi.model games/

clean:
	rm -rf build $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis boardworth/_core/__init__.pyi

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip
	@touch $@

$(VENV)/installed: $(VENV)/created pyproject.toml CMakeLists.txt $(SOURCES)
	$(PIP) install --group build
	$(BIN)/python -m pip --verbose install --no-build-isolation --editable . -C cmake.define.BOARDWORTH_THIS_MACHINE=ON \
		-C cmake.define.BOARDWORTH_STRICT=ON
	@touch $@

$(VENV)/wheel-tools: $(VENV)/created pyproject.toml
	$(PIP) install --group build --group wheel
	@touch $@

$(VENV)/test-tools: $(VENV)/installed pyproject.toml
	$(PIP) install --group test
	@touch $@

$(VENV)/bench-tools: $(VENV)/test-tools pyproject.toml
	$(PIP) install --group bench
	@touch $@
