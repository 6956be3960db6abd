"""`peal clock` after a week in which nobody was there: the server comes back under a clock that its database does not know."""

import datetime
import json
import os
import re

import pytest

from deployment import Deployment, PealProcess, eventually
from patience import PATIENCE

FAKE = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
DAYS = 6


class Past(Deployment):
    """A deployment that lives six days ago, until it comes back."""

    def __init__(self, peal, directory):
        self.present = str(peal)
        past = directory / "peal"
        # `timeout` is the program that runs under the other clock first: one that `env` starts itself loses its arguments there.
        past.write_text(
            '#!/bin/sh\nexec env LD_PRELOAD=%s FAKETIME=-%dd FAKETIME_DONT_FAKE_MONOTONIC=1 timeout 1h %s "$@"\n' % (FAKE, DAYS, peal)
        )
        past.chmod(0o755)
        super().__init__(past, directory, {"expo": {"enabled": True}}, log_level="info")

    def come_back(self):
        self.process.stop()
        self.peal = self.present
        self.process = PealProcess([self.peal, "serve", "--port", "0", *self.options], self.log)
        self.url = self.process.ready["url"]

    def readiness(self):
        return self.session.get(self.url + "/readyz", timeout=PATIENCE).json()

    def schedule(self):
        """A trigger that was due ten minutes ago: less than its time to live."""
        due = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=10)).isoformat().replace("+00:00", "Z")
        body = {
            "type": "urgent", "to": {"users": ["ann"]}, "entity": "thing/t1", "data": {"title": "Lamp", "text": "It is on."}, "sendAt": due,
        }
        return self.request("POST", "/api/v1/triggers", body, expect={202}).json()["id"]

    def status(self, trigger):
        return self.request("GET", "/api/v1/triggers/" + trigger, expect={200}).json()["status"]


@pytest.fixture
def past(peal, tmp_path):
    assert os.path.exists(FAKE), "libfaketime is missing: Scripts/peers installs it"
    deployment = Past(peal, tmp_path)
    yield deployment
    deployment.stop()


def test_accepting_the_clock_sends_what_is_due(past):
    past.request("PUT", "/api/v1/users/ann", {}, expect={200, 201})
    trigger = past.schedule()
    trusted = eventually(lambda: re.search("The clock is trusted.*", past.call("clock")), "the server notes its time")
    assert re.search(r"The server was last at 20\d\d-", trusted[0])
    assert past.call("clock", "accept").strip() == "The clock is not in question; nothing changed."
    assert past.status(trigger) == "scheduled"

    past.come_back()
    # The address is announced while loops still start: until they run it is not ready, whatever the clock.
    ready = eventually(lambda: (answer := past.readiness())["status"] != "not-ready" and answer, "its loops run")
    assert ready["status"] == "degraded" and ready["checks"]["clock"] is False, ready
    question = past.call("clock")
    assert question.startswith("The clock is in question: ") and "peal clock accept" in question, question
    assert past.status(trigger) == "scheduled"

    accepted = past.call("clock", "accept")
    assert re.match(r"accepted the clock at 20\d\d-.*; before that the server was at 20\d\d-", accepted), accepted
    eventually(lambda: past.status(trigger) == "done", "what was due is sent")
    eventually(lambda: past.readiness()["status"] == "ok", "it is ready")
    assert past.call("clock").startswith("The clock is trusted.")
    assert past.call("clock", "accept").strip() == "The clock is not in question; nothing changed."
    # The operator's word is in the audit log, once.
    entries = past.request("GET", "/api/v1/audit?limit=200", expect={200}).json()["items"]
    assert len([entry for entry in entries if "clock-accepted" in json.dumps(entry)]) == 1, entries
