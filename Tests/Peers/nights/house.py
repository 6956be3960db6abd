"""A server in trouble, and everything it says."""

import json
import re
import subprocess
import threading
import time

import requests

from deployment import APP, HERE, Deployment, PealProcess, clean_environment
from patience import PATIENCE
from services.web import Reply, WebService

# How long trouble lasts before the operator looks, in seconds: an alert of a breaker waits a minute.
PATIENT = 150


class Operator(WebService):
    """Who gets the messages of `alertTo`."""

    def reply(self, request):
        return Reply(204)

    @property
    def told(self):
        return [json.loads(request.content)["data"]["text"] for request in self.requests]


class House(Deployment):
    """A deployment that may refuse to start, and whose operator looks everywhere."""

    def __init__(self, peal, directory, providers, extra=None, is_started=True):
        self.peal, self.directory, self.answers = peal, directory, []
        self.log = directory / "peal.log"
        self.session = requests.Session()
        self.process = None
        self.operator = Operator()
        self.is_over = threading.Event()
        self.configure(peal, directory, providers)
        self.write({
            "webhooks": {"allow": [self.operator.url]}, "alertTo": [{"hook": self.operator.url + "/hook"}], **(extra or {}),
        })
        if is_started:
            self.start()

    def configure(self, peal, directory, providers):
        """The catalog of the peers with the retries of a real one."""
        self.catalogs = directory / "catalogs"
        self.catalogs.mkdir()
        text = (HERE / "catalogs" / "peers.yaml").read_text()
        assert "delays: [1s, 1s, 1s]" in text
        (self.catalogs / "peers.yaml").write_text(text.replace("delays: [1s, 1s, 1s]", "delays: [30s, 2m, 10m]"))
        super().configure(peal, directory, providers)

    def write(self, settings):
        """Adds server-wide keys to peal.yaml."""
        head, apps = self.config.read_text().split("apps: ", 1)
        # JSON is YAML.
        lines = "".join("%s: %s\n" % (key, json.dumps(value)) for key, value in settings.items())
        self.config.write_text(head + lines + "apps: " + apps)

    def start(self, *launcher):
        """Starts the server, by another command where one is given."""
        self.process = PealProcess([*launcher, str(self.peal), "serve", "--port", "0", *self.options], self.log)
        self.url = self.process.ready["url"]

    def refused(self, *arguments, environment=None):
        """A start that does not come about; what it wrote."""
        done = subprocess.run(
            [str(self.peal), "serve", "--port", "0", *(arguments or self.options)],
            capture_output=True, text=True, timeout=PATIENCE, cwd=self.directory,
            env={**clean_environment(), **(environment or {})},
        )
        assert done.returncode not in (0, None), done.stdout
        return done.stderr

    def says(self, *arguments):
        """What a command of Peal writes, whatever its exit code."""
        options = [] if "--config" in arguments else self.options
        done = subprocess.run(
            [str(self.peal), *arguments, *options],
            capture_output=True, text=True, timeout=PATIENCE, cwd=self.directory, env=clean_environment(),
        )
        return (done.stdout + done.stderr).strip()

    def log_lines(self):
        """The lines at warning and above, without what every night has."""
        if not self.log.exists():
            return ""
        lines = [line for line in self.log.read_text().splitlines() if re.search(r"^\S+ (warning|error|critical) ", line) or '"level":"' in line]
        return "\n".join(lines[:12] + (["… %d more" % (len(lines) - 12)] if len(lines) > 12 else []))

    def readyz(self):
        answer = requests.get(self.url + "/readyz", timeout=PATIENCE)
        return "%d %s" % (answer.status_code, json.dumps(answer.json()))

    def why(self, trigger):
        return self.says("why", "--app", APP, "--trigger", trigger)

    def wait(self, look, what, patience=PATIENT):
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            found = look()
            if found:
                return found
            time.sleep(0.5)
        return None

    def alert(self, rule, patience=PATIENT):
        """Waits until an alert has fired and the operator was told."""
        return self.wait(lambda: rule in self.says("alerts", "list") and self.operator.told, rule, patience)

    def report(self, trigger=None, **more):
        """What is said in each place; nothing where the server does not run."""
        is_up = self.process is not None and self.process.process.poll() is None
        said = {"log": self.log_lines()}
        if is_up:
            said["readyz"] = self.readyz()
        said["queues"] = self.says("queues")
        said["doctor"] = "\n".join(
            line for line in self.says("doctor").splitlines() if not re.match(r"\s*(ok|OK|✓)\b", line)
        )
        said["alerts"] = self.says("alerts", "list") if is_up else ""
        said["told"] = "\n".join(self.operator.told)
        if trigger:
            said["why"] = self.why(trigger)
        return {**said, **more}

    def close(self):
        self.is_over.set()
        if self.process:
            self.process.stop()
        self.operator.close()
        self.session.close()
