"""FCM v1 with Google's token endpoint; PyJWT verifies the assertion."""

import json
import time
import urllib.parse
import uuid

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from .certificates import pem
from .web import Reply, WebService

SCOPES = {
    "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
}


class FCMService(WebService):
    project = "peers-project"

    def __init__(self):
        super().__init__()
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.access_tokens = set()
        self.assertions = []
        self.messages = []
        self.next_replies = []

    @property
    def settings(self):
        account = {
            "type": "service_account", "project_id": self.project, "private_key_id": "peer-key",
            "private_key": pem(self.key), "client_email": "push@%s.iam.gserviceaccount.com" % self.project,
            "token_uri": self.url + "/token",
        }
        return {"credentials": json.dumps(account), "endpoint": self.url}

    def reply(self, request):
        if request.path == "/token":
            return self.token(request)
        assert request.path == "/v1/projects/%s/messages:send" % self.project, request.path
        scheme, token = request.header("Authorization").split(" ")
        assert scheme == "Bearer"
        if token not in self.access_tokens:
            return self.error(401, "UNAUTHENTICATED", None)
        assert request.header("Content-Type").split(";")[0] == "application/json"
        if self.next_replies:
            return self.next_replies.pop(0)
        self.messages.append(json.loads(request.content)["message"])
        name = {"name": "projects/%s/messages/%s" % (self.project, uuid.uuid4().hex)}
        return Reply(200, json.dumps(name).encode(), {"Content-Type": "application/json"})

    def token(self, request):
        assert request.header("Content-Type").split(";")[0] == "application/x-www-form-urlencoded"
        form = urllib.parse.parse_qs(request.body.decode(), strict_parsing=True)
        assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
        assertion = form["assertion"][0]
        claims = jwt.decode(
            assertion, self.key.public_key(), algorithms=["RS256"], audience="https://oauth2.googleapis.com/token",
            options={"require": ["iss", "scope", "aud", "iat", "exp"]},
        )
        assert claims["iss"].startswith("push@")
        assert set(claims["scope"].split(" ")) <= SCOPES
        assert claims["exp"] - claims["iat"] <= 3600 and abs(claims["iat"] - time.time()) < 60
        assert jwt.get_unverified_header(assertion) == {"alg": "RS256", "typ": "JWT", "kid": "peer-key"}
        self.assertions.append(claims)
        token = "ya29." + uuid.uuid4().hex
        self.access_tokens.add(token)
        answer = {"access_token": token, "token_type": "Bearer", "expires_in": 3600}
        return Reply(200, json.dumps(answer).encode(), {"Content-Type": "application/json"})

    @staticmethod
    def error(status, name, code, message="told to"):
        details = [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}] if code else []
        body = {"error": {"code": status, "message": message, "status": name, "details": details}}
        return Reply(status, json.dumps(body).encode(), {"Content-Type": "application/json"})
