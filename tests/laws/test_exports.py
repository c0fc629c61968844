"""Laws of exported models: every language finds our values, by arrays and by texts.

What texts mean is what our own reader says, also of strange ones: they are read alike or refused.
"""

import random
import re

import numpy as np
import pytest
from conftest import (
    GAMES,
    features_from_logic,
    features_with_relations,
    packed,
    random_game,
    random_model,
    sparse_features,
)
from exported_programs import CC, LANGUAGES, NODE

import boardworth as bw
from boardworth.errors import FormatError
from boardworth.evaluators.export.progress import progress_of
from boardworth.features import (
    ConfigurationSet,
    FeatureSet,
    LogicCounts,
    Pattern,
    board_patterns,
    genconf,
)
from boardworth.features.configurations import max_values
from boardworth.features.relations import KINDS
from boardworth.fitting import Combination, Discriminant, Stages, WeightedSum
from boardworth.fitting.scoring import probability

POSITIONS = 120


def game_of(name):
    return bw.load_game(name)


def patterns(name, target="score"):
    return random_model(board_patterns(game_of(name), 100), 1, stages=5, target=target)


def configurations(name, semantics):
    game = game_of(name)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    found = genconf(game, packed(positions), len(positions) // 3, max_length=3, max_found=20_000)
    some = found.select(sorted(random.Random(1).sample(range(len(found)), min(len(found), 300))))
    features = FeatureSet(game, [], parts=[ConfigurationSet(some, semantics)])
    return random_model(features, 2)


def logic_counts(name, counted):
    """Conjunctions that prove solutions: several of one, one of several, and one without facts."""
    game, draw = game_of(name), random.Random(3)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    proofs = [(5, ())]
    for solution in [n % 12 for n in range(60)]:
        facts = enumerate(game.facts(draw.choice(positions)))
        changing = [(a, v) for a, v in facts if len(game.atoms[a].values) > 1]
        proofs.append((solution, tuple(sorted(draw.sample(changing, draw.randrange(1, 4))))))
    proofs.append((7, proofs[3][1]))
    part = LogicCounts(
        game,
        ["squares", "threats", "pieces in danger"],
        np.array([a * max_values(game) + v for _, own in proofs for a, v in own], np.uint16),
        np.array([len(own) for _, own in proofs], np.uint8),
        np.array([solution for solution, _ in proofs], np.uint32),
        np.arange(12, dtype=np.uint32) % 3,
        counted,
    )
    return random_model(FeatureSet(game, [], parts=[part]), 4)


def tapered(features, seed=5):
    """Weights that are mixed, many of them in the middle between two whole numbers."""
    draw = np.random.default_rng(seed)
    ends = draw.integers(-9, 10, (2, len(features))).astype(np.int16)
    counts = np.zeros(len(features), np.uint8)
    return bw.Model(WeightedSum.tapered(features, ends, 16, "win", counts))


def combined(name, quadratic):
    features = FeatureSet(game_of(name), board_patterns(game_of(name), 100).patterns[:12])
    sums = random_model(features, 6, stages=4, largest=20).pattern_sums()
    draw, count = np.random.default_rng(7), len(sums.names)
    found = []
    for stage in range(3):
        matrix = draw.normal(0, 0.01, (count, count)) if quadratic and stage != 1 else None
        symmetric = None if matrix is None else matrix + matrix.T
        found.append(Discriminant(0.1 * stage, draw.normal(0, 0.1, count), symmetric))
    return bw.Model(Combination(sums, Stages.equal(sums.game.max_progress, 3), tuple(found)))


def joined(name):
    """Patterns, configurations, logic features and relations, all in one sum."""
    parts = [
        *configurations(name, "most specific").weighted_sum.features.parts,
        *logic_counts(name, "solutions").weighted_sum.features.parts,
        *features_with_relations(name).parts,
    ]
    sparse = sparse_features(game_of(name))
    return random_model(FeatureSet(sparse.game, sparse.patterns, sparse.valid, parts), 8)


def shipped(name):
    return bw.shipped_model(game_of(name))


def relations(name, kinds=None, largest=300):
    return random_model(features_with_relations(name, kinds), 9, largest=largest, target="win")


MODELS = {
    **{f"patterns of {name}": lambda name=name: patterns(name) for name in GAMES},
    "log-odds": lambda: patterns("tic_tac_toe", "win"),
    "sparse patterns": lambda: random_model(sparse_features(game_of("othello")), 1),
    "all configurations": lambda: configurations("othello", "all"),
    "one role": lambda: configurations("peg-solitaire", "all"),
    "most specific configurations": lambda: configurations("connect-four", "most specific"),
    "proved solutions": lambda: logic_counts("tic_tac_toe", "solutions"),
    "proofs": lambda: logic_counts("connect-four", "proofs"),
    "logic features": lambda: random_model(features_from_logic(game_of("tic-tac-toe")), 1),
    "all relations": lambda: relations("dobutsu"),
    "large weights of relations": lambda: relations("dobutsu", KINDS[:5], largest=32_767),
    "mixed relations": lambda: tapered(
        features_with_relations("chess", ("material", "piece-square", "king-piece"))
    ),
    "mixed pairs": lambda: tapered(features_with_relations("dobutsu", ("piece-piece",))),
    "relations of shogi": lambda: relations("shogi", ("material", "piece-square")),
    "mixed patterns": lambda: tapered(board_patterns(game_of("othello"), 100)),
    "a linear combination": lambda: combined("othello", False),
    "a quadratic combination": lambda: combined("tic_tac_toe", True),
    "everything": lambda: joined("dobutsu"),
    "material": lambda: bw.baseline(game_of("chess"), "material"),
    **{f"shipped {name}": lambda name=name: shipped(name) for name in ("chess", "shogi")},
}
# What is a position in no notation.
WRONG = ["", "no position", "X", "8/8 w - -", "(nonsense)", "(", ")"]


def some_positions(game):
    """Of both movers and all phases, also finished ones."""
    found = [p for seed in range(12) for p in random_game(game, seed)[0]]
    return random.Random(1).sample(found, min(POSITIONS, len(found)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", MODELS)
def test_an_exported_model_has_our_values(tmp_path, kind, language):
    if (language == "c" and CC is None) or (language == "js" and NODE is None):
        pytest.skip(f"nothing here runs {language}")
    model = MODELS[kind]()
    game = model.game
    positions = some_positions(game)
    evaluator = bw.Evaluator(model)
    wanted = evaluator.values(positions)
    units = [evaluator.core.value(position.packed) for position in positions]
    facts = np.array([game.facts(position) for position in positions])
    texts = [game.text(position) for position in positions]
    found = LANGUAGES[language](model, tmp_path, facts, texts)
    assert found["units"] == units
    assert found["units_of_texts"] == units
    assert found["values"] == wanted.tolist()
    movers = [position.mover for position in positions]
    assert found["parsed"] == [[m, own] for m, own in zip(movers, facts.tolist(), strict=True)]
    assert {*movers} == {*range(len(game.roles))}
    np.testing.assert_allclose(
        found["wins"], probability(wanted) if model.target == "win" else [], rtol=1e-9, atol=1e-15
    )


# En passant: e3 is told where a pawn can go there, and leaves its king safe.
CAPTURABLE = [
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "8/8/8/3k4/4Pp2/8/8/4K3 b - e3 0 1",  # the pawn that is captured gives check
    "7k/8/8/8/3pPp2/8/1B6/4K3 b - e3 0 1",  # one of two pawns is pinned
    "4k3/8/8/8/3pP3/8/8/4RK2 b - e3 0 1",  # another piece is in the rook's way then
]
NOT_CAPTURABLE = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "7k/8/8/8/3pP3/8/1B6/4K3 b - e3 0 1",  # pinned
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",  # two pieces leave a row at once
    "R3k3/8/8/8/3pP3/8/8/5K2 b - e3 0 1",  # in check from elsewhere
    "4k3/8/8/p6P/P6p/8/8/4K3 b - a3 0 1",  # rows do not go on at the other edge
]
CHESS = [
    *CAPTURABLE,
    *NOT_CAPTURABLE,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/4N3/PPPP1PPP/R1BQKBNR b KQkq e3 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KK - 0 1",
    "4k3/8/8/8/8/8/8/R3K1RR w GQ - 0 1",
    "4k3/8/8/8/8/8/8/R3K1RR w GK - 0 1",
    "4k3/8/8/8/8/8/8/R3K1RR w K-Q - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
    "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - -",
    "4k3/8/8/8/8/8/8/4K3 w - - 255 65535",
    "4k3/8/8/8/8/8/8/4K3 w - - 256 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
    "4k3/8/8/8/8/8/8/4K3 w - - 0x 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
    "4k3/0/8/8/8/8/8/8/4K3 w - - 0 1",
    "qqqqkqqq/qqqqqqqq/q7/8/8/8/8/4K3 b - - 0 1",
]
SHOGI = [
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1",
    "sfen\t4k4/9/9/9/9/9/9/9/4K4 w R2Pb10p",
    "4k4/9/9/9/9/9/9/9/4K4 b - win",
    "4k4/9/9/9/9/9/9/9/4K4 b 18P 1",
]
# By game: texts that say more, or less, than those of positions.
STRANGE = {"chess": CHESS, "shogi": SHOGI}
# How many texts are made stranger, and by which signs.
SPOILED = 300
SIGNS = "()/+-;.?09AKQakq wb\t\n\v\f\r\xa0\x1c"
# In these a text is refused if, and only if, ours refuses it. In the others more is read that can
# be no position, and a few texts are refused that we would never write.
AS_STRICT = ["othello", "tic_tac_toe", "chess", "tic-tac-toe", "peg-solitaire", "english-draughts"]


def spoiled(draw, text):
    """A text with a few mistakes, or with others that are none."""
    words = text.split(" ")
    way = draw.randrange(8)
    if way == 0:
        del words[draw.randrange(len(words))]
    elif way == 1:
        words.insert(draw.randrange(len(words)), draw.choice(words))
    elif way == 2:
        draw.shuffle(words)
    elif way == 3:
        words[draw.randrange(len(words))] = "".join(draw.choices("KQkqAHah-", k=2))
    elif way == 4:
        words[draw.randrange(len(words))] = draw.choice("abcdefgh") + draw.choice("36")
    text = draw.choice([" ", " ", " ", "  ", "\n", "\t", ""] if way > 4 else [" "]).join(words)
    if way > 5:
        text = draw.choice(
            [text.upper(), text.title(), text[:-1], f"{text} ; the end", f"  {text}"]
        )
    for _ in range(draw.randrange(3) if way else 0):
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.choice(SIGNS) + text[at + draw.randrange(2) :]
    return text


def strange_texts(game):
    draw = random.Random(1)
    texts = [game.text(position) for position in some_positions(game)]
    own = [*STRANGE.get(game.name, []), texts[0].replace(" ", "  "), f"\t{texts[0]}\r\n"]
    if game.rule_sheet is not None:
        own += [
            texts[0].replace(" ", "\n"),
            texts[0].replace(") (", ")("),
            texts[0].replace("(", "( "),
            texts[0].replace(" 1", " (1)"),
            texts[0].replace("cell", "(cell)"),
            texts[0].upper(),
            texts[0][:-1],
            f"{texts[0]})",
            f"{texts[0]} ()",
            f"{texts[0]} {texts[0]}",
            f"{texts[0]} {texts[-1]}",
            f"{texts[0]} ; (",
            f"; (\r{texts[0]}",
            *texts[0].split(") "),
            *(text + ")" for text in texts[0].split(") ")),
        ]
    return [*WRONG, *own, *(spoiled(draw, draw.choice(texts + own)) for _ in range(SPOILED))]


def ours(game, text):
    """What our reader says; None if it refuses."""
    try:
        position = game.parse(text)
    except FormatError:
        return None
    return [position.mover, list(game.facts(position))]


def one_pattern(game):
    return random_model(FeatureSet(game, [Pattern("the first atoms", (0, 1))]), 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", dict.fromkeys([*GAMES, *AS_STRICT]))
def test_strange_texts_are_read_as_ours_are(tmp_path, name, language):
    if (language == "c" and CC is None) or (language == "js" and NODE is None):
        pytest.skip(f"nothing here runs {language}")
    game = game_of(name)
    texts = strange_texts(game)
    wanted = [ours(game, text) for text in texts]
    found = LANGUAGES[language](one_pattern(game), tmp_path, [], [], texts)["strange"]
    answers = list(zip(texts, found, wanted, strict=True))
    if name not in AS_STRICT:
        spoiled_from = len(texts) - SPOILED
        answers = answers[:spoiled_from] + [
            (text, own, other)
            for text, own, other in answers[spoiled_from:]
            if own is not None and other is not None
        ]
    assert not [answer for answer in answers if answer[1] != answer[2]]
    assert sum(own is not None for own in wanted) > 20
    assert sum(own is None for own in wanted) >= len(WRONG)


def test_en_passant_is_told_where_it_is_legal():
    game = game_of("chess")
    assert all(game.facts(game.parse(text))[-1] for text in CAPTURABLE)
    assert not any(game.facts(game.parse(text))[-1] for text in NOT_CAPTURABLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_capitals_matter_where_they_tell_words_apart(tmp_path, language):
    if (language == "c" and CC is None) or (language == "js" and NODE is None):
        pytest.skip(f"nothing here runs {language}")
    sheet = re.sub(r"(?<=[ (])o(?=[ )])", "X", game_of("tic-tac-toe").definition)
    game = game_of(sheet)
    text = game.text(random_game(game, 1)[0][4])
    texts = [text, text.replace("cell", "Cell"), text.upper(), text.replace(" X)", " x)")]
    wanted = [ours(game, text) for text in texts]
    assert wanted[0] == wanted[1] not in (wanted[2], wanted[3])
    found = LANGUAGES[language](one_pattern(game), tmp_path, [], [], texts)
    assert found["strange"] == wanted


@pytest.mark.parametrize("language", ["js", "python"])
def test_arrays_that_are_no_positions_are_refused(tmp_path, language):
    if language == "js" and NODE is None:
        pytest.skip("nothing here runs js")
    game = game_of("othello")
    facts = list(game.facts(game.start()))
    wrong = [
        [],
        facts[1:],
        [*facts, 1],
        [*facts, *facts],
        [facts, facts],
        [0.5] * 64,
        [*facts[1:], 3],
        [*facts[1:], -1],
        [*facts[1:], None],
        [*facts[1:], "1"],
    ]
    model = random_model(board_patterns(game, 100), 1)
    found = LANGUAGES[language](model, tmp_path, [facts] * 4, [], [], [*wrong, facts])["arrays"]
    assert found == [None] * len(wrong) + [bw.Evaluator(model).value(game.start())]


@pytest.mark.parametrize("name", [*GAMES, "tic-tac-toe"])
def test_facts_tell_how_far_a_game_has_come(name):
    game = game_of(name)
    progress = progress_of(game)
    positions = some_positions(game)
    firsts = np.cumsum([0, *(len(atom.values) for atom in game.atoms)])[:-1]
    facts = np.array([game.facts(position) for position in positions]) + firsts
    told = progress.shares[facts].sum(axis=1) + progress.offset
    found = np.clip(told, 0, progress.maximum)
    assert found.tolist() == game.progress(packed(positions)).tolist()
    assert len({*found.tolist()}) > 1
