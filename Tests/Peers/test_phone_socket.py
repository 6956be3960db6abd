"""An app in an emulator follows a virtual phone of the sandbox by `websockets`: it gets what the phone gets."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from patience import PATIENCE, SETTLE_MS
from trial import Trial


@pytest.fixture(scope="module")
def server(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("phone-socket"), Path(__file__).with_name("catalogs"))
    yield trial
    trial.stop()


def post(server, path, body=None):
    answer = requests.post(server.url + path, json=body, timeout=PATIENCE)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def phone(server, user, **more):
    return post(server, "/sandbox/phones", {"app": server.app, "user": user, "provider": "fcm", "platform": "android", **more})


def trigger(server, user):
    body = {"type": "urgent", "entity": "thing/1", "to": {"users": [user]}, "data": {"title": "News", "text": "Something happened"}}
    headers = {"Authorization": "Bearer " + server.secret_key}
    answer = requests.post(server.url + "/api/v1/triggers", json=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 202, answer.text
    post(server, "/sandbox/settle", {"timeoutMs": SETTLE_MS})


@contextmanager
def following(server, made, since=0, **options):
    url = f"{server.url.replace('http', 'ws')}/sandbox/phones/{made['phoneId']}/live?since={since}"
    with connect(url, open_timeout=PATIENCE, close_timeout=PATIENCE, **options) as socket:
        yield lambda: json.loads(socket.recv(timeout=PATIENCE))


def until(read, op, holds=lambda frame: True):
    while True:
        frame = read()
        if frame["op"] == op and holds(frame):
            return frame


def test_the_exact_push_and_the_token_that_it_was_sent_to(server):
    made = phone(server, "ann")
    with following(server, made) as read:
        state = read()
        assert state["op"] == "state" and state["online"] and state["running"] and state["installed"]
        trigger(server, "ann")
        push = until(read, "push")
        assert push["provider"] == "fcm" and push["payload"]["message"]["token"] == made["token"]
        assert json.loads(push["payload"]["message"]["data"]["peal"])["op"] == "show"
    # What came meanwhile is there for the next connection, and not twice.
    trigger(server, "ann")
    with following(server, made, since=push["number"]) as read:
        later = until(read, "push")
        assert later["number"] > push["number"]
    with following(server, made, since=later["number"]) as read:
        post(server, f"/sandbox/phones/{made['phoneId']}/kill")
        assert not until(read, "state", lambda frame: not frame["running"])["running"]


def test_offline_and_the_virtual_time(server):
    made = phone(server, "ben")
    with following(server, made) as read:
        before = read()["now"]
        post(server, f"/sandbox/phones/{made['phoneId']}/offline")
        until(read, "state", lambda frame: not frame["online"])
        trigger(server, "ben")
        post(server, "/sandbox/clock", {"advance": "PT1M"})
        assert until(read, "state", lambda frame: frame["now"] > before)["online"] is False
        post(server, f"/sandbox/phones/{made['phoneId']}/online")
        assert until(read, "push")["number"] == 1


def test_an_app_that_was_ended_is_opened(server):
    made = phone(server, "cem")
    post(server, f"/sandbox/phones/{made['phoneId']}/kill")
    screen = requests.get(f"{server.url}/sandbox/phones/{made['phoneId']}/screen", timeout=PATIENCE).json()
    assert screen["running"] is False
    with following(server, made) as read:
        assert read()["running"] is False
        post(server, f"/sandbox/phones/{made['phoneId']}/open")
        assert until(read, "state", lambda frame: frame["running"])


@pytest.mark.parametrize("path, headers, status", [
    ("/sandbox/phones/phone-999/live", {}, 404),
    ("/sandbox/phones/phone-1/live?since=x", {}, 422),
    ("/sandbox/phones/phone-1/live?other=1", {}, 422),
    ("/sandbox/phones/phone-1/live", {"Origin": "https://evil.example"}, 404),
])
def test_refused_connections(server, path, headers, status):
    phone(server, "dan")
    with pytest.raises(InvalidStatus) as refused:
        connect(server.url.replace("http", "ws") + path, additional_headers=headers, open_timeout=PATIENCE)
    assert refused.value.response.status_code == status


def test_without_an_upgrade_it_says_what_it_speaks(server):
    made = phone(server, "eve")
    answer = requests.get(f"{server.url}/sandbox/phones/{made['phoneId']}/live", timeout=PATIENCE)
    assert answer.status_code == 426 and "WebSocket" in answer.json()["detail"]
