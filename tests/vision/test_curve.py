"""Claims about calibration error and the curve of coverage and precision."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from companion.vision.curve import answers_of, calibration_error, curve_svg, points_of

pytestmark = pytest.mark.vision


def test_of_two_copies_one_is_right_and_what_may_be_there_counts_neither_way() -> None:
    cards = [("7S", 0.8), ("7S", 0.9), ("QD", 0.7), ("2C", 0.6)]

    answers = answers_of(Counter(["7S"]), cards, Counter(["QD"]))

    assert answers == [(0.9, True), (0.8, False), (0.6, False)]


def test_nine_of_ten_right_at_nine_tenths_is_no_error() -> None:
    fair = [(0.9, k < 9) for k in range(10)]

    assert calibration_error(fair) == pytest.approx(0)
    assert calibration_error([(0.9, False)] * 4) == pytest.approx(0.9)
    assert calibration_error([]) == 0


def test_a_lower_threshold_covers_more() -> None:
    points = points_of([(0.99, True), (0.9, True), (0.9, False), (0.5, True)], there=4)

    assert [point.threshold for point in points] == [0.99, 0.9, 0.5]
    assert [point.coverage for point in points] == [0.25, 0.5, 0.75]
    assert [point.precision for point in points] == [1.0, pytest.approx(2 / 3), 0.75]


def test_the_curve_is_a_picture_that_any_browser_opens() -> None:
    points = points_of([(0.99, True), (0.9, True), (0.5, False)], there=4)

    svg = ElementTree.fromstring(curve_svg(points, 0.9, "photographs"))

    assert svg.tag.endswith("svg")
    assert "reported: 100.0 / 50.0" in "".join(svg.itertext())
    ElementTree.fromstring(curve_svg([], 0.9, "nothing read"))
