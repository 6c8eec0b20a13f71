"""Words and program agree: README, RULES, CHANGELOG, error codes, model cards."""

import ast
import json
import re
import shlex
import subprocess

import pytest
from conftest import CHECKOUT

from companion import __version__, cli
from companion.core.errors import CODES

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
RULES = (CHECKOUT / "companion" / "games" / "RULES.md").read_text(encoding="utf-8")
CHANGELOG = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
MODELS = CHECKOUT / "models"

# Never written into the project: where packages come from, and folders of a build machine.
FOREIGN = re.compile(
    "pypi[.]org|python[h]osted|registry[.]npmjs|npmjs[.]org|deb[.]debian[.]org"
    r"|(?<![\w.])/(work|root|home|Users)/\w"
)
TEXT_SUFFIXES = ("", ".py", ".md", ".toml", ".html", ".js", ".css", ".svg", ".jsonl", ".yaml")


def sources(*folders):
    for folder in folders:
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            if "__pycache__" not in path.parts:
                yield path


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


# ---- README -------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", blocks("python"))
def test_every_example_of_the_readme_runs(example):
    exec(compile(example, "README.md", "exec"), {})


def readme_commands():
    """The commands of the README that end by themselves, as words after `boodle`."""
    for line in "".join(blocks("sh")).splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["boodle"] and words[1:2] != ["serve"]:
            yield words[1:]


@pytest.mark.parametrize("words", [w for w in readme_commands() if w[0] != "scan"], ids=" ".join)
def test_every_command_of_the_readme_runs(words, monkeypatch, capsys):
    monkeypatch.chdir(CHECKOUT)

    assert cli.main(words) in (cli.DONE, cli.NOT_YET)
    assert capsys.readouterr().out


@pytest.mark.vision
def test_the_readmes_scan_reads_the_sample_images(monkeypatch, capsys):
    (words,) = [w for w in readme_commands() if w[0] == "scan"]
    monkeypatch.chdir(CHECKOUT)
    images = [str(p) for word in words[1:] for p in sorted(CHECKOUT.glob(word))]

    assert images, "the README names sample images, but there are none"
    assert cli.main(["scan", "--json", *images]) == cli.DONE
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(images)
    assert any(row["cards"] for row in rows)


def test_the_readme_names_every_command_and_no_other():
    named = set(re.findall(r"^\| `boodle (\w+)", README, re.MULTILINE))

    assert named == set(cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_readme_names_every_option_of(name, capsys):
    with pytest.raises(SystemExit):
        cli.main([name, "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    row = next(line for line in README.splitlines() if line.startswith(f"| `boodle {name}"))

    missing = [option for option in options if option not in row and option not in OPTIONS_OF_MANY]
    assert not missing


OPTIONS_OF_MANY = ("--data", "--port", "--no-browser", "--speed")  # explained once, and by --help


def test_every_exit_code_is_in_the_readme():
    sentence = README[README.index("They end with 0") :][:400]

    for code in (cli.DONE, cli.WRONG, cli.NOT_YET, cli.NOT_UNDERSTOOD):
        assert re.search(rf"\b{code}\b", sentence), code


def test_the_map_of_the_tree_names_what_is_there():
    tree = re.split(r"```\n", README[README.index("## Map of the tree") :])[1]
    for line in tree.splitlines():
        names, _, _ = line.strip().partition("  ")
        top = "" if not line.startswith(" ") else "companion"
        for name in names.split(", "):
            assert list((CHECKOUT / top).glob(name)), f"the map names {name}, which is not there"


def test_every_link_of_the_readme_to_a_file_leads_somewhere():
    targets = re.findall(r"\]\(([^):#]+)\)", README)

    assert targets
    assert not [target for target in targets if not (CHECKOUT / target).exists()]


# ---- rules, errors, changes, models -------------------------------------------------------------


def headings_and_items():
    """What can be cited: headings (§ 2.7) and the numbered items below them (§ 2.7.2)."""
    found, section = set(), ""
    for line in RULES.splitlines():
        if match := re.match(r"#{2,3} (\d+(?:\.\d+)?)\b", line):
            section = match[1]
            found.add(section)
        elif section and line[:1].isdigit():
            found.update(f"{section}.{item}" for item in re.findall(r"(?:^|[;.] )(\d+)\. ", line))
    return found


def citations():
    for path in sources("companion", "tests"):
        text = path.read_text(encoding="utf-8")
        for cited in re.findall(r"RULES § ?(\d+(?:\.\d+)*)", text):
            yield path.relative_to(CHECKOUT).as_posix(), cited


def test_every_paragraph_that_is_cited_stands_in_the_rules():
    known = headings_and_items()

    unknown = sorted({f"{path}: § {cited}" for path, cited in citations() if cited not in known})
    assert not unknown


def nodes(kind):
    """Every node of *kind* in the program, with its file."""
    for path in sources("companion"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kind):
                yield path, node


def test_every_error_code_is_used_somewhere():
    texts = {n.value for path, n in nodes(ast.Constant) if path.name != "errors.py"}

    assert not sorted(set(CODES) - texts)


def test_every_error_names_a_code_of_the_list():
    calls = [
        (path, node) for path, node in nodes(ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id in ("RuleError", "Doubt") and node.args
    ]  # fmt: skip

    assert calls
    assert not [
        f"{path.name}:{node.lineno} {node.args[0].value}" for path, node in calls
        if isinstance(node.args[0], ast.Constant) and node.args[0].value not in CODES
    ]  # fmt: skip


def test_every_error_code_has_its_words():
    assert all(words and words[0].islower() and not words.endswith(".") for words in CODES.values())


def test_the_changelog_has_an_entry_for_this_version():
    entry = CHANGELOG.split(f"## [{__version__}]")[1].split("\n## ")[0]

    assert "### Scoring" in entry
    headings = re.findall(r"^### (\w+)", entry, re.MULTILINE)
    order = ["Scoring", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    assert headings == sorted(headings, key=order.index)


def test_every_file_of_weights_has_its_card():
    words = (MODELS / "README.md").read_text(encoding="utf-8")
    weights = [
        p for p in MODELS.iterdir() if p.suffix in (".onnx", ".npz", ".pt", ".tflite", ".xml")
    ]

    for path in weights:
        assert f"`{path.name}`" in words, f"models/README.md says nothing about {path.name}"
    for fact in ("licence", "sha-256"):
        assert not weights or fact in words.lower()


def committed():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("this is no git checkout, so nobody knows which files are ours")
    return [CHECKOUT / name for name in listed.stdout.split("\0") if name]


def test_no_file_names_a_registry_or_a_folder_of_a_build_machine():
    found = []
    for path in committed():
        if path.suffix in TEXT_SUFFIXES and path.is_file():
            for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
                if FOREIGN.search(line):
                    found.append(f"{path.relative_to(CHECKOUT)}:{number}")

    assert not found


def test_no_lock_file_is_committed():
    assert not [path for path in committed() if path.name in ("uv.lock", "package-lock.json")]
