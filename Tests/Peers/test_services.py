"""The services the tests play: senders of others pass their checks, and what is wrong does not."""

import json
import socket
import ssl
import time

import h2.config
import h2.connection
import h2.events
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from deployment import eventually
from patience import PATIENCE
from services.apns import Answer, APNsService
from services.certificates import pem
from services.webpush import WebPushService, in_clear


@pytest.fixture
def apns(tmp_path):
    service = APNsService(tmp_path, first_limit=100, limit=100)
    yield service
    service.close()


def speak(apns, work, streams):
    """A client on h2 that does not care about rules; returns once so many streams were answered."""
    context = ssl.create_default_context(cadata=apns.root)
    context.set_alpn_protocols(["h2"])
    with socket.create_connection(("127.0.0.1", apns.port), timeout=PATIENCE) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as connection:
            client = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
            client.initiate_connection()
            work(client)
            connection.sendall(client.data_to_send())
            answered = 0
            while answered < streams:
                for event in client.receive_data(connection.recv(65536)):
                    answered += isinstance(event, h2.events.StreamEnded)
                connection.sendall(client.data_to_send())


def open_stream(client, apns, number, **priority):
    token = jwt.encode(
        {"iss": apns.team_id, "iat": int(time.time())}, pem(apns.signing_key), algorithm="ES256",
        headers={"kid": apns.key_id},
    )
    client.send_headers(number, [
        (":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + "a" * 64), (":authority", "localhost"),
        ("authorization", "bearer " + token),
    ], **priority)
    client.send_data(number, b'{"aps":{}}', end_stream=True)


def test_two_streams_before_the_first_success_are_noticed(apns):
    apns.script = lambda push: Answer(after=0.05)
    speak(apns, lambda client: [open_stream(client, apns, number) for number in (1, 3)], 2)
    assert apns.connections[0].most_open_before_accept == 2


def test_a_priority_is_noticed(apns):
    def work(client):
        open_stream(client, apns, 1, priority_weight=20, priority_depends_on=0)
        client.prioritize(1, weight=30)

    speak(apns, work, 1)
    assert set(apns.connections[0].violations) == {"HEADERS with a priority", "PRIORITY"}


def test_a_provider_token_is_verified(apns):
    speak(apns, lambda client: open_stream(client, apns, 1), 1)
    [push] = apns.received
    assert apns.claims(push)[0]["kid"] == apns.key_id
    apns.signing_key = ec.generate_private_key(ec.SECP256R1())
    with pytest.raises(jwt.InvalidSignatureError):
        apns.claims(push)


def test_pywebpush_passes_and_another_key_does_not():
    service = WebPushService()
    try:
        sender, other, browser = Vapid02(), Vapid02(), service.browser()
        sender.private_key = service.vapid_key
        other.generate_keys()
        claims = {"sub": "mailto:push@example.org", "aud": service.origin}
        address = {**browser.subscription, "endpoint": in_clear(browser.endpoint)}
        webpush(
            address, json.dumps({"title": "Lamp"}), vapid_private_key=sender, vapid_claims=dict(claims),
            ttl=60,
        )
        assert browser.messages[0].json == {"title": "Lamp"} and service.failures == []
        with pytest.raises(WebPushException):
            webpush(address, "{}", vapid_private_key=other, vapid_claims=dict(claims))
        eventually(lambda: len(service.failures) == 1, "the check fails")
    finally:
        service.close()
