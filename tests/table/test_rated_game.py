"""What a rated game says about those who played it."""

from seated import ANNA, BO, BOT, act, moves, seated
from taflheim.table.event import Resign
from taflheim.table.rated_game import Course, Place, rated_game
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

RATED = Terms(TimeControl.parse("5+3"), rated=True, opener="anna")


def test_a_game_names_its_places_and_its_course() -> None:
    table, _ = act(moves(seated(terms=RATED), 4, at_ms=500), Resign("b"), BO, at_ms=900)
    played = rated_game(table)
    assert played is not None and played.counts
    assert played.key == (900, "t") and played.pool == "quoridor"
    assert played.places == (
        Place("a", "quoridor", "anna", None, 1),
        Place("b", "quoridor", "bo", None, 2),
    )
    assert played.course == Course(("e8", "e2", "e7", "e3"), "a")
    assert played.accounts == {"anna", "bo"}


def test_what_is_casual_or_lasts_says_nothing() -> None:
    assert rated_game(moves(seated(terms=RATED), 4)) is None
    casual, _ = act(moves(seated(), 4), Resign("b"), BO)
    assert rated_game(casual) is None


def test_a_game_that_hardly_began_does_not_count() -> None:
    table, _ = act(moves(seated(terms=RATED), 2), Resign("b"), BO)
    played = rated_game(table)
    # Who left has lost, but the winner has made one move only.
    assert played is not None and not played.counts


def test_the_company_is_the_same_whoever_has_which_side() -> None:
    one, _ = act(moves(seated(terms=RATED), 4), Resign("b"), BO)
    two = seated(terms=RATED, a=one.seats["b"], b=one.seats["a"])
    other, _ = act(moves(two, 4), Resign("b"), ANNA)
    first, second = rated_game(one), rated_game(other)
    assert first and second and first.company == second.company
    assert second.repeats([first.course])


def test_bots_belong_to_the_company_and_three_have_a_pool_of_their_own() -> None:
    table, _ = act(moves(seated(3, terms=RATED, c=BOT), 6), Resign("b"), BO)
    table, _ = act(table, Resign("a"), ANNA)
    played = rated_game(table)
    assert played is not None and played.pool == "quoridor/players=3"
    assert [(place.account, place.level, place.rank) for place in played.places] == [
        ("anna", None, 2),
        ("bo", None, 3),
        (None, 2, 1),
    ]
    assert played.company == ("quoridor/players=3", "anna", "bo", "bot 2")
