"""Who may import whom, and a few promises of the house: a test, not a wish."""

import ast
import sys

import pytest
from conftest import CHECKOUT

PACKAGE = CHECKOUT / "companion"

# A part of the house -> the parts it may import beside itself. Imports point inwards.
MAY_IMPORT = {
    "core": set(),
    "games": {"core"},
    "eye": {"core", "eye_beside", "eye_leads", "eye_poker", "eye_questions", "eye_verdicts"},
    "eye_leads": {"core", "eye_questions", "eye_verdicts"},
    "eye_beside": {"core", "eye_questions", "eye_verdicts"},
    "eye_poker": {"core", "eye_questions", "eye_verdicts"},
    "eye_verdicts": {"core", "eye_questions"},
    "eye_questions": {"alike", "core"},
    "alike": {"zones"},
    "zones": set(),
    "seating": {"zones"},
    "stir": {"zones", "vision"},
    "pile": {"core", "eye"},
    "together": {"core", "croupier", "door", "eye_questions", "lookout_answer", "shown", "stir",
                 "vision"},
    "placing": {"seating", "vision", "zones"},
    "news": {"core", "eye_questions", "stir", "vision", "zones"},
    "sights": {"alike", "core", "eye", "news", "placing", "rows", "vision", "zones"},
    "rows": {"zones"},
    "shown": {"core", "vision", "zones"},
    "looking": {"core", "eye", "eye_questions", "lookout_answer", "news", "pace", "placing",
                "said", "shown", "sights", "together", "vision", "zones"},
    "pace": set(),
    "lookout": {"core", "croupier", "door", "eye", "looking", "pile", "said", "stir", "together",
                "vision"},
    "lookout_answer": {"core", "eye", "eye_questions", "placing", "zones", "vision"},
    "record": {"core", "games"},
    "store": {"core", "games"},
    "rules_code": {"core", "games"},
    "paths": set(),
    "evidence": set(),
    "command_line": set(),
    "said": {"core"},
    "open_evening": {"core", "games", "store"},
    "take_back": {"core", "said", "open_evening"},
    "croupier": {"core", "games", "said", "open_evening", "take_back", "store"},
    "door": {"core", "croupier", "store"},
    "export": {"core", "croupier", "store"},
    "audit": {"core", "games", "store"},
    "vision": {"core", "paths"},
    "network": {"store", "paths", "vision"},
    "web": {
        "core", "games", "eye", "eye_questions", "croupier", "door", "export", "vision", "paths",
        "network", "store", "record", "rules_code", "evidence", "lookout", "pile",
    },
    "serve": {"web", "croupier", "door", "store", "paths", "network"},
    "demo": {"core", "store", "croupier", "door", "eye", "serve", "network", "vision"},
}  # fmt: skip
ANYBODY = {"cli", "cli_cards", "bench", "__main__"}  # the outermost: they put the others together

# What the pure core does without: whatever would make a hand come out differently next time.
IMPURE = {"random", "time", "datetime", "os", "pathlib", "sqlite3", "logging", "threading", "io"}
HEAVY = {
    "cv2": {"vision", "web"},
    "flask": {"web"},
    "sqlite_utils": {"store"},
    "qrcode": {"web", "serve"},
}

MOVES_OF_POTS = {"PotAwarded", "Staked", "PaidOntoSpace", "LeftoverGiven", "PointsPlaced",
                 "SpareBought", "PokerBet", "LeadPassed"}  # fmt: skip


def modules():
    return sorted(p for p in PACKAGE.rglob("*.py") if "static" not in p.parts)


def part_of(path):
    """The part of the house a file belongs to: its folder, or its own name."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports(path):
    """(line, dotted name) of everything a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            if node.module == "companion":
                yield from ((node.lineno, f"companion.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module


def sentence(path, line, name):
    return f"{path.relative_to(CHECKOUT)}:{line}: {part_of(path)} must not import {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_inwards(path):
    part = part_of(path)
    if part in ANYBODY or part == "__init__":
        return
    assert part in MAY_IMPORT, f"say in MAY_IMPORT what {part} may know"
    allowed = MAY_IMPORT[part] | {part, "__version__"}

    wrong = [
        sentence(path, line, name)
        for line, name in imports(path)
        if name.startswith("companion.") and name.split(".")[1] not in allowed
    ]
    assert not wrong


def test_the_core_is_pure():
    wrong = [
        sentence(path, line, name)
        for path in modules()
        if part_of(path) in ("core", "games")
        for line, name in imports(path)
        if not name.startswith("companion")
        and (name.split(".")[0] not in sys.stdlib_module_names or name.split(".")[0] in IMPURE)
    ]
    assert not wrong


def test_vision_knows_cards_and_sightings_only():
    wrong = [
        sentence(path, line, name)
        for path in modules()
        if part_of(path) == "vision"
        for line, name in imports(path)
        if name.startswith("companion.core") and name.split(".")[-1] not in ("cards", "sighting")
    ]
    assert not wrong


@pytest.mark.parametrize("library", HEAVY)
def test_only_its_own_part_knows(library):
    wrong = [
        sentence(path, line, name)
        for path in modules()
        for line, name in imports(path)
        if name.split(".")[0] == library and part_of(path) not in HEAVY[library]
    ]
    assert not wrong


def test_only_pots_moves_chips_into_or_out_of_a_pot():
    builders = {
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in MOVES_OF_POTS
    }
    assert builders == {"core/pots.py"}


def test_training_is_never_imported():
    wrong = [
        sentence(path, line, name)
        for path in modules()
        for line, name in imports(path)
        if name.split(".")[0] in ("training", "models", "torch")
    ]
    assert not wrong


def functions(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node, node.end_lineno - node.lineno + 1


def test_no_function_has_to_be_scrolled():
    long = [
        f"{path.relative_to(CHECKOUT)}:{node.lineno} {node.name} has {lines} lines"
        for path in [*modules(), *sorted((CHECKOUT / "tests").rglob("*.py"))]
        for node, lines in functions(path)
        if lines > 70
    ]
    assert not long


def test_half_of_all_functions_have_less_than_ten_lines():
    lengths = sorted(lines for path in modules() for _, lines in functions(path))

    assert lengths[len(lengths) // 2] < 10


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_no_modules_import_each_other_in_a_circle():
    """Also where only types are wanted: what two modules share lives in a third."""
    paths = {_dotted(path): path for path in modules()}
    needs = {name: _imported(path, paths) - {name} for name, path in paths.items()}
    while free := [name for name, needed in needs.items() if not needed]:
        for name in free:
            del needs[name]
        for needed in needs.values():
            needed.difference_update(free)
    assert not needs


def _dotted(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path, known):
    """The modules that a file imports: of a package the modules named, else the package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in named}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(known)
