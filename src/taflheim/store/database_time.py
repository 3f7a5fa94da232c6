"""What time it is for the database. PostgreSQL alone."""

from sqlalchemy import BigInteger, Connection, cast, func, select

NOW_MS = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def now_ms(connection: Connection) -> int:
    """Milliseconds of UTC wall time since 1970."""
    return int(connection.execute(select(NOW_MS)).scalar_one())
