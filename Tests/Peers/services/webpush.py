"""A Web Push service with its browsers: http_ece decrypts, py-vapid and PyJWT verify."""

import base64
import json
import os
import re
import time

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from .web import Reply, WebService

FORM = re.compile(r"vapid t=([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+), ?k=([A-Za-z0-9_-]{87})")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point(public_key):
    return public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def in_clear(endpoint):
    """Where a sender without exceptions reaches an endpoint that says https and has no TLS."""
    return "http" + endpoint.removeprefix("https")


class Browser:
    """One subscription's keys, and what came for it."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.messages = []

    @property
    def subscription(self):
        keys = {"p256dh": base64url(point(self.key.public_key())), "auth": base64url(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def decrypt(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")


class Message:
    """A message that was taken."""

    def __init__(self, request, browser):
        self.ttl = request.header("TTL")
        self.urgency = request.header("Urgency")
        self.topic = request.header("Topic")
        self.encoding = request.header("Content-Encoding")
        self.salt, self.body = request.body[:16], request.body
        self.ephemeral_key = request.body[21:86]
        self.json = json.loads(browser.decrypt(request.body))


class WebPushService(WebService):
    """Without TLS, which the exception in the settings is for; its subscriptions say https as all do."""

    def __init__(self):
        super().__init__()
        self.origin = "https" + self.url.removeprefix("http")
        self.vapid_key = ec.generate_private_key(ec.SECP256R1())
        self.browsers = {}
        self.next_replies = []

    @property
    def settings(self):
        number = self.vapid_key.private_numbers().private_value.to_bytes(32, "big")
        return {"key": base64url(number), "subject": "mailto:push@example.org", "allow": [self.url]}

    def browser(self, path="/push/" + "x" * 20):
        path = path + base64url(os.urandom(9))
        browser = Browser(self.origin + path)
        self.browsers[path] = browser
        return browser

    def reply(self, request):
        browser = self.browsers[request.path]
        self.check_sender(request.header("Authorization"))
        assert len(request.body) <= 4096, len(request.body)
        assert len(request.body) == int(request.header("Content-Length"))
        if self.next_replies:
            return self.next_replies.pop(0)
        browser.messages.append(Message(request, browser))
        return Reply(201, headers={"Location": self.origin + "/message/1", "TTL": request.header("TTL")})

    def check_sender(self, authorization):
        """RFC 8292 by two libraries, and the claims by hand."""
        token, key = FORM.fullmatch(authorization).groups()
        assert key == base64url(point(self.vapid_key.public_key()))
        # py-vapid splits at the last space; the space after the comma is one the grammar allows.
        assert Vapid02.verify("vapid t=%s,k=%s" % (token, key)) is True
        claims = jwt.decode(token, self.vapid_key.public_key(), algorithms=["ES256"], audience=self.origin)
        assert jwt.get_unverified_header(token)["typ"] == "JWT"
        assert isinstance(claims["exp"], int) and 0 < claims["exp"] - time.time() <= 86400
        assert claims["sub"] == "mailto:push@example.org"
