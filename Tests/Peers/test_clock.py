"""`peal clock` on a machine whose clock jumped: the server runs under another clock than its database knows."""

import datetime
import json
import os
import re
import subprocess

import pytest

from deployment import Deployment, PealProcess, clean_environment, eventually
from patience import PATIENCE

FAKE = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
DAYS = 6


@pytest.fixture(scope="module", autouse=True)
def library():
    assert os.path.exists(FAKE), "libfaketime is missing: Scripts/peers installs it"


class Moved(Deployment):
    """A deployment whose clock can be another one from the next start on."""

    def away(self, *command):
        """A command line under a clock that is six days ahead; `timeout` is the program that runs under it first."""
        return [
            "env", "LD_PRELOAD=" + FAKE, "FAKETIME=+%dd" % DAYS, "FAKETIME_DONT_FAKE_MONOTONIC=1", "timeout", "1h", str(self.peal),
            *command, *self.options,
        ]

    def start_away(self):
        self.process.stop()
        self.process = PealProcess(self.away("serve", "--port", "0"), self.log)
        self.url = self.process.ready["url"]

    def clock(self, *command):
        """What `peal clock` prints under the same clock."""
        done = subprocess.run(
            self.away("clock", *command), capture_output=True, text=True, timeout=PATIENCE, cwd=self.directory, env=clean_environment(),
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def moved(peal, tmp_path):
    deployment = Moved(peal, tmp_path, {"expo": {"enabled": True}}, log_level="info")
    yield deployment
    deployment.stop()


def scheduled(moved):
    """A trigger of the day after tomorrow."""
    due = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)).isoformat().replace("+00:00", "Z")
    body = {"type": "urgent", "to": {"users": ["ann"]}, "entity": "thing/t1", "data": {"title": "Lamp", "text": "It is on."}, "sendAt": due}
    return moved.request("POST", "/api/v1/triggers", body, expect={202}).json()["id"]


def readiness(moved):
    return moved.session.get(moved.url + "/readyz", timeout=PATIENCE).json()


def status(moved, trigger):
    return moved.request("GET", "/api/v1/triggers/" + trigger, expect={200}).json()["status"]


def test_accepting_the_clock_sends_what_is_due(moved):
    moved.request("PUT", "/api/v1/users/ann", {}, expect={200, 201})
    trigger = scheduled(moved)
    trusted = eventually(lambda: re.search("The clock is trusted.*", moved.call("clock")), "the server notes its time")
    assert re.search(r"The server was last at 20\d\d-", trusted[0])
    assert moved.call("clock", "accept").strip() == "The clock is not in question; nothing changed."
    assert status(moved, trigger) == "scheduled"

    moved.start_away()
    ready = eventually(lambda: (found := readiness(moved)) and found["status"] == "degraded" and found, "the clock is in question")
    assert ready["checks"]["clock"] is False
    question = moved.clock()
    assert question.startswith("The clock is in question: ") and "peal clock accept" in question, question
    assert status(moved, trigger) == "scheduled"

    accepted = moved.clock("accept")
    assert re.match(r"accepted the clock at 20\d\d-.*; before that the server was at 20\d\d-", accepted), accepted
    eventually(lambda: status(moved, trigger) == "done", "what was due is sent")
    eventually(lambda: readiness(moved)["status"] == "ok", "it is ready")
    assert moved.clock().startswith("The clock is trusted.")
    assert moved.clock("accept") == "The clock is not in question; nothing changed."
    # The operator's word is in the audit log, once.
    entries = moved.request("GET", "/api/v1/audit?limit=200", expect={200}).json()["items"]
    assert len([entry for entry in entries if "clock-accepted" in json.dumps(entry)]) == 1, entries
