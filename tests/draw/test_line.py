"""A value over time as a picture."""

from taflheim.draw.line import Point, line


def test_one_point_and_many() -> None:
    one = line("Rating", [Point(1500, 240, "Mon", "Monday: 1500")])
    assert one.count("<circle") == 1 and 'aria-label="Rating"' in one
    many = line("Rating", [Point(1500 + n % 7, 100, f"d{n}", f"{n}") for n in range(100)])
    # Only where it stands, and few labels.
    assert many.count("<circle") == 1 and many.count('class="label"') <= 5


def test_what_people_are_called_is_text() -> None:
    shown = line('"<b>', [Point(1500, 1, "<i>", "<script>")])
    assert "<b>" not in shown and "<i>" not in shown and "<script>" not in shown
