"""What Peal sends to Expo: batches, compression, tickets."""

import json
import secrets

import pytest

from deployment import Deployment, eventually
from services.expo import JSON, ExpoService
from services.web import Reply


@pytest.fixture(scope="module")
def service():
    service = ExpoService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def peers(peal, service, tmp_path_factory):
    deployment = Deployment(peal, tmp_path_factory.mktemp("expo"), {"expo": service.settings})
    yield deployment
    deployment.stop()


@pytest.fixture(autouse=True)
def checks(service):
    yield
    assert service.failures == []
    service.next_replies.clear()


def phone(peers, platform):
    user, token = "u" + secrets.token_hex(6), "ExponentPushToken[%s]" % secrets.token_urlsafe(16)
    return user, token, peers.register(user, "expo", platform, token=token)


def test_a_message_for_an_iphone(peers, service):
    user, token, _ = phone(peers, "ios")
    assert peers.drained(peers.trigger("urgent", [user]))["accepted"] == 1
    [message] = [message for message in service.messages if message["to"] == token]
    assert (message["title"], message["body"]) == ("Lamp", "It is on.")
    assert message["priority"] == "high" and 3500 < message["ttl"] <= 3600
    assert message["badge"] == 1 and message["interruptionLevel"] == "active"
    assert isinstance(message["data"]["peal"], dict) and message["data"]["peal"]["type"] == "urgent"
    assert len(message["collapseId"].encode()) <= 64 and "channelId" not in message


def test_a_message_for_an_android_phone(peers, service):
    user, token, _ = phone(peers, "android")
    assert peers.drained(peers.trigger("hint", [user]))["accepted"] == 1
    [message] = [message for message in service.messages if message["to"] == token]
    assert message["channelId"] == "things" and message["tag"] and message["priority"] == "normal"
    assert "badge" not in message and "interruptionLevel" not in message


def test_many_messages_go_in_batches_of_at_most_100(peers, service):
    people = [phone(peers, "android") for _ in range(230)]
    before, batches = len(service.messages), len(service.batches)
    assert peers.drained(peers.trigger("note", [user for user, _, _ in people]))["accepted"] == 230
    sent = service.messages[before:]
    assert sorted(message["to"] for message in sent) == sorted(token for _, token, _ in people)
    assert len(service.batches) - batches < 100, "hardly anything was put together"


def test_a_ticket_that_says_the_device_is_gone(peers, service):
    gone, here = phone(peers, "ios"), phone(peers, "ios")
    service.dead.add(gone[1])
    counts = peers.drained(peers.trigger("note", [gone[0], here[0]]))
    assert (counts["accepted"], counts["failed"]) == (1, 1)
    assert peers.device(gone[0], gone[2])["state"] == "quarantined"
    assert peers.device(here[0], here[2])["state"] == "active"


@pytest.mark.parametrize(
    "reply",
    [
        Reply(429, json.dumps({"errors": [{"code": "TOO_MANY_REQUESTS", "message": "slow"}]}).encode(), JSON),
        Reply(503, b"<html>try again</html>", {"Content-Type": "text/html"}),
        Reply(0, reset=True),
    ],
    ids=["429", "503", "reset"],
)
def test_trouble_is_tried_again(peers, service, reply):
    user, token, device = phone(peers, "ios")
    service.next_replies.append(reply)
    assert peers.drained(peers.trigger("note", [user]))["accepted"] == 1
    eventually(lambda: [message for message in service.messages if message["to"] == token], "it arrives")
    assert peers.device(user, device)["state"] == "active"
