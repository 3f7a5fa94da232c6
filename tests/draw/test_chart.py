"""Charts of measured values."""

import xml.etree.ElementTree as ET

import pytest

from taflheim.draw.chart import Value, chart

SVG = "{http://www.w3.org/2000/svg}"


def test_every_value_is_where_its_size_says() -> None:
    values = [Value(1000, 900, 1100), None, Value(1400, 1350, 1450)]
    picture = ET.fromstring(chart("Strength & luck", ["one", "two", "three"], {"a": values, "b": values[::-1]}))
    assert picture.findtext(f"{SVG}title") == "Strength & luck"
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"one", "two", "three", "a", "b", "1000", "1400"} <= set(texts)
    labels = {text.text: float(text.get("y", "")) for text in picture.iter(f"{SVG}text")}
    dots = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in picture.iter(f"{SVG}circle")][:2]
    # The labels of the scale stand a little below their lines.
    assert [y for _, y in dots] == [pytest.approx(labels[text] - 5, abs=0.2) for text in ("1000", "1400")]
    assert dots[0][0] < dots[1][0]


@pytest.mark.parametrize("values", [[Value(50, 50, 50)], [Value(0.1, 0, 0.2)], [Value(-300, -500, 2000)]])
def test_all_of_it_is_in_the_picture(values: list[Value]) -> None:
    picture = ET.fromstring(chart("", ["x"], {"": values}))
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    for dot in picture.iter(f"{SVG}circle"):
        assert 0 < float(dot.get("cx", "")) < width and 0 < float(dot.get("cy", "")) < height
