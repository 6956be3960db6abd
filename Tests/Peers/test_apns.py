"""What Peal sends to APNs, read by h2 and hyperframe; provider tokens verified by PyJWT."""

import secrets
import time

import pytest

from deployment import Deployment, eventually
from services.apns import Answer, APNsService, Drop, GoAway, Refuse

FRAMES = {"HeadersFrame", "DataFrame", "SettingsFrame", "PingFrame", "WindowUpdateFrame", "ContinuationFrame"}
# Sixteen people a family, 11 code points and 25 bytes each.
LONG = "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466" * 150


class World:
    """Peal and the service, with users who have an iPhone each."""

    def __init__(self, peal, directory, **limits):
        self.apns = APNsService(directory, **limits)
        self.peal = Deployment(peal, directory, {"apns": self.apns.settings})
        self.users = []
        self.tokens = {}

    def new_users(self, count):
        """Users who have nothing to do with those of other tests."""
        users = ["u%s" % secrets.token_hex(6) for _ in range(count)]
        for user in users:
            token = secrets.token_hex(32)
            self.tokens[user] = token
            self.peal.register(user, "apns", "ios", token=token, environment="production")
        return users

    def accepted_for(self, users):
        tokens = {self.tokens[user] for user in users}
        return [push for push in self.apns.accepted if push.token in tokens]

    def close(self):
        status = self.peal.stop()
        self.apns.close()
        return status


@pytest.fixture(scope="module")
def world(peal, tmp_path_factory):
    world = World(peal, tmp_path_factory.mktemp("apns"))
    yield world
    world.close()


@pytest.fixture(autouse=True)
def clean(request):
    """Each test ends with every frame in order, whatever it was about."""
    yield
    if "world" not in request.fixturenames:
        return
    apns = request.getfixturevalue("world").apns
    apns.script = None
    apns.next_answers.clear()
    for connection in apns.connections:
        assert_in_order(connection)


def assert_in_order(connection):
    assert connection.violations == []
    assert connection.protocol == "h2" and connection.tls in ("TLSv1.2", "TLSv1.3")
    kinds = {name for name, _, _, _ in connection.frames}
    assert kinds <= FRAMES | {"RstStreamFrame", "GoAwayFrame"}, kinds
    assert connection.frames[0][0] == "SettingsFrame" and connection.frames[0][1] == 0
    assert all(length <= 16384 for _, _, _, length in connection.frames)
    opened = [stream for name, stream, _, _ in connection.frames if name == "HeadersFrame"]
    assert opened == sorted(set(opened)) and all(stream % 2 == 1 for stream in opened)
    assert connection.most_open_before_accept <= 1, "more than one stream before the first success"
    assert connection.most_open <= connection.limit, (connection.most_open, connection.limit)


@pytest.mark.parametrize(
    "kind, priority, level",
    [("urgent", "10", "active"), ("note", "10", "active"), ("hint", "5", "passive")],
)
def test_a_push_is_what_apple_documents(world, kind, priority, level):
    [user] = world.new_users(1)
    trigger = world.peal.trigger(kind, [user])
    assert world.peal.drained(trigger)["accepted"] == 1
    [push] = world.accepted_for([user])

    names = [name for name, _ in push.headers]
    assert names[:4].count(":method") == 1 and all(name == name.lower() for name in names)
    assert [name.startswith(":") for name in names] == sorted((name.startswith(":") for name in names), reverse=True)
    assert push.header(":method") == "POST" and push.header(":scheme") == "https"
    assert push.header(":authority") == "localhost:%d" % world.apns.port
    assert push.header(":path") == "/3/device/" + world.tokens[user]
    assert push.header("apns-topic") == world.apns.bundle_id
    assert push.header("apns-push-type") == "alert"
    assert push.header("apns-priority") == priority
    # Absolute, an hour from now.
    assert abs(int(push.header("apns-expiration")) - (push.at + 3600)) < 30
    assert 1 <= len(push.header("apns-collapse-id").encode()) <= 64
    assert not {"connection", "transfer-encoding", "content-encoding"} & set(names)

    assert len(push.body) <= 4096
    assert push.payload["aps"]["alert"] == {"title": "Lamp", "body": "It is on."}
    assert push.payload["aps"]["interruption-level"] == level
    assert push.payload["aps"]["thread-id"] == "thing/t1" and push.payload["aps"]["category"] == "THING"
    assert push.payload["aps"]["badge"] == 1 and push.payload["aps"]["sound"] == "default"
    assert set(push.payload) == {"aps", "peal"}
    assert push.payload["peal"]["v"] == 1 and push.payload["peal"]["op"] == "show"
    assert push.payload["peal"]["type"] == kind and push.payload["peal"]["entity"] == "thing/t1"


def test_the_provider_token_is_verified_and_shared(world):
    users = world.new_users(5)
    world.peal.drained(world.peal.trigger("note", users))
    pushes = world.accepted_for(users)
    assert len(pushes) == 5
    for push in pushes:
        header, claims = world.apns.claims(push)
        assert header["alg"] == "ES256" and header["kid"] == world.apns.key_id
        assert claims["iss"] == world.apns.team_id and isinstance(claims["iat"], int)
        assert 0 <= time.time() - claims["iat"] < 3600
    # One token for all, as Apple asks: at most one in 20 minutes.
    assert len({push.header("authorization") for push in world.apns.received}) == 1


def test_too_long_a_text_is_cut_between_characters_to_4096_bytes(world):
    [user] = world.new_users(1)
    assert world.peal.drained(world.peal.trigger("note", [user], text=LONG))["accepted"] == 1
    [push] = world.accepted_for([user])
    text = push.payload["aps"]["alert"]["body"]
    assert 3900 < len(push.body) <= 4096
    assert text.endswith("…") and LONG.startswith(text[:-1]) and len(text[:-1]) % 7 == 0


def test_a_state_collapses_and_a_note_does_not(world):
    [user] = world.new_users(1)
    for kind in ("state", "state", "note", "note"):
        world.peal.drained(world.peal.trigger(kind, [user]))
    first, second, third, fourth = [push.header("apns-collapse-id") for push in world.accepted_for([user])]
    assert first == second and len({first, third, fourth}) == 3


def test_a_burst_stays_within_the_advertised_streams(world):
    users = world.new_users(60)
    world.apns.script = lambda push: Answer(after=0.05)
    before = len(world.apns.connections)
    assert world.peal.drained(world.peal.trigger("note", users))["accepted"] == 60
    assert len(world.accepted_for(users)) == 60
    # One connection is configured; it was used side by side and not again and again.
    assert len(world.apns.connections) - before <= 1
    assert 2 <= max(connection.most_open for connection in world.apns.connections) <= 20


def test_a_ping_is_answered(world):
    [user] = world.new_users(1)
    world.peal.drained(world.peal.trigger("note", [user]))
    connection = next(found for found in world.apns.connections if not found.is_closed)
    world.apns.on_loop(connection.ping)
    eventually(lambda: connection.pings == 1, "PING is answered")


def test_a_refused_stream_is_sent_again(world):
    users = world.new_users(12)
    refused = []

    def script(push):
        if len(refused) < 3:
            refused.append(push.header("apns-collapse-id"))
            return Refuse()
        return Answer(after=0.01)

    world.apns.script = script
    assert world.peal.drained(world.peal.trigger("note", users))["accepted"] == 12
    taken = [push.header("apns-collapse-id") for push in world.accepted_for(users)]
    assert len(taken) == 12 and len(refused) == 3
    assert {push.token for push in world.accepted_for(users)} == {world.tokens[user] for user in users}


def test_a_goaway_in_a_burst_loses_and_doubles_nothing(world):
    users = world.new_users(80)
    tokens = {world.tokens[user] for user in users}
    state = {"seen": 0}

    def script(push):
        state["seen"] += 1
        # Twice in the burst: half of what is open was processed, the rest was not.
        if state["seen"] in (25, 60):
            return GoAway(keep=max(len(push.connection.pushes) - 5, 1))
        return Answer(after=0.08)

    world.apns.script = script
    before = len(world.apns.connections)
    counts = world.peal.drained(world.peal.trigger("note", users))
    assert counts["accepted"] == 80, counts
    taken = [push.token for push in world.apns.accepted if push.token in tokens]
    assert sorted(taken) == sorted(tokens), "a push that was answered was sent again"
    assert len(world.apns.connections) - before == 2


def test_a_dropped_connection_repeats_under_the_same_collapse_id(world):
    [user] = world.new_users(1)
    world.apns.next_answers.append(Drop())
    assert world.peal.drained(world.peal.trigger("note", [user]))["accepted"] == 1
    sent = [push for push in world.apns.received if push.token == world.tokens[user]]
    assert len(sent) == 2 and len({push.header("apns-collapse-id") for push in sent}) == 1


@pytest.mark.parametrize(
    "status, reason, members, counts, state",
    [
        (410, "Unregistered", {"timestamp": 4102444800000}, {"failed": 1}, {"quarantined"}),
        (400, "BadDeviceToken", {}, {"failed": 1}, {"quarantined"}),
        (400, "DeviceTokenNotForTopic", {}, {"failed": 1}, {"active", "quarantined"}),
    ],
)
def test_a_refusal_has_its_outcome(world, status, reason, members, counts, state):
    [user] = world.new_users(1)
    [device] = world.peal.request(
        "GET", "/api/v1/users/me/devices", token=world.peal.user_token(user), expect={200}
    ).json()["items"]
    world.apns.next_answers.append(Answer(status, reason, members=members))
    drained = world.peal.drained(world.peal.trigger("note", [user]))
    assert {name: count for name, count in drained.items() if count} == counts
    assert world.peal.device(user, device["id"])["state"] in state
    assert len([push for push in world.apns.received if push.token == world.tokens[user]]) == 1


def test_a_push_that_is_too_large_is_sent_once_more_smaller(world):
    [user] = world.new_users(1)
    world.apns.next_answers.append(Answer(413, "PayloadTooLarge", members={}))
    assert world.peal.drained(world.peal.trigger("note", [user]))["accepted"] == 1
    first, second = [push for push in world.apns.received if push.token == world.tokens[user]]
    assert len(second.body) < len(first.body)


def test_a_token_registered_after_it_was_unregistered_is_kept_and_tried_again(world):
    [user] = world.new_users(1)
    world.apns.next_answers.append(Answer(410, "Unregistered", members={"timestamp": 1000}))
    assert world.peal.drained(world.peal.trigger("note", [user]))["accepted"] == 1
    sent = [push for push in world.apns.received if push.token == world.tokens[user]]
    assert len(sent) == 2 and len({push.header("apns-collapse-id") for push in sent}) == 1


def test_streams_wait_for_the_first_success_even_if_many_are_advertised(peal, tmp_path):
    world = World(peal, tmp_path, first_limit=100, limit=100)
    try:
        users = world.new_users(10)
        world.apns.next_answers.append(Answer(after=0.4))
        assert world.peal.drained(world.peal.trigger("note", users))["accepted"] == 10
        assert max(connection.most_open for connection in world.apns.connections) > 1
        for connection in world.apns.connections:
            assert_in_order(connection)
    finally:
        status = world.close()
    assert status == 0
