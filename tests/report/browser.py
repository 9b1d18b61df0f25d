"""A browser without a window: Chromium, spoken to in the plain HTTP of its driver, so that no further library is needed."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.run.harness import LONG

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing() -> str:
    """What is not installed of all that is needed; nothing where all is there."""
    return ", ".join(name for name in ("chromium", "chromedriver") if not shutil.which(name))


class Browser:
    """One tab, with a profile of its own that is thrown away."""

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="simlab-browser-")
        self._driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self._base = f"http://127.0.0.1:{self._port()}"
        options = {"args": [*FLAGS, f"--user-data-dir={self.profile}"]}
        limits = {"script": 1_000 * LONG, "pageLoad": 1_000 * LONG}
        logs = {"browser": "ALL", "performance": "ALL"}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": logs, "timeouts": limits}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._base += f"/session/{session['sessionId']}"

    def _port(self) -> int:
        """One that was free; it is told when somebody listens there."""
        assert self._driver.stdout
        for line in self._driver.stdout:
            if told := re.search(r"started successfully on port (\d+)", line):
                return int(told[1])
        raise RuntimeError("chromedriver does not start")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=2 * LONG) as answer:
            return json.load(answer)["value"]

    def command(self, name: str, **params: Any) -> Any:
        """A command of the DevTools protocol."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": name, "params": params})

    def look(self, page: Path, width: int, height: int = 900, scheme: str = "light", media: str = "") -> None:
        """Open a page in a window of this size, in light or dark, on screen or in print."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self._ask("POST", "/url", {"url": page.resolve().as_uri()})

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": []})

    def wait_for(self, script: str) -> Any:
        """What a script returns that may wait."""
        waiting = f"const done = arguments[0]; (async () => {{ {script} }})().then(done, (error) => done(String(error)))"
        return self._ask("POST", "/execute/async", {"script": waiting, "args": []})

    def wait_until(self, script: str, wanted: Any) -> Any:
        """What a script returns, when it is what is wanted or that does not come about."""
        end = time.monotonic() + LONG
        while (found := self.run(script)) != wanted and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def press(self, selector: str, keys: str) -> None:
        """Type into an element."""
        element = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        self._ask("POST", f"/element/{element[ELEMENT]}/value", {"text": keys})

    def screenshot(self, file: Path) -> None:
        """What is seen."""
        file.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def complaints(self) -> list[str]:
        """What stands in the console since the last question."""
        return [entry["message"] for entry in self._ask("POST", "/se/log", {"type": "browser"})]

    def requested(self) -> list[str]:
        """Every address that pages from files asked for since the last question; not what the browser's own first tab does."""
        events = [json.loads(entry["message"])["message"] for entry in self._ask("POST", "/se/log", {"type": "performance"})]
        sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [params["request"]["url"] for params in sent if params["documentURL"].startswith("file:")]

    def close(self) -> None:
        """End what was started here."""
        try:
            self._ask("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait(LONG)
            shutil.rmtree(self.profile, ignore_errors=True)
