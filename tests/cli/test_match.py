"""Matches between programs."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import taflheim
from commands import run


def test_match_prints_a_report_and_keeps_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    arguments = ("match", "level:1", "level:1", "--game", "toy", "--games", "3", "--depth", "1", "--records", str(file))
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert " of 4 against level:1 Nils (" in out
    assert "(pentanomial, from 2 pairs)" in out
    assert run(capsys, *arguments)[1] == out
    texts = re.split(r"\n\n(?=\[Game )", file.read_text("utf-8"))
    assert len(texts) == 8 and texts[:4] == [text.rstrip("\n") for text in texts[4:]]
    assert all(taflheim.Record.parse(text).result for text in texts)


def test_a_match_that_is_interrupted_tells_the_score_so_far(tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    command = [sys.executable, "-m", "taflheim", "match", "level:1", "level:1", "--game", "toy", "--games", "100000"]
    with subprocess.Popen([*command, "--records", file], stdout=subprocess.PIPE, text=True) as match:
        deadline = time.monotonic() + 300
        while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        engines = Path(f"/proc/{match.pid}/task/{match.pid}/children")
        left = engines.read_text().split() if engines.exists() else []
        match.send_signal(signal.SIGINT)
        out, _ = match.communicate(timeout=300)
    assert match.returncode == 130
    assert " against level:1 Nils (" in out
    while [pid for pid in left if Path(f"/proc/{pid}").exists()] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in left if Path(f"/proc/{pid}").exists()]
