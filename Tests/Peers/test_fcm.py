"""What Peal sends to FCM; the service account's assertion verified by PyJWT."""

import json
import secrets

import pytest

from deployment import Deployment
from services.fcm import FCMService


@pytest.fixture(scope="module")
def service():
    service = FCMService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def peers(peal, service, tmp_path_factory):
    deployment = Deployment(peal, tmp_path_factory.mktemp("fcm"), {"fcm": service.settings})
    yield deployment
    deployment.stop()


@pytest.fixture(autouse=True)
def checks(service):
    yield
    assert service.failures == []
    service.next_replies.clear()


def phone(peers, platform="android"):
    user, token = "u" + secrets.token_hex(6), "c%s:APA91b%s" % (secrets.token_hex(10), secrets.token_hex(60))
    return user, token, peers.register(user, "fcm", platform, token=token)


def test_a_message_is_what_google_documents(peers, service):
    user, token, _ = phone(peers)
    assert peers.drained(peers.trigger("urgent", [user]))["accepted"] == 1
    [message] = [message for message in service.messages if message["token"] == token]
    assert message["notification"] == {"title": "Lamp", "body": "It is on."}
    assert set(message["data"]) == {"peal"} and json.loads(message["data"]["peal"])["type"] == "urgent"
    android = message["android"]
    assert android["priority"] == "HIGH" and 3500 < int(android["ttl"].removesuffix("s")) <= 3600
    assert android["notification"]["channel_id"] == "things" and android["notification"]["tag"]
    assert "apns" not in message and "webpush" not in message


def test_buttons_on_android_go_as_data_alone(peers, service):
    user, token, _ = phone(peers)
    peers.drained(peers.trigger("choice", [user]))
    [message] = [message for message in service.messages if message["token"] == token]
    assert "notification" not in message and message["android"]["priority"] == "HIGH"
    assert all(isinstance(value, str) for value in message["data"].values())
    actions = json.loads(message["data"]["peal"])["actions"]
    assert [action["id"] for action in actions] == ["come", "stay"]
    assert message["data"]["title"] == "Lamp"


def test_an_iphone_gets_apple_headers(peers, service):
    user, token, _ = phone(peers, "ios")
    peers.drained(peers.trigger("hint", [user]))
    [message] = [message for message in service.messages if message["token"] == token]
    headers = message["apns"]["headers"]
    assert all(isinstance(value, str) for value in headers.values())
    assert headers["apns-priority"] == "5" and int(headers["apns-expiration"]) > 1_700_000_000
    assert len(headers["apns-collapse-id"].encode()) <= 64
    assert "aps" in message["apns"]["payload"]


def test_one_assertion_serves_many_messages(peers, service):
    people = [phone(peers)[0] for _ in range(20)]
    assert peers.drained(peers.trigger("note", people))["accepted"] == 20
    assert len(service.assertions) == 1


def test_a_refused_access_token_is_replaced(peers, service):
    user, token, _ = phone(peers)
    peers.drained(peers.trigger("note", [user]))
    before = len(service.assertions)
    service.access_tokens.clear()
    assert peers.drained(peers.trigger("note", [user]))["accepted"] == 1
    assert len(service.assertions) == before + 1
    assert len([message for message in service.messages if message["token"] == token]) == 2


@pytest.mark.parametrize(
    "status, name, code, state",
    [
        (404, "NOT_FOUND", "UNREGISTERED", "quarantined"),
        # Without the error of FCM itself it is the project that is not found.
        (404, "NOT_FOUND", None, "active"),
        (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "active"),
    ],
)
def test_a_refusal_has_its_outcome(peal, tmp_path, status, name, code, state):
    # A configuration error halts a queue, so each row has a server of its own.
    service = FCMService()
    peers = Deployment(peal, tmp_path, {"fcm": service.settings})
    try:
        user, _, device = phone(peers)
        service.next_replies.extend([FCMService.error(status, name, code)] * 4)
        counts = peers.drained(peers.trigger("note", [user]))
        assert counts["failed"] == 1 and service.messages == []
        assert peers.device(user, device)["state"] == state
        assert service.failures == []
    finally:
        peers.stop()
        service.close()
