"""A real `peal serve` in a directory of its own, configured for push services of the tests."""

import json
import os
import queue
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import jwt
import requests

from patience import PATIENCE

HERE = Path(__file__).parent
APP = "peers"


class PealProcess:
    """A command of Peal that prints one ready line and serves until it is told to end."""

    def __init__(self, arguments, log):
        self.log = log
        self.log_file = open(log, "ab")
        self.process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=self.log_file, cwd=log.parent, env=clean_environment()
        )
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=PATIENCE)
            self.ready = json.loads(line)
        except (queue.Empty, ValueError):
            self.stop()
            raise AssertionError("no ready line from %s: %s" % (arguments[1], log.read_text()[-2000:])) from None

    def stop(self):
        """Ends it; whether it went within 10 s when asked politely, and with which status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.log_file.close()
        return status


def clean_environment():
    """The environment without what would configure Peal."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PEAL_")}


class Deployment:
    """Peal with one app, its backend and its users."""

    catalogs = HERE / "catalogs"

    def __init__(self, peal, directory, providers, log_level="debug"):
        self.peal = peal
        self.directory = directory
        self.log = directory / "peal.log"
        self.answers = []
        self.configure(peal, directory, providers)
        self.process = PealProcess(
            [str(peal), "serve", "--port", "0", "--log-level", log_level, *self.options], self.log
        )
        self.url = self.process.ready["url"]
        self.session = requests.Session()

    def configure(self, peal, directory, providers):
        """Writes peal.yaml and creates the backend's key."""
        self.call("init", "--catalogs", str(self.catalogs), "--data", str(directory / "data"))
        self.config = directory / "peal.yaml"
        written = self.config.read_text()
        self.jwt_secret = re.search(r'^ +secret: "(.+)"$', written, re.M).group(1)
        app = {"jwt": {"secret": self.jwt_secret}, **providers}
        head = written[: written.index("apps:")]
        # JSON is YAML.
        self.config.write_text(head + "apps: " + json.dumps({APP: app}) + "\n")
        self.secret_key = self.call("keys", "create", "--app", APP).strip().splitlines()[-1]

    @property
    def options(self):
        return ["--config", str(self.directory / "peal.yaml")]

    def call(self, *arguments):
        """Runs a command of Peal to its end and gives what it printed."""
        options = [] if "--config" in arguments else self.options
        done = subprocess.run(
            [str(self.peal), *arguments, *options],
            capture_output=True, text=True, timeout=PATIENCE, cwd=self.directory, env=clean_environment(),
        )
        assert done.returncode == 0, "peal %s: %s" % (arguments[0], done.stderr[-2000:])
        return done.stdout

    def stop(self):
        self.session.close()
        return self.process.stop()

    # The backend's calls.

    def request(self, method, path, body=None, token=None, expect=None):
        answer = self.session.request(
            method, self.url + path, json=body, timeout=PATIENCE,
            headers={"Authorization": "Bearer " + (token or self.secret_key)},
        )
        self.answers.append(answer.text)
        if expect is not None:
            assert answer.status_code in expect, "%s %s: %d %s" % (method, path, answer.status_code, answer.text)
        return answer

    def user_token(self, user):
        """The token of a user, as the app's backend would sign it."""
        claims = {"sub": user, "aud": APP, "exp": int(time.time()) + 600}
        return jwt.encode(claims, self.jwt_secret, algorithm="HS256")

    def register(self, user, provider, platform, **address):
        """A device of a user, registered by the user; its identifier."""
        body = {"provider": provider, "platform": platform, **address}
        path = "/api/v1/users/me/devices/push"
        return self.request("POST", path, body, token=self.user_token(user), expect={200, 201}).json()["id"]

    def device(self, user, identifier):
        """The device as the user sees it; none once it is taken off."""
        found = self.request("GET", "/api/v1/users/me/devices", token=self.user_token(user), expect={200}).json()["items"]
        return next((device for device in found if device["id"] == identifier), None)

    def trigger(self, kind, users, title="Lamp", text="It is on.", entity="thing/t1"):
        body = {"type": kind, "to": {"users": users}, "entity": entity, "data": {"title": title, "text": text}}
        return self.request("POST", "/api/v1/triggers", body, expect={200, 202}).json()["id"]

    def bulk(self, triggers):
        items = self.request("POST", "/api/v1/triggers/bulk", {"triggers": triggers}, expect={200}).json()["items"]
        assert all(item["status"] in (200, 202) for item in items), items
        return [item["id"] for item in items]

    def drained(self, trigger):
        """The counts of a trigger's deliveries, once none is on its way."""
        def look():
            report = self.request("GET", "/api/v1/triggers/" + trigger, expect={200}).json()
            counts = report["counts"]["deliveries"]
            is_over = report["status"] == "done" and counts["pending"] == 0 and sum(counts.values()) > 0
            return counts if is_over else None
        return eventually(look, "trigger %s is done" % trigger)

    def attempts(self, trigger):
        """What came of each attempt of a trigger's deliveries."""
        items = self.request("GET", "/api/v1/why?trigger=" + trigger, expect={200}).json()["items"]
        return [attempt for item in items for delivery in item["deliveries"] for attempt in delivery["attempts"]]


def eventually(look, what):
    """What `look` gives, as soon as it gives something."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < deadline, "not within %d s: %s" % (PATIENCE, what)
        time.sleep(0.02)
