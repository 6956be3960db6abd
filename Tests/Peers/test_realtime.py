"""The live connections as clients of others see them: `websockets` and `httpx-sse`.

What a client does with the messages is what docs/realtime.md says, and nothing else.
"""

import json
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import requests
from httpx_sse import connect_sse
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from deployment import Deployment
from patience import PATIENCE, SETTLE_MS
from trial import Trial

# A message that does not come within this time does not come.


class Server(Trial):
    """A sandbox whose backend and users a test plays."""

    def trigger(self, *users, entity="thing/1", text="Something happened", type="urgent"):
        body = {"type": type, "entity": entity, "to": {"users": users}, "data": {"title": "News", "text": text}}
        answer = requests.post(self.url + "/api/v1/triggers", json=body, headers=self.key, timeout=PATIENCE)
        assert answer.status_code == 202, answer.text
        requests.post(self.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)
        return answer.json()["id"]

    def why(self, trigger):
        """The outcome of a trigger's push, and the sentences."""
        answer = requests.get(self.url + "/api/v1/why", params={"trigger": trigger}, headers=self.key, timeout=PATIENCE).json()
        item = answer["items"][0]
        return item["channels"]["push"]["outcome"], [step["detail"] for step in item["steps"]]

    @property
    def key(self):
        return {"Authorization": "Bearer " + self.secret_key}

    def call(self, token, method, path, body=None):
        headers = {"Authorization": "Bearer " + token}
        answer = requests.request(method, self.url + "/api/v1" + path, json=body, headers=headers, timeout=PATIENCE)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def inbox(self, token):
        return self.call(token, "GET", "/notifications?limit=200")

    def socket(self, token=None, **options):
        query = "?ticket=" + options.pop("ticket") if "ticket" in options else ""
        offered = ["peal.v1"] + (["bearer." + token] if token else [])
        return connect(
            self.url.replace("http", "ws") + "/api/v1/realtime" + query, subprotocols=offered, open_timeout=PATIENCE,
            close_timeout=PATIENCE, **options
        )

    @contextmanager
    def events(self, token, since=None, **query):
        """Server-sent events that have data, and the cursor of the last block."""
        headers = {"Authorization": "Bearer " + token} if token else {}
        if since:
            headers["Last-Event-ID"] = since
        with httpx.Client(timeout=httpx.Timeout(PATIENCE)) as client:
            address = self.url + "/api/v1/stream"
            with connect_sse(client, "GET", address, params={"channels": "inbox", **query}, headers=headers) as source:
                source.response.raise_for_status()
                yield (event for event in source.iter_sse() if event.data)


class Client:
    """The three rules of docs/realtime.md."""

    def __init__(self):
        self.items, self.badge, self.cursor = {}, {"version": -1}, None

    def apply(self, message):
        kind, data = message["kind"], message["data"]
        if kind in ("notification.created", "notification.changed", "alert.raised"):
            if data.get("removed"):
                self.items.pop(data["id"], None)
            else:
                self.items[data["id"]] = data
        elif kind == "badge.changed" and data["version"] >= self.badge["version"]:
            self.badge = data
        assert kind != "resync", "nothing was missed"
        self.cursor = message["cursor"]

    def equals(self, inbox):
        shown = {item["id"]: item for item in inbox["items"]}
        return (
            self.items.keys() == shown.keys()
            and all(self.items[id].get("readAt") == shown[id].get("readAt") for id in shown)
            and self.badge["version"] == inbox["badge"]["version"]
            and self.badge["count"] == inbox["badge"]["count"]
            and self.badge["unreadCount"] == inbox["unreadCount"]
        )


@pytest.fixture
def server(peal, tmp_path):
    server = Server(peal, tmp_path, Path(__file__).parent / "catalogs")
    yield server
    server.stop()


def receive(socket):
    return json.loads(socket.recv(timeout=PATIENCE))


def until_equal(server, token, client, next_message):
    """Takes messages until the client agrees with the inbox."""
    while not client.equals(server.inbox(token)):
        message = next_message()
        if "kind" in message:
            client.apply(message)


def happen(server, token):
    """Some of everything that a user sees."""
    for number in range(5):
        server.trigger("anna", entity="thing/%d" % number)
    first, second, third, *_ = [item["id"] for item in server.inbox(token)["items"]]
    server.call(token, "POST", "/notifications/%s/read" % first)
    server.call(token, "POST", "/notifications/%s/opened" % second)
    server.call(token, "DELETE", "/notifications/%s" % third)


def test_a_websocket_follows_the_inbox(server):
    token, client = server.user_token("anna"), Client()
    with server.socket(token) as socket:
        assert socket.subprotocol == "peal.v1"
        socket.send(json.dumps({"op": "subscribe", "channel": "inbox"}))
        opened = receive(socket)
        assert opened["op"] == "subscribed" and opened["cursor"]
        client.apply(receive(socket))
        assert client.badge["count"] == 0
        happen(server, token)
        until_equal(server, token, client, lambda: receive(socket))
    cursor = client.cursor
    happen(server, token)
    with server.socket(token) as socket:
        socket.send(json.dumps({"op": "subscribe", "channel": "inbox", "since": cursor}))
        until_equal(server, token, client, lambda: receive(socket))


def test_server_sent_events_follow_the_inbox(server):
    token, client = server.user_token("anna"), Client()
    with server.events(token) as events:
        client.apply(json.loads(next(events).data))
        happen(server, token)
        places = []

        def message():
            event = next(events)
            found = json.loads(event.data)
            assert event.event == found["kind"] and event.id == found["cursor"]
            if found["kind"] != "badge.changed":
                places.append(event.id)
            return found

        until_equal(server, token, client, message)
        assert len(set(places)) == len(places) >= 7, "each is a place to resume from"
    happen(server, token)
    with server.events(token, since=client.cursor) as events:
        until_equal(server, token, client, lambda: json.loads(next(events).data))


def test_a_ticket_opens_one_connection(server):
    token = server.user_token("anna")
    ticket = server.call(token, "POST", "/realtime/ticket")["ticket"]
    with server.socket(ticket=ticket) as socket:
        socket.send(json.dumps({"op": "ping"}))
        assert receive(socket)["op"] == "pong"
    with pytest.raises(InvalidStatus) as refused:
        with server.socket(ticket=ticket):
            pass
    assert refused.value.response.status_code == 401
    with pytest.raises(httpx.HTTPStatusError):
        with server.events(None, ticket=ticket):
            pass
    ticket = server.call(token, "POST", "/realtime/ticket")["ticket"]
    with server.events(None, ticket=ticket) as events:
        assert next(events).event == "badge.changed"


def test_what_the_server_refuses_says_why(server):
    token = server.user_token("anna")
    with pytest.raises(InvalidStatus) as refused:
        with server.socket("no.such.token"):
            pass
    assert refused.value.response.status_code == 401
    with server.socket(token) as socket:
        for sent, code, pointer in [
            ({"op": "subscribe", "channel": "news"}, "invalid", "/channel"), ({"op": "dance"}, "invalid", "/op"),
            ({"op": "subscribe"}, "invalid", "/channel"), ({"op": "token", "jwt": "x"}, "unauthenticated", None),
            ({"op": "token", "jwt": server.user_token("ben")}, "unauthenticated", None),
            ({"op": "unsubscribe", "channel": "inbox"}, "invalid", "/channel"),
        ]:
            socket.send(json.dumps(sent))
            answer = receive(socket)
            assert answer["op"] == "error" and answer["of"] == sent["op"], answer
            assert answer["code"] == code and answer.get("pointer") == pointer, answer
        socket.send(json.dumps({"op": "token", "jwt": server.user_token("anna", "P2D")}))
        assert receive(socket)["op"] == "token"
        socket.send(json.dumps({"op": "viewing", "thread": "thing/1"}))
        assert receive(socket) == {"op": "viewing", "thread": "thing/1"}


def test_an_origin_made_of_the_called_address_connects_through_a_proxy_that_says_which_it_was(peal, tmp_path):
    # A sandbox refuses every origin but its own address.
    deployment = Deployment(peal, tmp_path, {"expo": {"enabled": True}})
    protocols = ["peal.v1", "bearer." + deployment.user_token("anna")]
    address = deployment.url.replace("http", "ws") + "/api/v1/realtime"

    def socket(headers):
        return connect(address, subprotocols=protocols, open_timeout=PATIENCE, close_timeout=PATIENCE, origin="http://app.example", additional_headers=headers)

    try:
        for headers in [
            {"X-Forwarded-Host": "app.example"}, {"Forwarded": "for=192.0.2.1;host=app.example;proto=https"},
            {"Forwarded": 'host="app.example"'}, {"X-Forwarded-Host": "app.example, inner.example"},
        ]:
            with socket(headers) as opened:
                opened.send(json.dumps({"op": "ping"}))
                assert receive(opened)["op"] == "pong", headers
        for headers in [
            {}, {"X-Forwarded-Host": "other.example"}, {"Forwarded": "for=app.example"}, {"X-Forwarded-Host": "app.example.evil"},
            {"X-Forwarded-For": "app.example"},
        ]:
            with pytest.raises(InvalidStatus) as refused:
                with socket(headers):
                    pass
            assert refused.value.response.status_code == 403, headers
    finally:
        deployment.stop()


@pytest.mark.parametrize("sent, code", [
    ("no json", 4400), ('["op"]', 4400), (b"\x00\x01", 1003), ("x" * 70_000, 1009), ('{"no": "op"}', 4400),
])
def test_what_is_no_message_closes_the_connection(server, sent, code):
    with server.socket(server.user_token("anna"), max_size=None) as socket:
        socket.send(sent)
        with pytest.raises(ConnectionClosedError) as closed:
            receive(socket)
        assert closed.value.rcvd.code == code


def test_a_message_in_fragments_is_one_message(server):
    with server.socket(server.user_token("anna")) as socket:
        socket.send(['{"op"', ': "pi', 'ng"}'])
        assert receive(socket)["op"] == "pong"


def test_pings_are_answered_in_both_directions(server):
    with server.socket(server.user_token("anna")) as socket:
        assert socket.ping().wait(PATIENCE)


def test_an_expired_token_ends_the_connection_and_says_so(server):
    token = server.user_token("anna", "PT1M")
    with server.socket(token) as socket:
        requests.post(server.url + "/sandbox/clock", json={"advance": "PT1M"}, timeout=PATIENCE)
        with pytest.raises(ConnectionClosedError) as closed:
            while True:
                receive(socket)
        assert closed.value.rcvd.code == 4401


def test_an_erased_user_is_disconnected(server):
    token = server.user_token("anna")
    requests.put(server.url + "/api/v1/users/anna", json={}, headers=server.key, timeout=PATIENCE)
    with server.socket(token) as socket, server.events(token) as events:
        next(events)
        assert requests.delete(server.url + "/api/v1/users/anna", headers=server.key, timeout=PATIENCE).status_code == 200
        with pytest.raises(ConnectionClosedError) as closed:
            while True:
                receive(socket)
        assert closed.value.rcvd.code == 4403
        assert list(events) == [], "the stream ends, too"


def test_revoked_tokens_are_disconnected(server):
    token = server.user_token("anna")
    requests.put(server.url + "/api/v1/users/anna", json={}, headers=server.key, timeout=PATIENCE)
    ticket = server.call(token, "POST", "/realtime/ticket")["ticket"]
    with server.socket(token) as socket:
        requests.delete(server.url + "/api/v1/users/anna/tokens", headers=server.key, timeout=PATIENCE).raise_for_status()
        with pytest.raises(ConnectionClosedError) as closed:
            while True:
                receive(socket)
        assert closed.value.rcvd.code == 4403
    with pytest.raises(InvalidStatus) as refused:
        with server.socket(ticket=ticket):
            pass
    assert refused.value.response.status_code == 401, "the ticket was made with a token that is revoked"


def test_a_server_that_stops_says_when_to_come_back(server):
    token = server.user_token("anna")
    with server.socket(token) as first, server.socket(token) as second:
        assert server.stop() == 0
        reasons = []
        for socket in (first, second):
            with pytest.raises(ConnectionClosedError) as closed:
                while True:
                    receive(socket)
            assert closed.value.rcvd.code == 1012
            name, retry = closed.value.rcvd.reason.split(" retry=")
            assert name == "restart" and 1_000 <= int(retry) <= 15_000
            reasons.append(retry)
        assert reasons[0] != reasons[1], "not all at the same time"


def test_the_eleventh_connection_of_a_user_is_refused(server):
    token = server.user_token("anna")
    with ExitStack() as open:
        for _ in range(9):
            open.enter_context(server.socket(token))
        with server.socket(token):
            assert refusal(server, token) == 429
        # Its place is free once the server has seen it leave; nobody else was ever concerned.
        open.enter_context(server.socket(server.user_token("ben")))
        deadline = time.monotonic() + PATIENCE
        while refusal(server, token) == 429:
            assert time.monotonic() < deadline


def refusal(server, token):
    """The status that a connection is refused with; `None` when it is accepted."""
    try:
        with server.socket(token):
            return None
    except InvalidStatus as refused:
        return refused.response.status_code


def test_a_push_waits_for_whoever_looks_at_its_thread(server):
    token = server.user_token("anna")
    body = {"app": server.app, "user": "anna", "provider": "fcm", "platform": "android", "permission": "granted"}
    assert requests.post(server.url + "/sandbox/phones", json=body, timeout=PATIENCE).status_code == 201
    with server.socket(token) as socket:
        socket.send(json.dumps({"op": "viewing", "thread": "thing/1"}))
        assert receive(socket)["op"] == "viewing"
        outcome, sentences = server.why(server.trigger("anna", entity="thing/1", type="chat"))
        assert outcome == "held" and any("looking at the thread" in sentence for sentence in sentences), sentences
        assert server.why(server.trigger("anna", entity="thing/2", type="chat"))[0] != "held", "of another thread"
        socket.send(json.dumps({"op": "viewing", "thread": None}))
        assert receive(socket)["thread"] is None
        assert server.why(server.trigger("anna", entity="thing/1", type="chat"))[0] != "held", "looks at none"


@pytest.mark.parametrize("end", ["leaves", "closes", "breaks"])
def test_a_push_that_waits_for_a_thread_goes_when_the_thread_is_left(server, end):
    token = server.user_token("anna")
    body = {"app": server.app, "user": "anna", "provider": "fcm", "platform": "android", "permission": "granted"}
    assert requests.post(server.url + "/sandbox/phones", json=body, timeout=PATIENCE).status_code == 201
    with server.socket(token) as socket:
        socket.send(json.dumps({"op": "viewing", "thread": "thing/1"}))
        assert receive(socket)["op"] == "viewing"
        trigger = server.trigger("anna", entity="thing/1", type="chat")
        assert server.why(trigger)[0] == "held"
        if end == "leaves":
            socket.send(json.dumps({"op": "viewing", "thread": None}))
        elif end == "closes":
            socket.close()
        else:
            socket.socket.shutdown(2)
        # The sandbox's clock stands still: its 20 seconds are not over.
        deadline = time.monotonic() + PATIENCE
        while server.why(trigger)[0] == "held":
            assert time.monotonic() < deadline


def test_a_client_that_sends_more_than_calls_are_allowed_is_disconnected(server):
    with server.socket(server.user_token("anna")) as socket:
        with pytest.raises(ConnectionClosedError) as closed:
            for _ in range(5_000):
                socket.send('{"op": "ping"}')
            while True:
                receive(socket)
        assert closed.value.rcvd.code == 4429
        name, retry = closed.value.rcvd.reason.split(" retry=")
        assert name == "flooding" and 1_000 <= int(retry) <= 9_000
