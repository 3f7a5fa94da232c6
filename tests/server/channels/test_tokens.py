"""Programs at a table's WebSocket, known by their access tokens."""

from pathlib import Path

from evenings import me
from serving_hall import Page, Served, served_evening
from taflheim.table.actor import Person
from taflheim.wire import LOGGED_OUT, NO_SUCH_TABLE


async def refused_with(page: Page) -> tuple[int | None, str]:
    return await page.closed_with(), page.socket.close_reason or ""


def test_a_program_plays_and_talks(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        token = await served.hall.access.add(me(served.hall), "terminal", ["read", "play"])
        async with served.page(table) as mine, served.program(table, token) as program:
            state = await program.hello()
            assert state["you"]["seats"] == ["a", "b"] and "e8" in state["you"]["choices"]
            await program.say("move", position_number=0, move="e8", request="r1")
            assert set(await program.hear_two()) == {"ack", "event"}
            assert (await mine.hear())["position_number"] == 1
            await program.say("listen", have=0, rooms=[])
            assert (await program.hear())["room"] == "players"
            await program.say("say", text="Good evening", request="s1")
            assert (await program.hear_two())["said"]["number"] == 1
        # It counts as its person, who plays here.
        assert served.hall.presence.watching(table) == 0

    served_evening(tmp_path, work)


def test_a_program_that_may_only_read_looks_on(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", seats={"a": "me", "b": "me"})
        token = await served.hall.access.add(me(served.hall), "a screen", ["read"])
        async with served.program(table, token) as program:
            state = await program.hello()  # a private table, which nobody else may see
            assert state["you"]["seats"] == [] and state["you"]["choices"] is None
            assert served.hall.presence.watching(table) == 1 and served.hall.presence.here() == frozenset()
            for kind, asked in (
                ("move", {"position_number": 0, "move": "e8"}),
                ("resign", {}),
                ("sit", {"side": "a"}),
                ("fill", {"bots": {"b": 1}}),
            ):
                await program.say(kind, **asked, request="r1")
                told = await program.hear()
                assert (told["type"], told["request"], told["code"]) == ("error", "r1", "not_allowed")
                assert "scope play" in told["text"]
            await program.say("choices", position_number=0, clicked=[])
            assert (await program.hear())["code"] == "not_your_turn"
        assert (await served.hall.tables.get(table)).number == 0

    served_evening(tmp_path, work)


def test_a_reader_hears_what_its_person_hears(tmp_path: Path) -> None:
    """Not what spectators say while the person plays; and says nothing."""

    async def work(served: Served) -> None:
        hall = served.hall
        table = await served.new_table("quoridor", watchable=True)
        token = await hall.access.add(me(hall), "a screen", ["read"])
        guest = await hall.accounts.actor(await hall.accounts.add_guest())
        await hall.chat.say(table, guest, "Look at e3!")
        await hall.chat.say(table, me(hall), "Hello")
        async with served.program(table, token) as program:
            await program.hello()
            await program.say("listen", have=0, rooms=[])
            told = await program.hear()
            assert told["rooms"] == ["players"] and told["room"] is None
            assert [(line["text"], line["mine"]) for line in told["lines"]] == [("Hello", True)]
            await program.say("say", text="Hm", request="s1")
            told = await program.hear()
            assert (told["type"], told["request"], told["code"]) == ("unsaid", "s1", "not_allowed")

    served_evening(tmp_path, work)


def test_tokens_that_are_good_for_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        table = await served.new_table("quoridor")
        async with served.program(table, "taflheim_nonsense") as program:
            code, reason = await refused_with(program)
            assert code == LOGGED_OUT and reason.startswith("This access token is not known here")
        blind = await hall.access.add(me(hall), "blind", ["play"])
        async with served.program(table, blind) as program:
            code, reason = await refused_with(program)
            assert code == LOGGED_OUT and "scope read" in reason
        bo = await hall.logins.register("Bo", "correct horse", "test")
        token = await hall.access.add(Person(bo.id), "terminal", ["read", "play"])
        async with served.program(table, token) as program:
            assert (await refused_with(program))[0] == NO_SUCH_TABLE  # it is nobody else's business

    served_evening(tmp_path, work)


def test_a_connection_ends_with_its_token(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall, owner = served.hall, me(served.hall)
        table = await served.new_table("quoridor")
        token, other = [await hall.access.add(owner, name, ["read", "play"]) for name in ("one", "other")]
        async with served.program(table, token) as first, served.program(table, other) as second:
            for program in (first, second):
                await program.hello()
            (listed, _) = await hall.access.listed(owner)
            answer = await served.owner.post("/account/tokens/revoke", data={"token": listed.id})
            assert answer.status_code in (200, 303)
            assert await first.closed_with() == LOGGED_OUT
            await second.hello()
            await hall.accounts.end_everything(owner)
            assert await second.closed_with() == LOGGED_OUT
        async with served.program(table, token) as again:
            assert await again.closed_with() == LOGGED_OUT
        assert hall.accounts._ends == {}

    served_evening(tmp_path, work)


def test_a_program_goes_with_its_banned_maker(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        table = await served.new_table("quoridor", watchable=True)
        bo = await hall.logins.register("Bo", "correct horse", "test")
        made = await hall.programs.add(Person(bo.id), "Loki")
        async with served.program(table, made.token) as program:
            await program.hello()
            await hall.bans.ban(bo.id)
            assert await program.closed_with() == LOGGED_OUT
        async with served.program(table, made.token) as again:
            assert await again.closed_with() == LOGGED_OUT
        await hall.bans.pardon(bo.id)
        renewed = await hall.programs.renew(Person(bo.id), made.account.id)
        async with served.program(table, renewed.token) as pardoned:
            await pardoned.hello()

    served_evening(tmp_path, work)
