"""Senders of others deliver to our simulators: pywebpush, aioapns, and FCM by hand with PyJWT."""

import asyncio
import json
import os
import secrets
import ssl
import time
from urllib.parse import urlsplit

import aioapns
import aioapns.connection
import jwt
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from patience import PATIENCE
from sandbox import Sandbox
from services.certificates import pem
from services.webpush import base64url, point

PAYLOAD = {"title": "Lamp", "body": "It is on.", "tag": "t1"}


@pytest.fixture(scope="module")
def sandbox(peal, tmp_path_factory):
    sandbox = Sandbox(peal, tmp_path_factory.mktemp("sandbox"))
    yield sandbox
    assert sandbox.process.stop() == 0


@pytest.fixture(autouse=True)
def no_faults(sandbox):
    yield
    sandbox.clear_faults()


# Web Push, by pywebpush.


@pytest.fixture(scope="module")
def sender():
    vapid = Vapid02()
    vapid.generate_keys()
    return vapid


def subscribe(sandbox, sender):
    token = sandbox.token("webpush", vapidPublicKey=base64url(point(sender.public_key)))
    return json.loads(token) if isinstance(token, str) else token


@pytest.fixture(scope="module")
def push(sandbox):
    """Sends over TLS, as the endpoint says, trusting the simulators' root alone."""
    session = requests.Session()
    session.verify = str(sandbox.root)
    # Or the environment's roots would count in place of ours.
    session.trust_env = False

    def push(subscription, sender, data=json.dumps(PAYLOAD), **more):
        return webpush(
            subscription, data, vapid_private_key=sender, vapid_claims={"sub": "mailto:push@example.org"},
            requests_session=session, **{"ttl": 60, **more},
        )
    push.session = session
    return push


@pytest.fixture(scope="module")
def refused(push):
    def refused(subscription, sender, **more):
        with pytest.raises(WebPushException) as refusal:
            push(subscription, sender, **more)
        return refusal.value.response.status_code
    return refused


def test_pywebpush_delivers_and_the_simulator_decrypts(sandbox, sender, push):
    subscription = subscribe(sandbox, sender)
    assert subscription["endpoint"].startswith("https://")
    answer = push(subscription, sender, headers={"Urgency": "high", "Topic": "lamp"})
    assert answer.status_code == 201 and answer.headers["Location"] and answer.headers["TTL"] == "60"
    last = sandbox.request_log("webpush")[-1]
    assert last["payload"] == PAYLOAD and last["answer"]["status"] == 201
    assert {name.lower(): value for name, value in last["headers"].items()}["topic"] == "lamp"


def test_pywebpush_without_the_root_sends_nothing(sandbox, sender):
    with pytest.raises(requests.exceptions.SSLError):
        webpush(
            subscribe(sandbox, sender), "x", vapid_private_key=sender, vapid_claims={"sub": "mailto:push@example.org"}
        )


def test_pywebpush_sends_a_push_without_content(sandbox, sender, push):
    assert push(subscribe(sandbox, sender), sender, data=None).status_code == 201
    assert sandbox.request_log("webpush")[-1]["answer"]["status"] == 201


def test_a_message_is_withdrawn_by_its_address(sandbox, sender, push):
    place = push(subscribe(sandbox, sender), sender).headers["Location"]
    assert push.session.delete(place, timeout=PATIENCE).status_code == 204
    assert push.session.delete(place, timeout=PATIENCE).status_code == 404


def test_pywebpush_to_a_browser_that_unsubscribed(sandbox, sender, refused):
    token = sandbox.token("webpush", vapidPublicKey=base64url(point(sender.public_key)))
    sandbox.retire("webpush", token)
    assert refused(json.loads(token), sender) == 410


def test_pywebpush_with_another_key_is_refused(sandbox, sender, refused):
    other = Vapid02()
    other.generate_keys()
    assert refused(subscribe(sandbox, sender), other) in (401, 403)


def test_pywebpush_to_an_address_nobody_gave_out(sandbox, sender, refused):
    subscription = subscribe(sandbox, sender)
    subscription["endpoint"] += "x"
    assert refused(subscription, sender) in (404, 410)


def test_pywebpush_with_the_keys_of_another_browser(sandbox, sender, refused):
    subscription = subscribe(sandbox, sender)
    subscription["keys"] = {
        "p256dh": base64url(point(ec.generate_private_key(ec.SECP256R1()).public_key())),
        "auth": base64url(os.urandom(16)),
    }
    assert refused(subscription, sender) == 400


@pytest.mark.parametrize(
    "headers", [{"Urgency": "soon"}, {"Topic": "x" * 33}, {"Topic": "no spaces"}], ids=["urgency", "long", "spaces"]
)
def test_pywebpush_with_a_bad_header(sandbox, sender, refused, headers):
    assert refused(subscribe(sandbox, sender), sender, headers=headers) == 400


def test_pywebpush_meets_a_fault(sandbox, sender, push):
    subscription = subscribe(sandbox, sender)
    sandbox.fault(provider="webpush", answer={"status": 429, "retryAfter": 7}, times=1)
    with pytest.raises(WebPushException) as refusal:
        push(subscription, sender)
    assert refusal.value.response.status_code == 429 and refusal.value.response.headers["Retry-After"] == "7"
    assert push(subscription, sender).status_code == 201


# APNs, by aioapns.


@pytest.fixture(scope="module")
def apple(sandbox):
    return sandbox.get("/apns/credentials", app="peers")


def deliver(sandbox, apple, requests, place="apns", **more):
    """Sends with aioapns on one connection, and gives the results."""
    address = urlsplit(sandbox.places[place])
    context = ssl.create_default_context(cadata=apple["rootPem"])

    class Protocol(aioapns.connection.APNsTLSClientProtocol):
        APNS_SERVER, APNS_PORT = address.hostname, address.port

    async def send():
        async def ignore(request, result):
            pass
        settings = {
            "key": apple["signingKey"], "key_id": apple["keyId"], "team_id": apple["teamId"],
            "topic": apple["bundleId"], "ssl_context": context, "max_connections": 1, "err_func": ignore,
        }
        client = aioapns.APNs(**{**settings, **more})
        # The context in its settings is taken for a certificate's connections alone in some versions.
        client.pool.ssl_context, client.pool.protocol_class = context, Protocol
        try:
            return [await asyncio.wait_for(client.send_notification(request), 10) for request in requests]
        finally:
            client.pool.close()
            # Lets the connection say goodbye before the loop ends.
            await asyncio.sleep(0.05)

    return asyncio.run(send())


def alert(token, **more):
    message = {"aps": {"alert": {"title": "Lamp", "body": "It is on."}}}
    return aioapns.NotificationRequest(token, message, **{"push_type": aioapns.PushType.ALERT, **more})


def test_aioapns_delivers(sandbox, apple):
    token = sandbox.token("apns")
    pushes = [alert(token, collapse_key="lamp", time_to_live=60, priority=10) for _ in range(5)]
    results = deliver(sandbox, apple, pushes)
    assert [(result.status, result.description) for result in results] == [("200", None)] * 5
    last = sandbox.request_log("apns")[-1]
    assert last["payload"] == {"aps": {"alert": {"title": "Lamp", "body": "It is on."}}}
    assert last["headers"]["apns-collapse-id"] == "lamp" and last["headers"]["apns-push-type"] == "alert"
    assert "eyJ" not in json.dumps(last["headers"])


def test_aioapns_delivers_to_the_sandbox_environment(sandbox, apple):
    token = sandbox.token("apns", environment="sandbox")
    assert deliver(sandbox, apple, [alert(token)], place="apnsSandbox")[0].is_successful
    [elsewhere] = deliver(sandbox, apple, [alert(token)])
    assert (elsewhere.status, elsewhere.description) == ("400", "BadDeviceToken")


@pytest.mark.parametrize(
    "push, status, reason",
    [
        (lambda token: alert("nothex" + token[6:]), "400", "BadDeviceToken"),
        (lambda token: alert(secrets.token_hex(32)), "400", "BadDeviceToken"),
        (lambda token: alert(token, collapse_key="x" * 65), "400", "BadCollapseId"),
        (lambda token: alert(token, priority=7), "400", "BadPriority"),
        (lambda token: alert(token, apns_topic="example.other"), "400", "TopicDisallowed"),
        (lambda token: aioapns.NotificationRequest(token, {"peal": {}}), "400", "PayloadEmpty"),
        (lambda token: aioapns.NotificationRequest(token, {"aps": {"alert": "x" * 4096}}), "413", "PayloadTooLarge"),
    ],
    ids=["malformed", "unknown", "collapse", "priority", "topic", "empty", "large"],
)
def test_aioapns_is_told_what_is_wrong(sandbox, apple, push, status, reason):
    [result] = deliver(sandbox, apple, [push(sandbox.token("apns"))])
    assert (result.status, result.description) == (status, reason)
    assert (result.timestamp is not None) == (status == "410")


def test_aioapns_to_an_app_that_was_removed(sandbox, apple):
    token = sandbox.token("apns")
    sandbox.retire("apns", token)
    [result] = deliver(sandbox, apple, [alert(token)])
    assert (result.status, result.description) == ("410", "Unregistered") and result.timestamp is not None


@pytest.mark.parametrize(
    "push_type, suffix",
    [(aioapns.PushType.VOIP, ".voip"), (aioapns.PushType.COMPLICATION, ".complication")],
)
def test_aioapns_sends_what_only_the_app_reads(sandbox, apple, push_type, suffix):
    request = aioapns.NotificationRequest(
        sandbox.token("apns"), {"call": "1"}, push_type=push_type, apns_topic=apple["bundleId"] + suffix
    )
    [result] = deliver(sandbox, apple, [request])
    assert (result.status, result.description) == ("200", None)


def test_aioapns_with_another_key(sandbox, apple):
    other = ec.generate_private_key(ec.SECP256R1())
    [result] = deliver(sandbox, apple, [alert(sandbox.token("apns"))], key=pem(other))
    assert (result.status, result.description) == ("403", "InvalidProviderToken")


@pytest.mark.parametrize("age, reason", [(3700, "ExpiredProviderToken"), (0, None)])
def test_aioapns_with_an_old_provider_token(sandbox, apple, monkeypatch, age, reason):
    class Old(aioapns.connection.JWTAuthorizationHeaderProvider):
        def get_header(self):
            claims = {"iss": apple["teamId"], "iat": int(time.time()) - age}
            token = jwt.encode(claims, apple["signingKey"], algorithm="ES256", headers={"kid": apple["keyId"]})
            return "bearer " + token

    monkeypatch.setattr(aioapns.connection, "JWTAuthorizationHeaderProvider", Old)
    [result] = deliver(sandbox, apple, [alert(sandbox.token("apns"))])
    assert (result.status, result.description) == ("403" if reason else "200", reason)


# FCM, by hand.


def google_token(sandbox, account, **claims):
    now = int(time.time())
    claims = {
        "iss": account["client_email"], "scope": "https://www.googleapis.com/auth/firebase.messaging",
        "aud": account["token_uri"], "iat": now, "exp": now + 3600, **claims,
    }
    assertion = jwt.encode(
        claims, account["private_key"], algorithm="RS256", headers={"kid": account["private_key_id"]}
    )
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion}
    return requests.post(account["token_uri"], data=form, timeout=PATIENCE)


def test_an_assertion_buys_a_token_that_sends(sandbox):
    account = sandbox.get("/service-account", project="peers")
    granted = google_token(sandbox, account)
    assert granted.status_code == 200 and granted.json()["token_type"] == "Bearer"
    url = sandbox.places["fcm"] + "/v1/projects/peers/messages:send"
    message = {"message": {"token": sandbox.token("fcm"), "notification": PAYLOAD | {"body": "On."}}}
    del message["message"]["notification"]["tag"]
    headers = {"Authorization": "Bearer " + granted.json()["access_token"]}
    answer = requests.post(url, json=message, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 200 and answer.json()["name"].startswith("projects/peers/messages/")
    message["message"]["token"] = "c" + secrets.token_hex(10) + ":APA91b" + secrets.token_hex(60)
    answer = requests.post(url, json=message, headers=headers, timeout=PATIENCE)
    assert answer.status_code in (400, 404), answer.text
    assert requests.post(url, json=message, headers={"Authorization": "Bearer ya29.x"}, timeout=PATIENCE).status_code == 401


@pytest.mark.parametrize("claims", [{"aud": "https://example.org"}, {"exp": 1_000_000_000}, {"iss": "x@example.org"}])
def test_a_bad_assertion_buys_nothing(sandbox, claims):
    answer = google_token(sandbox, sandbox.get("/service-account", project="peers"), **claims)
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant"


# Expo, by hand.


def test_expo_takes_a_batch_and_answers_in_its_order(sandbox):
    access = sandbox.post("/expo/access-token", {"project": "peers"})
    token = next(value for value in access.values() if isinstance(value, str))
    good, bad = sandbox.token("expo"), "ExponentPushToken[%s]" % base64url(os.urandom(16))
    messages = [{"to": good, "title": "Lamp"}, {"to": bad, "title": "Lamp"}, {"to": good, "body": "On."}]
    url = sandbox.places["expo"] + "/--/api/v2/push/send"
    headers = {"Authorization": "Bearer " + token}
    tickets = requests.post(url, json=messages, headers=headers, timeout=PATIENCE).json()["data"]
    assert [ticket["status"] for ticket in tickets] == ["ok", "error", "ok"]
    assert tickets[1]["details"]["error"] == "DeviceNotRegistered"
    many = requests.post(url, json=[{"to": good, "title": "x"}] * 101, headers=headers, timeout=PATIENCE)
    assert many.status_code == 400 and many.json()["errors"][0]["code"] == "PUSH_TOO_MANY_NOTIFICATIONS"
