"""Figures as benchmarks print them: a name, a value and its unit, and whether a target is met."""

from collections.abc import Sequence


def report(name: str, value: float, unit: str, most: float, remark: str = "") -> None:
    """Print a figure with its target, which is the most that it may be."""
    met = "met" if value <= most else "missed"
    print(f"{name:<52}{value:8.1f} {unit}   target {most:5g} {unit}: {met:<6} {remark}".rstrip(), flush=True)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value at a percentile; NaN if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")
