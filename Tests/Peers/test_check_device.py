"""`peal check-device` against a phone of the sandbox: this test is the phone and its user."""

import json
import os
import re
import subprocess
import threading
from pathlib import Path

import pytest
import requests

from patience import PATIENCE
from trial import Trial

CATALOGS = Path(__file__).resolve().parents[2] / "Catalogs"


@pytest.fixture(scope="module")
def server(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("check-device"), CATALOGS, app="gss")
    yield trial
    trial.stop()


class Phone:
    """A virtual phone of the sandbox with its app: what an app reports, it reports by the device's key."""

    def __init__(self, server, user):
        self.server, self.user = server, user
        body = {"app": "gss", "user": user, "provider": "fcm", "platform": "android"}
        made = requests.post(server.url + "/sandbox/phones", json=body, timeout=PATIENCE).json()
        self.id = made["phoneId"]
        self.key = {"Authorization": f"Peal-Device {made['deviceId']}:{made['deviceKey']}"}

    def shown(self):
        return requests.get(f"{self.server.url}/sandbox/phones/{self.id}/screen", timeout=PATIENCE).json()["notifications"]

    def newest(self, title):
        return next(one for one in reversed(self.shown()) if one["title"] == title)

    def report(self, notification, what):
        answer = requests.post(f"{self.server.url}/api/v1/notifications/{notification}/{what}", json={}, headers=self.key, timeout=PATIENCE)
        assert answer.status_code < 300, answer.text

    def tap(self, notification, action=None):
        body = {"notification": notification, **({"action": action} if action else {})}
        return requests.post(f"{self.server.url}/sandbox/phones/{self.id}/tap", json=body, timeout=PATIENCE).json()

    def claim(self, notification, milliseconds):
        """What the app measured from the tap to the screen."""
        token = {"Authorization": "Bearer " + self.server.user_token(self.user)}
        body = {"notificationId": notification, "action": "opened", "channel": "push", "actionPayload": {"screenAfterMs": milliseconds}}
        answer = requests.post(self.server.url + "/api/v1/analytics/notification-audit", json=body, headers=token, timeout=PATIENCE)
        assert answer.status_code < 300, answer.text


class Walk:
    """The command, and a user who does what it says."""

    def __init__(self, peal, server, user, directory, *arguments, answers=None, has_phone=True):
        self.phone = Phone(server, user) if has_phone else None
        self.answers = answers or {}
        self.asked, self.lines = [], []
        self.report = directory / f"{user}.md"
        command = [str(peal), "check-device", "--app", "gss", "--user", user, "--url", server.url, "--report", str(self.report), *arguments]
        environment = {name: value for name, value in os.environ.items() if name != "PEAL_KEY"}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def run(self):
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        text = ""
        while character := self.process.stdout.read(1):
            text += character
            if character == "\n" or re.search(r"(\[y/n/s\]|\(s skips\):) $", text):
                self.line(text.strip())
                text = ""
        self.process.wait(PATIENCE)
        timer.cancel()
        return self.process.returncode

    def line(self, line):
        self.lines.append(line)
        sent = re.search(r"Sent “(.*)”", line)
        if sent and self.phone:
            self.title = sent[1]
            for one in [self.phone.newest(self.title)]:
                self.current = one["id"]
                self.phone.report(one["id"], "received")
        if line.startswith("→ Tap"):
            self.phone.report(self.current, "opened")
            self.phone.claim(self.current, 180)
        if line.startswith("→ Press"):
            assert self.phone.tap(self.current, "on-time")
        if line.startswith("→ Swipe"):
            self.phone.report(self.current, "dismissed")
        if line.endswith("(s skips):"):
            self.say("")
        if line.endswith("[y/n/s]"):
            self.asked.append(line)
            self.say(next((answer for part, answer in self.answers.items() if part in line), "y"))

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()


def test_everything_that_a_machine_knows_is_not_asked(peal, server, tmp_path):
    walk = Walk(peal, server, "mia", tmp_path, "--wait", "20", answers={"": "y"})
    status = walk.run()
    assert status == 0, "\n".join([*walk.lines, walk.process.stderr.read()])
    report = walk.report.read_text()
    assert "tap to screen: 180 ms" in report
    assert re.search(r"The button “On time ✓” answers .* \| yes \| replied after", report)
    assert re.search(r"Swiping it away is reported \| yes", report)
    assert re.search(r"received after \d+\.\d s", report)
    # The tap's screen was measured: nobody is asked about it.
    assert not any("Is the screen of" in question for question in walk.asked)
    assert any("Did it sound?" in question for question in walk.asked)
    assert "0 not, " in report and "| Device | fcm, android, `dev_" in report


def test_what_is_not_as_expected_fails_and_is_written_down(peal, server, tmp_path):
    walk = Walk(peal, server, "ned", tmp_path, "--only", "clear,foreground", answers={"Is it gone": "n"})
    assert walk.run() == 1
    report = walk.report.read_text()
    assert re.search(r"What is read elsewhere leaves the screen \| \*\*no\*\*", report)
    assert re.search(r"Arrives in the app that is on the screen \| yes", report)


def test_a_silent_phone_is_a_finding_and_not_a_wait_for_ever(peal, server, tmp_path):
    walk = Walk(peal, server, "ole", tmp_path, "--only", "reply", "--wait", "1")
    walk.line = lambda line: walk.say("") if line.endswith("(s skips):") else None
    assert walk.run() == 1
    assert "no reply came within 1 s" in walk.report.read_text()


@pytest.mark.parametrize("arguments, message", [
    (["--only", "sounds"], "--only knows no `sounds`"),
    (["--wait", "0"], "--wait 0 is out of range"),
])
def test_arguments_that_cannot_be_meant(peal, server, tmp_path, arguments, message):
    walk = Walk(peal, server, "pia", tmp_path, *arguments)
    assert walk.run() == 64
    assert message in walk.process.stderr.read()


def test_a_user_without_a_phone_and_a_server_that_is_not_there(peal, server, tmp_path):
    walk = Walk(peal, server, "nobody", tmp_path, has_phone=False)
    assert walk.run() == 1
    assert "sign in on the phone as this user" in walk.process.stderr.read()
    command = [str(peal), "check-device", "--app", "gss", "--user", "mia", "--url", "http://127.0.0.1:9", "--report", str(tmp_path / "x.md")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "no server answers at http://127.0.0.1:9" in done.stderr


def test_a_report_is_never_replaced(peal, server, tmp_path):
    file = tmp_path / "qi.md"
    file.write_text("signed")
    walk = Walk(peal, server, "qi", tmp_path)
    assert walk.run() == 1
    assert "is there already" in walk.process.stderr.read() and file.read_text() == "signed"


def test_a_key_that_is_not_known(peal, server, tmp_path):
    key = tmp_path / "key"
    key.write_text("sk_nonsense\n")
    walk = Walk(peal, server, "rob", tmp_path, "--key-file", str(key))
    assert walk.run() == 1
    assert "--key-file" in walk.process.stderr.read()
