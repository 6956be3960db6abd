"""What Peal sends to Web Push services: decrypted by http_ece, VAPID verified by py-vapid and PyJWT."""

import secrets

import pytest

from deployment import Deployment, eventually
from services.web import Reply
from services.webpush import WebPushService

# An AES-GCM tag and the header of a single record (RFC 8188) with a P-256 key.
OVERHEAD = 16 + 86


class World:
    def __init__(self, peal, directory):
        self.service = WebPushService()
        self.peal = Deployment(peal, directory, {"webpush": self.service.settings})

    def browser(self):
        user, browser = "u" + secrets.token_hex(6), self.service.browser()
        device = self.peal.register(user, "webpush", "web", subscription=browser.subscription)
        return user, browser, device

    def close(self):
        self.peal.stop()
        self.service.close()


@pytest.fixture(scope="module")
def world(peal, tmp_path_factory):
    world = World(peal, tmp_path_factory.mktemp("webpush"))
    yield world
    world.close()


@pytest.fixture(autouse=True)
def checks(world):
    """Checks inside the service fail the test they belong to."""
    yield
    assert world.service.failures == []
    world.service.next_replies.clear()


@pytest.mark.parametrize("kind, urgency", [("urgent", "high"), ("note", "normal"), ("hint", "low")])
def test_a_message_is_decrypted_and_says_what_was_sent(world, kind, urgency):
    user, browser, _ = world.browser()
    assert world.peal.drained(world.peal.trigger(kind, [user]))["accepted"] == 1
    [message] = browser.messages
    assert message.encoding == "aes128gcm" and message.urgency == urgency
    assert 3500 < int(message.ttl) <= 3600
    assert len(message.topic) <= 32 and set(message.topic) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )
    assert (message.json["title"], message.json["body"]) == ("Lamp", "It is on.")
    assert message.json["peal"]["type"] == kind and message.json["peal"]["entity"] == "thing/t1"
    # rs 4096, a key of 65 bytes, one record.
    assert message.body[16:21] == bytes([0, 0, 16, 0, 65])


def test_each_message_has_a_key_and_a_salt_of_its_own(world):
    users = [world.browser() for _ in range(10)]
    for _ in range(2):
        world.peal.drained(world.peal.trigger("note", [user for user, _, _ in users]))
    messages = [message for _, browser, _ in users for message in browser.messages]
    assert len(messages) == 20
    assert len({message.ephemeral_key for message in messages}) == 20
    assert len({message.salt for message in messages}) == 20


def test_padding_hides_the_length(world):
    user, browser, _ = world.browser()
    for text in ("No.", "Yes.", "It has been on since Tuesday.", "x" * 900):
        world.peal.drained(world.peal.trigger("note", [user], text=text))
    lengths = [len(message.body) for message in browser.messages]
    assert all((length - OVERHEAD) % 256 == 0 for length in lengths), lengths
    assert lengths[0] == lengths[1] and lengths[3] > lengths[0]


def test_the_longest_text_fits_4096_bytes(world):
    user, browser, _ = world.browser()
    text = "\u00e4\u00f6\u20ac" * 660
    assert world.peal.drained(world.peal.trigger("note", [user], text=text))["accepted"] == 1
    [message] = browser.messages
    assert len(message.body) <= 4096
    shown = message.json["body"]
    assert shown.endswith("…") and text.startswith(shown[:-1])


def test_a_state_has_one_topic_and_notes_have_their_own(world):
    user, browser, _ = world.browser()
    for kind in ("state", "state", "note", "note"):
        world.peal.drained(world.peal.trigger(kind, [user]))
    first, second, third, fourth = [message.topic for message in browser.messages]
    assert first == second and len({first, third, fourth}) == 3


@pytest.mark.parametrize(
    "status, counts, state",
    [(404, "failed", "quarantined"), (410, "failed", "quarantined"), (401, "failed", "quarantined")],
)
def test_a_refusal_has_its_outcome(world, status, counts, state):
    user, browser, device = world.browser()
    world.service.next_replies.append(Reply(status, b'{"code":401,"errno":109,"error":"Unauthorized"}'))
    drained = world.peal.drained(world.peal.trigger("note", [user]))
    assert drained[counts] == 1 and browser.messages == []
    assert world.peal.device(user, device)["state"] == state


@pytest.mark.parametrize("replies, counts, shown", [(1, "accepted", 1), (2, "failed", 0)])
def test_a_push_that_is_too_large_is_sent_once_more_smaller(world, replies, counts, shown):
    user, browser, device = world.browser()
    world.service.next_replies.extend([Reply(413)] * replies)
    drained = world.peal.drained(world.peal.trigger("note", [user]))
    assert drained[counts] == 1 and len(browser.messages) == shown
    assert world.service.next_replies == []
    assert world.peal.device(user, device)["state"] == "active"


def test_a_redirect_is_not_followed(world):
    user, browser, device = world.browser()
    _, other, _ = world.browser()
    world.service.next_replies.extend([Reply(307, headers={"Location": other.endpoint})] * 4)
    eventually(lambda: world.peal.trigger("note", [user]), "a trigger is taken")
    eventually(lambda: len(world.service.next_replies) < 4, "the service is called")
    world.service.next_replies.clear()
    assert other.messages == []
    assert world.peal.device(user, device)["state"] == "active"


def test_a_retry_after_is_waited_for(world):
    user, browser, _ = world.browser()
    world.service.next_replies.append(Reply(429, headers={"Retry-After": "2"}))
    trigger = world.peal.trigger("note", [user])
    assert world.peal.drained(trigger)["accepted"] == 1
    attempts = world.peal.attempts(trigger)
    assert [attempt["outcome"] for attempt in attempts][-1] == "accepted" and len(attempts) == 2
    assert len(browser.messages) == 1
