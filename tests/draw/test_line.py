"""A value over time as a picture."""

from xml.etree import ElementTree

from taflheim.draw.line import Point, line


def test_one_point_and_many() -> None:
    one = line("Rating", [Point(1500, 240, "Mon", "Monday: 1500")])
    assert one.count("<circle") == 1 and 'aria-label="Rating"' in one
    many = line("Rating", [Point(1500 + n % 7, 100, f"d{n}", f"{n}") for n in range(100)])
    # Only where it stands, and few labels.
    assert many.count("<circle") == 1 and many.count('class="label"') <= 5


def test_all_of_the_band_is_in_the_picture() -> None:
    shown = ElementTree.fromstring(line("Rating", [Point(1500, 246, "Mon", ""), Point(1420, 240, "Tue", "")]))
    band = next(path.get("d", "") for path in shown.iter("path") if path.get("class") == "spread")
    heights = [float(corner.split()[1]) for corner in band.strip("MZ").split("L")]
    scale = [float(text.get("y", "")) - 5 for text in shown.iter("text") if text.get("class") == "scale"]
    assert min(scale) <= min(heights) and max(heights) <= max(scale)
    # Nothing is cut off: no two of its corners lie at the same height.
    assert heights[0] < heights[1] < heights[3] < heights[2]


def test_what_people_are_called_is_text() -> None:
    shown = line('"<b>', [Point(1500, 1, "<i>", "<script>")])
    assert "<b>" not in shown and "<i>" not in shown and "<script>" not in shown
