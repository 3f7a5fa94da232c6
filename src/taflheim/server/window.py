"""A program window for the hall: a browser without its bars, or whatever comes closest on this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

_ON_PATH = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
)
_USUAL_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)

# Shown through pywebview, in a process of its own: its toolkits abort the whole process when a part is missing.
_WEBVIEW = """
import sys, webview
webview.create_window("Taflheim", sys.argv[1], width=1280, height=860)
webview.start(private_mode=False, storage_path=sys.argv[2])
"""


def has_display() -> bool:
    """Whether a window could be shown at all."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def browsers(folder: Path) -> Iterator[Callable[[str], list[str]]]:
    """Whatever might show a window of its own here, the best first: the command that does it for an address.

    It runs until the window is closed. `folder` keeps what the window remembers, apart from the person's own browsing.
    """
    found = next(filter(None, map(shutil.which, _ON_PATH)), None)
    found = found or next((place for place in _USUAL_PLACES if Path(place).exists()), None)
    if found:
        flags = [
            f"--user-data-dir={folder / 'window'}",
            "--window-size=1280,860",
            "--class=taflheim",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            # For root there is no sandbox, and no bar that says so in every window.
            *(["--no-sandbox", "--test-type"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
        ]
        yield lambda address: [found, f"--app={address}", *flags]
    if find_spec("webview"):
        yield lambda address: [sys.executable, "-c", _WEBVIEW, address, str(folder / "webview")]


def launch(command: list[str]) -> "subprocess.Popen[bytes]":
    """Start a window; what its process prints is thrown away."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
