"""`taflheim backup` and `taflheim restore`: everything that is kept, into a file and back."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from taflheim.cli.command import Command
from taflheim.games.message import counted
from taflheim.hall.settings_sources import load


def _backup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; a file that is there is replaced")
    parser.add_argument("--check", action="store_true", help="then restore it into a scratch database and compare")
    _add_config(parser)


def _restore_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what `taflheim backup` has written")
    parser.add_argument("--check", action="store_true", help="only into a scratch database, and compare")
    _add_config(parser)


def _add_config(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings as TOML (default: in the data folder)")


def _back_up(options: Namespace) -> None:
    from taflheim.hall.clock import now_ms
    from taflheim.store import restore

    told = restore.back_up(load(config=options.config).settings.database, options.file, now_ms())
    print(f"{options.file}: {counted(told.rows['tables'], 'table')}, {counted(told.rows['accounts'], 'account')}")
    if options.check:
        _check(options)


def _restore(options: Namespace) -> None:
    from taflheim.hall.folder import HallTaken
    from taflheim.server.restoring import have_restored, restored_here

    if options.check:
        _check(options)
        return
    settings = load(config=options.config).settings
    try:
        done = restored_here(settings, options.file)
    except HallTaken:
        done = have_restored(settings, options.file)
    print(f"Restored: {counted(done.tables, 'table')}, {counted(done.accounts, 'account')}. All log in anew.")


def _check(options: Namespace) -> None:
    from taflheim.store import restore

    told = restore.check(options.file)
    print(f"{options.file} can be restored: {sum(told.rows.values())} rows, schema {told.revision}")


BACKUP = Command(
    "backup",
    "Write everything that is kept into a file, while the server runs, too (without sessions and tokens)",
    "backup taflheim-2026-11-18.zip --check",
    _backup_arguments,
    _back_up,
)
RESTORE = Command(
    "restore",
    "Make the hall what a backup says; a server that runs does it in a moment, and all log in anew",
    "restore taflheim-2026-11-18.zip",
    _restore_arguments,
    _restore,
)
