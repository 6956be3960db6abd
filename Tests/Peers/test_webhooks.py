"""Outgoing events as `standardwebhooks` verifies them."""

import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from patience import PATIENCE, SETTLE_MS
from trial import Trial

ROOT = Path(__file__).parent.parent.parent


class Receiver:
    """A backend that keeps what it received."""

    def __init__(self):
        self.received = []
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = "http://127.0.0.1:%d/peal" % self.server.server_port


@pytest.fixture(scope="module")
def trial(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("webhooks"), ROOT / "Catalogs", app="gss")
    yield trial
    assert trial.stop() == 0


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()


def call(trial, method, path, body=None):
    headers = {"Authorization": "Bearer " + trial.secret_key}
    answer = requests.request(method, trial.url + "/api/v1" + path, json=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def push(trial):
    """A push that is accepted, and everything that follows it."""
    phone = {"app": "gss", "user": "ann", "provider": "fcm", "platform": "android"}
    requests.post(trial.url + "/sandbox/phones", json=phone, timeout=PATIENCE).raise_for_status()
    kudos = {"type": "kudos", "to": {"users": ["ann"]}, "data": {"from": "Ben", "message": "Well done"}}
    call(trial, "POST", "/triggers", kudos)
    answer = requests.post(trial.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)
    assert answer.json()["settled"]


def test_a_message_is_verified_and_a_changed_one_is_not(trial, receiver):
    webhook = call(trial, "POST", "/webhooks", {"url": receiver.url})
    push(trial)
    headers, body = receiver.received[0]
    verified = Webhook(webhook["secret"]).verify(body.decode(), headers)
    assert verified["type"] == "delivery.accepted"
    assert verified["data"]["user"] == "ann"
    assert "Well done" not in body.decode() and "Ben" not in body.decode()
    with pytest.raises(WebhookVerificationError):
        Webhook(webhook["secret"]).verify(body.decode().replace("ann", "eve"), headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(webhook["secret"]).verify(body.decode(), {**headers, "webhook-id": "msg_other"})
    call(trial, "DELETE", "/webhooks/" + webhook["id"])


def test_a_message_is_verified_when_the_virtual_clock_is_years_ahead(peal, tmp_path, receiver):
    trial = Trial(peal, tmp_path, ROOT / "Catalogs", app="gss")
    clock = {"set": "2030-01-15T12:00:00Z"}
    requests.post(trial.url + "/sandbox/clock", json=clock, timeout=PATIENCE).raise_for_status()
    webhook = call(trial, "POST", "/webhooks", {"url": receiver.url})
    push(trial)
    headers, body = receiver.received[0]
    assert Webhook(webhook["secret"]).verify(body.decode(), headers)["timestamp"].startswith("2030-01-15T12:00:00")
    assert trial.stop() == 0


def test_both_secrets_verify_while_one_is_replaced(trial, receiver):
    webhook = call(trial, "POST", "/webhooks", {"url": receiver.url})
    rotated = call(trial, "POST", "/webhooks/%s/secret" % webhook["id"])
    push(trial)
    headers, body = receiver.received[0]
    for secret in (webhook["secret"], rotated["secret"]):
        assert json.loads(body) == Webhook(secret).verify(body.decode(), headers)
    call(trial, "DELETE", "/webhooks/" + webhook["id"])


def test_alerts_are_verified_and_resolved(peal, tmp_path, receiver):
    data = tmp_path / "data"
    trial = Trial(peal, tmp_path, ROOT / "Catalogs", app="gss", data=data)
    webhook = call(trial, "POST", "/webhooks", {"url": receiver.url, "types": ["alert.fired", "alert.resolved"]})
    command = [str(peal), "alerts", "test", "--app", "gss", "--data", str(data)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout
    rules = sorted(line.removeprefix("testing ") for line in told.splitlines())
    for _ in range(3):
        requests.post(trial.url + "/sandbox/clock", json={"advance": "PT10S"}, timeout=PATIENCE).raise_for_status()
    events = [Webhook(webhook["secret"]).verify(body.decode(), headers) for headers, body in receiver.received]
    for kind in ("alert.fired", "alert.resolved"):
        assert sorted(event["data"]["rule"] for event in events if event["type"] == kind) == rules
    page = (ROOT / "docs" / "operations.md").read_text()
    for event in events:
        assert event["data"]["test"] is True
        file, anchor = event["data"]["runbook"].split("#")
        assert file == "docs/operations.md" and "### " + anchor.replace("alert-", "Alert: ", 1) + "\n" in page
    assert trial.stop() == 0
