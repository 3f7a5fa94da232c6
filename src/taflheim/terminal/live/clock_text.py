"""What a clock shows."""

from taflheim import wire

_SECOND = 1000
_HOUR = 3600 * _SECOND
_DAY = 24 * _HOUR

LOW_MS = 10 * _SECOND
"""Below this a clock is low, and shows tenths."""


def left_ms(clock: wire.Clock, side: str, now_ms: float) -> float:
    """What is left to a side, by the server's time."""
    left = clock["left_ms"].get(side, 0)
    return max(0, left - max(0, now_ms - clock["at_ms"])) if clock["running"] == side else left


def is_low(clock: wire.Clock, left: float) -> bool:
    """Whether a clock is low: those of days never are."""
    return clock["kind"] != "days" and left < LOW_MS


def figures(left: float, *, tenths: bool = False) -> str:
    """A time as figures; with tenths where few seconds are left.

    >>> figures(299_000), figures(3_723_000), figures(187_200_000), figures(9_850, tenths=True), figures(1)
    ('4:59', '1:02:03', '2d 04h', '0:09.8', '0:01')
    """
    if tenths and left < LOW_MS:
        return f"0:0{int(left / 100) / 10:.1f}"
    if left >= _DAY:
        return f"{int(left / _DAY)}d {int(left % _DAY / _HOUR):02}h"
    # A second that has begun is shown until it is over: zero means that there is none.
    seconds = int(-(-left // _SECOND))
    minutes, second = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{second:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"
