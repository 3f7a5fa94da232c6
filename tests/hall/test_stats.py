"""What follows from games that have ended: counts, streaks, and how it went over time."""

from datetime import UTC, datetime, timedelta, timezone

from taflheim.hall import stats
from taflheim.hall.stats import Streak, Tally
from taflheim.store.stats import Ended

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)
NOW_MS = int(NOW.timestamp() * 1000)


def game(outcome: str, days_ago: float = 0, sides: int = 1) -> Ended:
    ended_ms = NOW_MS - int(days_ago * 86_400_000)
    return Ended("toy", "crosses", sides, outcome, None, 1, "Nils", ended_ms, 1000)


def games(outcomes: str) -> list[Ended]:
    return [game({"w": "won", "l": "lost", "d": "drawn"}[letter]) for letter in outcomes]


def test_games_at_one_screen_are_apart() -> None:
    played = [game("won"), game("won", sides=2), game("lost", sides=3)]
    assert stats.own(played) == played[:1]
    assert stats.at_one_screen(played) == played[1:]


def test_tallies() -> None:
    assert stats.tally(games("wwld")) == Tally(2, 1, 1) and Tally(2, 1, 1).played == 4
    assert stats.tally([]) == Tally(0, 0, 0)
    assert {key: len(found) for key, found in stats.by(lambda one: one.outcome, games("wlwd")).items()} == {
        "won": 2,
        "lost": 1,
        "drawn": 1,
    }


def test_streaks() -> None:
    assert stats.streaks(games("wwlwwwdd"))[-2:] == [Streak("won", 3), Streak("drawn", 2)]
    assert stats.longest_win(games("wwlwwwdd")) == 3
    assert stats.longest_win(games("ld")) == stats.longest_win([]) == 0


def test_over_time_has_no_gaps_and_ends_today() -> None:
    assert stats.over_time([], NOW_MS, UTC) == []
    days = stats.over_time([game("won", 3), game("lost", 3), game("won", 0)], NOW_MS, UTC)
    assert [(day.label, day.tally) for day in days] == [
        ("14 Nov", Tally(1, 1, 0)),
        ("15 Nov", Tally()),
        ("16 Nov", Tally()),
        ("17 Nov", Tally(1, 0, 0)),
    ]

    for days_ago, count, begins in (
        (29, 30, "2026-10-19"),
        (30, 6, "2026-10-12"),  # weeks begin on Mondays
        (174, 26, "2026-05-25"),
        (175, 7, "2026-05-01"),
    ):
        periods = stats.over_time([game("won", days_ago)], NOW_MS, UTC)
        assert (len(periods), periods[0].begins.isoformat()) == (count, begins)
        assert periods[0].tally == Tally(won=1) and periods[1].tally == Tally(0, 0, 0)

    weeks = stats.over_time([game("won", 40), game("lost", 0)], NOW_MS, UTC)
    assert [week.begins.weekday() for week in weeks] == [0] * 7
    assert weeks[0].tally == Tally(won=1) and weeks[-1].tally == Tally(lost=1)

    months = stats.over_time([game("won", 3000), game("won", 400), game("lost", 1)], NOW_MS, UTC)
    assert [month.label for month in months[-2:]] == ["Oct 2026", "Nov 2026"]
    assert len(months) == 24 and sum(month.tally.played for month in months) == 2


def test_a_day_begins_where_one_is() -> None:
    late = int(NOW.replace(hour=23).timestamp() * 1000)
    for zone, label in ((UTC, "17 Nov"), (timezone(timedelta(hours=2)), "18 Nov")):
        assert [day.label for day in stats.over_time([game("won")._replace(ended_ms=late)], late, zone)] == [label]


def test_a_clock_that_went_back_loses_no_game() -> None:
    periods = stats.over_time([game("won", -2)], NOW_MS, UTC)
    assert sum(period.tally.played for period in periods) == 1
