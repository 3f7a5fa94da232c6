"""Bars: up what went well, down what did not, and each says in words what it is."""

from xml.etree import ElementTree

from taflheim.draw.bars import Bar, bars


def parts(picture: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(tag))


def test_heights_are_in_proportion_and_bars_do_not_overlap() -> None:
    shown = [
        Bar("Mon", [("won", 3), ("drawn", 1)], [("lost", 2)], "Monday <&>"),
        Bar("Tue", [("won", 0), ("drawn", 0)], [("lost", 1)], "Tuesday"),
    ]
    picture = bars("Games & more", shown)
    rects = parts(picture, "rect")
    assert [rect.get("class") for rect in rects] == ["won", "drawn", "lost", "lost"]
    won, drawn, lost, alone = (
        {name: float(rect.get(name, "")) for name in ("x", "y", "width", "height")} for rect in rects
    )
    assert round(won["height"] / drawn["height"]) == 3 and round(lost["height"] / alone["height"]) == 2
    assert abs(drawn["y"] + drawn["height"] - won["y"]) < 0.2
    assert abs(won["y"] + won["height"] - lost["y"]) < 0.2
    assert won["x"] + won["width"] < alone["x"]
    # What is drawn is told from what is won without colours, too.
    assert [path.get("class") for path in parts(picture, "path")] == ["axis", "stripes"]
    assert [title.text for title in parts(picture, "title")] == ["Monday <&>", "Tuesday"]
    assert ElementTree.fromstring(picture).get("aria-label") == "Games & more"


def test_labels_do_not_run_into_each_other() -> None:
    picture = bars("Games", [Bar(f"day {day}", [("won", 1)], [], "") for day in range(30)])
    labels = [text.text for text in parts(picture, "text") if text.get("class") == "label"]
    assert len(labels) <= 8 and labels[-1] == "day 29"


def test_nothing_is_drawn_of_nothing() -> None:
    assert parts(bars("Games", []), "rect") == []
    assert parts(bars("Games", [Bar("today", [("won", 0)], [], "")]), "rect") == []
