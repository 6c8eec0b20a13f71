"""companion/bench/rules.py: a figure comes with its conditions. How large it is, no test says."""

from companion.bench import rules


def test_figures_come_with_machine_version_and_counts(capsys):
    assert rules.main(["--hands", "2"]) == 0

    out = capsys.readouterr().out
    assert "Python" in out and "cores" in out
    assert "2 hands of 4 players" in out
    assert "commands a second" in out and "10,000 would take" in out
