"""Who thinks next where several halls and contests share the cores of a cluster."""

from taflheim.engine.places.desk import GONE_S, Demand, Desk, Told
from taflheim.engine.places.rank import ANALYSIS, BATCH, HINT, REVIEW, Rank

LIVE = Rank(1.0, True)


class Owner:
    """Somebody who says what they want, and does what they are told."""

    def __init__(self, desk: Desk, name: str):
        self.desk, self.name = desk, name
        self.demands: dict[str, Demand] = {}

    def ask(self, **ranks: Rank | None) -> Told:
        """Want these seats, too; keep what is given."""
        self.demands |= {name: Demand(rank, name in self.held) for name, rank in ranks.items()}
        told = self.desk.exchange(self.name, self.demands)
        self.demands = {name: demand._replace(held=name in told.held) for name, demand in self.demands.items()}
        return told

    def leave(self, *names: str) -> Told:
        for name in names:
            del self.demands[name]
        return self.ask()

    @property
    def held(self) -> set[str]:
        return {name for name, demand in self.demands.items() if demand.held}


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_a_live_game_goes_before_a_review_and_a_review_before_a_ladder() -> None:
    desk = Desk(1)
    first, ladder, hall, other = (Owner(desk, name) for name in ("first", "ladder", "hall", "other"))
    assert first.ask(thinks=LIVE).held == {"thinks"}
    ladder.ask(game=BATCH)
    hall.ask(review=REVIEW)
    other.ask(bot=LIVE)
    assert other.ask().before == {"bot": 1} and hall.ask().before == {"review": 2}
    first.leave("thinks")
    assert not hall.ask().held and not ladder.ask().held and other.ask().held == {"bot"}
    other.leave("bot")
    assert not ladder.ask().held and hall.ask().held == {"review"}
    hall.leave("review")
    assert ladder.ask().held == {"game"}


def test_a_ladder_gives_its_cores_back_as_soon_as_somebody_asks_and_gets_them_again() -> None:
    desk = Desk(2)
    ladder, hall = Owner(desk, "ladder"), Owner(desk, "hall")
    assert ladder.ask(a=BATCH, b=BATCH, c=BATCH).held == {"a", "b"}
    assert hall.ask(bot=LIVE).before == {"bot": 1}
    assert ladder.ask().back == {"b"}, "the youngest game, of which least is lost"
    ladder.leave("b")
    assert hall.ask().held == {"bot"}
    assert ladder.ask().back == set()
    hall.ask(review=REVIEW)
    assert ladder.ask().back == {"a"}
    hall.leave("bot", "review")
    assert ladder.ask().held == {"a", "c"}


def test_two_ladders_share() -> None:
    desk = Desk(4)
    one, two = Owner(desk, "one"), Owner(desk, "two")
    assert len(one.ask(**{f"one{n}": BATCH for n in range(5)}).held) == 4
    two.ask(**{f"two{n}": BATCH for n in range(5)})
    while back := one.ask().back:
        one.leave(*back)
        two.ask()
    assert (len(one.held), len(two.held)) == (2, 2)
    assert not two.ask().back


def test_an_analysis_gives_its_core_back_to_a_bot_and_not_to_a_review() -> None:
    desk = Desk(1)
    hall, other = Owner(desk, "hall"), Owner(desk, "other")
    hall.ask(analysis=ANALYSIS)
    other.ask(review=REVIEW)
    assert not hall.ask().back
    other.ask(hint=HINT)
    assert hall.ask().back == {"analysis"}


def test_one_core_is_kept_for_people() -> None:
    desk = Desk(3)
    hall, other = Owner(desk, "hall"), Owner(desk, "other")
    assert hall.ask(a=REVIEW, b=REVIEW, c=REVIEW).held == {"a", "b"}
    assert other.ask(analysis=ANALYSIS).held == {"analysis"}, "which gives it back"
    other.ask(bot=LIVE)
    assert other.ask().back == {"analysis"}


def test_an_engine_that_stands_by_keeps_its_core_until_somebody_needs_it() -> None:
    clock = Clock()
    desk = Desk(1, clock)
    hall, other, ladder = (Owner(desk, name) for name in ("hall", "other", "ladder"))
    hall.ask(engine=LIVE)
    hall.ask(engine=None)
    ladder.ask(game=BATCH)
    assert not hall.ask().back, "its next move comes soon"
    clock.now_s = 5.0
    other.ask(bot=LIVE)
    assert hall.ask().back == {"engine"}
    other.leave("bot")
    assert hall.ask(engine=LIVE).held == {"engine"} and not hall.ask().back
    hall.ask(engine=None)
    for clock.now_s in (13.0, 22.0, 31.0, 34.0):
        ladder.ask()
        assert not hall.ask().back
    clock.now_s = 36.0
    assert hall.ask().back == {"engine"}
    assert desk.wanted == 1


def test_whoever_has_gone_has_no_seats_and_a_new_desk_learns_who_sits() -> None:
    clock = Clock()
    desk = Desk(1, clock)
    hall, other = Owner(desk, "hall"), Owner(desk, "other")
    hall.ask(bot=LIVE)
    other.ask(bot2=LIVE)
    clock.now_s = GONE_S - 1
    assert other.ask().held == set()
    clock.now_s = GONE_S + 1
    assert other.ask().held == {"bot2"}
    clock.now_s += GONE_S + 1
    desk.forget()
    assert desk.wanted == 0
    other.desk = hall.desk = Desk(1, clock)
    hall.leave("bot")
    assert hall.ask(bot3=LIVE).held == {"bot3"}, "the new desk knows of nobody else yet"
    assert other.ask().held == {"bot2"}
    assert hall.leave("bot3").held == set() and hall.ask(bot4=LIVE).held == set()


def test_seats_follow_the_machines() -> None:
    desk = Desk(2)
    ladder = Owner(desk, "ladder")
    assert len(ladder.ask(a=BATCH, b=BATCH, c=BATCH).held) == 2
    desk.cores = 3
    assert len(ladder.ask().held) == 3
    desk.cores = 1
    assert ladder.ask(d=BATCH).held == {"a", "b", "c"}, "what sat on a machine that is gone ends by itself"
