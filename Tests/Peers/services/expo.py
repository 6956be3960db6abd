"""Expo's push service: batches and tickets."""

import gzip
import json
import uuid

from .web import Reply, WebService

JSON = {"Content-Type": "application/json"}


class ExpoService(WebService):
    access_token = "peers-access-token"

    def __init__(self):
        super().__init__()
        self.messages = []
        self.batches = []
        self.dead = set()
        self.next_replies = []

    @property
    def settings(self):
        return {"enabled": True, "accessToken": self.access_token, "endpoint": self.url}

    def reply(self, request):
        assert request.path == "/--/api/v2/push/send", request.path
        assert request.header("Authorization") == "Bearer " + self.access_token
        assert request.header("Content-Type").split(";")[0] == "application/json"
        assert request.header("Content-Encoding") in (None, "gzip")
        if self.next_replies:
            return self.next_replies.pop(0)
        batch = json.loads(request.content)
        messages = batch if isinstance(batch, list) else [batch]
        count = sum(1 if isinstance(message["to"], str) else len(message["to"]) for message in messages)
        assert 1 <= count <= 100, count
        assert len(request.content) <= 1024 or request.header("Content-Encoding") == "gzip", "large and not compressed"
        with self.lock:
            self.batches.append(count)
            self.messages += messages
        tickets = []
        for message in messages:
            for token in [message["to"]] if isinstance(message["to"], str) else message["to"]:
                tickets.append(self.ticket(token))
        body = json.dumps({"data": tickets if isinstance(batch, list) else tickets[0]}).encode()
        if "gzip" in (request.header("Accept-Encoding") or ""):
            return Reply(200, gzip.compress(body), {**JSON, "Content-Encoding": "gzip"})
        return Reply(200, body, JSON)

    def ticket(self, token):
        if token not in self.dead:
            return {"status": "ok", "id": str(uuid.uuid4())}
        message = '"%s" is not a registered push notification recipient' % token
        details = {"error": "DeviceNotRegistered", "expoPushToken": token}
        return {"status": "error", "message": message, "details": details}
