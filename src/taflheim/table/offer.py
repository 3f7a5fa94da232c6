"""Offers of a draw and of a takeback: who has offered, who has agreed, when an offer lapses and when it may come again.

Agreement is kept by side. One answer counts for all sides of its account; each bot answers for its own side.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from taflheim.table.event import Event, said
from taflheim.table.offer_refused import refused
from taflheim.table.seat import Seat

Kind = Literal["draw", "takeback"]
BotAgrees = Callable[[str], bool]
"""Whether the bot of a side agrees to a draw."""

REFUSED_MOVES = 10
"""How many own moves must be made before a draw is offered again, or a takeback that was refused."""
WITHDRAWN_MOVES = 1
"""The same for a takeback that was withdrawn, so that nobody is asked again and again in one position."""
BOT_MOVES = 40
BOT_MARGIN = 0.05


class Offer(NamedTuple):
    """An open offer. `number` is that of its event: answers name it, so that none is counted for another offer."""

    kind: Kind
    number: int
    side: str
    agreed: frozenset[str]
    """The sides that want it, the offering ones among them."""


class Answered(NamedTuple):
    """What has become of an offer."""

    outcome: Literal["open", "accepted", "declined"]
    offers: "Offers"


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers at a table where a game goes on. At most one of each kind is open.

    >>> seats = {"a": Seat.person("7f", "Anna"), "b": Seat.person("b0", "Bo")}
    >>> offers = Offers(seats).offered("draw", "a", 7).offers
    >>> offers.answered("draw", "b", 7, yes=True).outcome
    'accepted'
    """

    seats: Mapping[str, Seat]
    """All sides that are still in the game."""
    rated: bool = False
    open: tuple[Offer, ...] = ()
    moves_to_wait: Mapping[tuple[Kind, str], int] = field(default_factory=dict)
    """How many own moves a side must make before it may offer again."""

    def find(self, kind: Kind) -> Offer | None:
        """The open offer of a kind."""
        return next((offer for offer in self.open if offer.kind == kind), None)

    def numbered(self, number: int) -> Offer | None:
        """The open offer that the event with this number has made."""
        return next((offer for offer in self.open if offer.number == number), None)

    def waiting(self, offer: Offer) -> frozenset[str]:
        """The sides that have not answered yet."""
        return frozenset(self.seats) - offer.agreed

    # ---- offering and answering -----------------------------------------------------------------------------------

    def offered(self, kind: Kind, side: str, number: int, bot_agrees: BotAgrees | None = None) -> Answered:
        """After a side has made an offer by the event `number`. To offer what another side offers is to agree.

        Bots agree to takebacks. To a draw they answer at once if it is said here what they think; else they are waited
        for like people.
        """
        mine = self._together(side)
        if len(self.seats) == 1:
            raise refused("alone")
        if kind == "takeback" and self.rated:
            raise refused("rated")
        if there := self.find(kind):
            if there.side in mine:
                raise refused("open_already")
            if kind == "takeback":
                raise refused("answer_first", side=there.side)
            return self.answered(kind, side, there.number, yes=True)
        if moves := self.moves_to_wait.get((kind, side), 0):
            raise refused("too_soon", moves=moves)
        after = replace(self, open=(*self.open, Offer(kind, number, side, mine)))
        if kind == "draw":
            after = after._limited(kind, mine, REFUSED_MOVES)
        agree = (lambda _: True) if kind == "takeback" else bot_agrees
        bots = frozenset(name for name, seat in self.seats.items() if seat.is_bot) if agree else frozenset()
        if agree and not all(agree(bot) for bot in bots):
            return Answered("declined", after._closed(kind, REFUSED_MOVES))
        return after._agreed(kind, bots)

    def answered(self, kind: Kind, side: str, number: int, yes: bool) -> Answered:
        """After a side has agreed to the offer with this number, or declined it."""
        mine = self._together(side)
        offer = self._named(kind, number)
        if offer.side in mine:
            raise refused("own_offer")
        if not yes:
            return Answered("declined", self._closed(kind, REFUSED_MOVES))
        if side in offer.agreed:
            raise refused("agreed_already")
        return self._agreed(kind, mine)

    def withdrawn(self, kind: Kind, side: str, number: int) -> "Offers":
        """After the offering side has taken its offer back."""
        offer = self._named(kind, number)
        if offer.side not in self._together(side):
            raise refused("not_yours", side=offer.side)
        return self._closed(kind, WITHDRAWN_MOVES)

    # ---- what else happens at the table ---------------------------------------------------------------------------

    def moved(self, side: str) -> "Offers":
        """After a move: other sides' offers lapse, and so does one's own wish to take back an earlier move."""
        mine = self._together(side)
        after = self
        for offer in self.open:
            if offer.side not in mine:
                after = after._closed(offer.kind, REFUSED_MOVES)
            elif offer.kind == "takeback":
                after = after._closed(offer.kind, WITHDRAWN_MOVES)
        waits = {key: moves - (key[1] in mine) for key, moves in after.moves_to_wait.items()}
        return replace(after, moves_to_wait={key: moves for key, moves in waits.items() if moves})

    def taken_back(self, seats: Mapping[str, Seat] | None = None) -> "Offers":
        """After a takeback or an undo: no offer stays open. `seats` are all that are in the game then."""
        return replace(self, open=(), seats=self.seats if seats is None else seats)

    def gone(self, side: str) -> "Offers":
        """After a side has left the game."""
        self._together(side)
        return self._changed({name: seat for name, seat in self.seats.items() if name != side})

    def seated(self, side: str, seat: Seat) -> "Offers":
        """After a change of seats."""
        self._together(side)
        return self._changed({**self.seats, side: seat})

    def after(self, event: Event, seats: Mapping[str, Seat]) -> "Offers":
        """After an event of the table's log, with these seats in the game then."""
        match event.kind:
            case "move":
                # Mostly there is nothing that could lapse.
                return self.moved(event.side) if self.open or self.moves_to_wait else self
            case "undo":
                return self.taken_back(seats)
            case "resign" | "time" | "left":
                return self.gone(event.side)
            case "held" | "return":
                return self.seated(event.side, seats[event.side])
            case "agreed" | "aborted":
                return self.taken_back()
            case "offer":
                kind: Kind = "draw" if event.text == "draw" else "takeback"
                return self.offered(kind, event.side, event.number).offers
            case "answer" | "withdraw":
                number, answer = said(event)
                offer = self.numbered(number)
                if offer is None:
                    return self
                if event.kind == "withdraw":
                    return self.withdrawn(offer.kind, event.side, number)
                return self.answered(offer.kind, event.side, number, answer).offers
        return self

    # ---- within ---------------------------------------------------------------------------------------------------

    def _together(self, side: str) -> frozenset[str]:
        """The sides that answer as one with this one."""
        if side not in self.seats:
            raise refused("not_playing", side=side)
        account = self.seats[side].player
        return frozenset(s for s, seat in self.seats.items() if s == side or (account and seat.player == account))

    def _named(self, kind: Kind, number: int) -> Offer:
        offer = self.find(kind)
        if offer is None or offer.number != number:
            raise refused("not_open")
        return offer

    def _agreed(self, kind: Kind, sides: frozenset[str]) -> Answered:
        after = tuple(o._replace(agreed=o.agreed | sides) if o.kind == kind else o for o in self.open)
        accepted = any(offer.kind == kind and not self.waiting(offer) for offer in after)
        return Answered("accepted", replace(self, open=())) if accepted else Answered("open", replace(self, open=after))

    def _closed(self, kind: Kind, moves: int) -> "Offers":
        """Without the open offer of this kind. A takeback may be asked for again after so many own moves."""
        after = replace(self, open=tuple(offer for offer in self.open if offer.kind != kind))
        offer = self.find(kind) if kind == "takeback" else None
        return after._limited(kind, self._together(offer.side), moves) if offer else after

    def _limited(self, kind: Kind, sides: frozenset[str], moves: int) -> "Offers":
        return replace(self, moves_to_wait={**self.moves_to_wait, **{(kind, side): moves for side in sides}})

    def _changed(self, seats: Mapping[str, Seat]) -> "Offers":
        """With other people: what was open was meant for those before, and does not count against who offered it."""
        lifted = {(offer.kind, side) for offer in self.open for side in self._together(offer.side)}
        waits = {key: moves for key, moves in self.moves_to_wait.items() if key not in lifted}
        return Offers(seats, self.rated, (), waits)


def plies_back(entries: Sequence[str | None], side: str) -> int:
    """How many entries go with a takeback: back to the side's last own turn.

    Entries are named by the side that moved, or None for what is never taken back (resigning, time, a claim, a change
    of seats).

    >>> plies_back(["a", "b", "a", "b"], "a"), plies_back(["a", "b", "a", "b"], "b")
    (2, 1)
    """
    for count, mover in enumerate(reversed(entries), 1):
        if mover is None:
            raise refused("barred")
        if mover == side:
            return count
    raise refused("nothing_to_take_back")


def expected_score(score: float, turn: str, side: str, sides: int) -> float:
    """What a side may expect of a game if the side to move may expect this score: the others share the rest.

    >>> expected_score(0.4, "a", "a", 3), round(expected_score(0.4, "a", "b", 3), 9)
    (0.4, 0.3)
    """
    return score if side == turn else (1 - score) / (sides - 1)


def bot_wants_draw(expected_score: float, sides: int, moves: int) -> bool:
    """Whether a bot that expects this score, has made so many moves and plays with so many sides agrees to a draw.

    >>> bot_wants_draw(0.47, 2, 40), bot_wants_draw(0.47, 2, 39), bot_wants_draw(0.47, 3, 40)
    (True, False, False)
    """
    return moves >= BOT_MOVES and round(abs(expected_score - 1 / sides), 9) <= BOT_MARGIN
