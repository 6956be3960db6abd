"""Firefox, driven by WebDriver BiDi over a WebSocket: no driver program, and no package but the WebSocket."""

import base64
import json
import os
import queue
import re
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import websocket

from fonts import NARROW, only
from patience import PATIENCE

# What a fresh profile would fetch, ask or show. Times keep their full precision, which events need to be told apart.
PREFERENCES = {
    "app.update.enabled": False, "browser.aboutwelcome.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False, "datareporting.healthreport.uploadEnabled": False,
    "toolkit.telemetry.enabled": False, "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.safebrowsing.update.enabled": False, "services.settings.server": "data:,#",
    "browser.search.update": False, "dom.push.connection.enabled": False, "privacy.reduceTimerPrecision": False,
    "remote.prefs.recommended": True, "browser.topsites.contile.enabled": False, "app.normandy.enabled": False,
}

# Keys by WebDriver's numbers (W3C WebDriver, 17.4.2).
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " ", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010", "Shift": "\ue008", "Control": "\ue009",
        "Delete": "\ue017"}


def find_firefox():
    program = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
    assert program, "firefox-esr is missing: apt-get install firefox-esr"
    return program


class Refused(Exception):
    """A command that Firefox refuses, by its error."""

    def __init__(self, answer):
        super().__init__("%s: %s" % (answer["error"], answer["message"]))
        self.error = answer["error"]


class Firefox:
    """A browser with a profile of its own."""

    def __init__(self, **preferences):
        self.profile = tempfile.mkdtemp(prefix="firefox-")
        lines = ["user_pref(%s, %s);" % (json.dumps(name), json.dumps(value)) for name, value in {**PREFERENCES, **preferences}.items()]
        Path(self.profile, "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [find_firefox(), "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.profile, "MOZ_HEADLESS": "1", "FONTCONFIG_FILE": str(only(NARROW))},
        )
        self.number, self.answers, self.handlers = 0, {}, []
        self.arrived = threading.Condition()
        try:
            # 127.0.0.1 is also the origin that Firefox accepts; a header that names another one is refused.
            self.socket = websocket.create_connection(self.address() + "/session", suppress_origin=True, timeout=None)
            threading.Thread(target=self.read, daemon=True).start()
            self.call("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
            self.call("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self.stop()
            raise

    def address(self):
        """The address that it prints when it listens."""
        lines = queue.Queue()

        def read():
            for line in self.process.stderr:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        end = time.monotonic() + PATIENCE
        while True:
            line = lines.get(timeout=max(end - time.monotonic(), 0.1))
            assert line is not None, "Firefox ended"
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                return found.group(1)

    def read(self):
        try:
            while True:
                text = self.socket.recv()
                if not text:
                    return
                message = json.loads(text)
                with self.arrived:
                    if "id" in message and message["id"] is not None:
                        self.answers[message["id"]] = message
                    else:
                        for handler in list(self.handlers):
                            handler(message)
                    self.arrived.notify_all()
        except (websocket.WebSocketException, OSError):
            return

    def call(self, method, seconds=PATIENCE, **parameters):
        """Sends a command and waits for its result."""
        with self.arrived:
            self.number += 1
            number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        with self.arrived:
            assert self.arrived.wait_for(lambda: number in self.answers, timeout=seconds), "no answer: " + method
            answer = self.answers.pop(number)
        if answer["type"] == "error":
            raise Refused(answer)
        return answer["result"]

    def open(self, url=None, width=1280, height=900):
        """A tab of its own, with storage that no other one shares."""
        user = self.call("browser.createUserContext")["userContext"]
        return Tab(self, user, url, width, height)

    def stop(self):
        try:
            self.call("browser.close", seconds=PATIENCE)
        except Exception:  # noqa: BLE001 - it is ended below in any case
            pass
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Tab:
    """A tab: navigate, evaluate, press, look."""

    def __init__(self, firefox, user, url, width, height):
        self.firefox, self.user, self.errors = firefox, user, []
        self.was_offline = False
        self.id = firefox.call("browsingContext.create", type="tab", userContext=user)["context"]
        firefox.handlers.append(self.logged)
        self.viewport(width, height)
        if url:
            self.goto(url)

    def logged(self, message):
        entry = message.get("params", {})
        if message.get("method") == "log.entryAdded" and entry.get("source", {}).get("context") == self.id and entry.get("type") == "javascript":
            # Firefox reports a request that the network broke off as blocked. A page that was taken offline cannot avoid it.
            if not (self.was_offline and "CORS request did not succeed" in entry["text"]):
                self.errors.append(entry["text"])

    def another(self, url=None):
        """Another tab of the same user: they share storage."""
        return Tab(self.firefox, self.user, url, 1280, 900)

    def goto(self, url):
        self.firefox.call("browsingContext.navigate", context=self.id, url=url, wait="complete")

    def reload(self):
        self.firefox.call("browsingContext.reload", context=self.id, wait="complete")

    def viewport(self, width, height):
        self.firefox.call("browsingContext.setViewport", context=self.id, viewport={"width": width, "height": height})

    def evaluate(self, function, *arguments):
        """Calls a function in the page with JSON values and answers what it answers, promises too."""
        answer = self.firefox.call(
            "script.callFunction", target={"context": self.id}, awaitPromise=True, userActivation=True,
            functionDeclaration="async (text) => JSON.stringify(await (%s)(...JSON.parse(text)))" % function,
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"]) if answer["result"]["type"] == "string" else None

    def until(self, function, *arguments, seconds=PATIENCE):
        """Waits until a function answers something true, and answers that."""
        end = time.monotonic() + seconds
        while True:
            found = self.evaluate(function, *arguments)
            if found:
                return found
            assert time.monotonic() < end, "not in time: " + function
            time.sleep(0.05)

    def find(self, selector):
        """The middle of an element, through shadow roots: selectors are separated by `>>`."""
        return self.until("""selector => {
          let found = [document];
          for (const part of selector.split('>>'))
            found = found.flatMap(root => [...(root.shadowRoot || root).querySelectorAll(part.trim())]);
          const element = found.find(e => e.getClientRects().length);
          if (!element) return null;
          element.scrollIntoView({ block: 'nearest' });
          const box = element.getBoundingClientRect();
          return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
        }""", selector)

    def click(self, selector):
        at = self.find(selector)
        self.perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", **at}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})

    def press(self, *keys):
        """Presses keys one after another; `Shift+Tab` holds the first."""
        actions = []
        for combination in keys:
            held = [KEYS.get(key, key) for key in combination.split("+")]
            actions += [{"type": "keyDown", "value": key} for key in held]
            actions += [{"type": "keyUp", "value": key} for key in reversed(held)]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def perform(self, source):
        self.firefox.call("input.performActions", context=self.id, actions=[source])

    def offline(self, is_offline=True):
        """Takes the network away, or gives it back."""
        self.was_offline = True
        conditions = {"type": "offline"} if is_offline else None
        self.firefox.call("emulation.setNetworkConditions", contexts=[self.id], networkConditions=conditions)

    def permit(self, name, state="granted"):
        origin = self.evaluate("() => location.origin")
        self.firefox.call("permissions.setPermission", descriptor={"name": name}, state=state, origin=origin, userContext=self.user)

    def picture(self, path):
        data = self.firefox.call("browsingContext.captureScreenshot", context=self.id)["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.firefox.handlers.remove(self.logged)
        self.firefox.call("browsingContext.close", context=self.id)
