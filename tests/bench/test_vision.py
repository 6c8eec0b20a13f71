"""companion/bench/vision.py: without labels it says what is missing."""

import pytest

from companion.bench import vision


@pytest.mark.vision
def test_missing_labels_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"no labels at .*nowhere\.jsonl"):
        vision.main([str(tmp_path / "nowhere.jsonl")])
