"""Reviews: one for each table, the last one that was made."""

from pathlib import Path

from stores import NOW, new_table, with_store
from taflheim.store import reviews
from taflheim.store.reviews import StoredReview
from taflheim.store.store import Store
from taflheim.table.seat import Seat


def test_the_last_review_of_a_table_is_kept(where: Path | str) -> None:
    async def test(store: Store) -> None:
        for table_id in ("t1", "t2"):
            await new_table(store, table_id, {"a": Seat.free()})
        assert await store.read(reviews.get, "t1") is None
        for made in (StoredReview("1", 2, {"moves": [0.5, None]}), StoredReview("2", 3, ["é"])):
            await store.write(reviews.put, "t1", made, NOW)
            assert await store.read(reviews.get, "t1") == made
        assert await store.read(reviews.get, "t2") is None

    with_store(where, test)
