"""What a record says of bots that play on."""

from seated import ANNA, BO, CY, HOUR, act, moves, seated
from taflheim.table.event import Answer, Claim, MakeOffer, TakeBackSeat
from taflheim.table.remark import Remark, remarks
from taflheim.table.terms import Terms


def test_remarks_stand_where_the_seats_have_changed() -> None:
    table = moves(seated(3, terms=Terms(policy="bot")), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table = moves(table, 2, HOUR)
    table, _ = act(table, MakeOffer("takeback"), BO, HOUR)
    table, _ = act(table, Answer(table.number, True), CY, HOUR)
    table, _ = act(table, TakeBackSeat(), ANNA, HOUR)
    assert table.ply == 7
    assert remarks(table.events) == (Remark(6, "a", "held", 3), Remark(7, "a", "return", 0))


def test_other_tables_need_none() -> None:
    assert remarks(moves(seated(), 4).events) == ()
