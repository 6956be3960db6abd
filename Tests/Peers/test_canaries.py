"""No address of a device is readable anywhere, whatever a push service does; names, attributes and texts are so only in answers."""

import base64
import json
import re
import secrets
import subprocess

import pytest

from deployment import Deployment, clean_environment, eventually
from patience import PATIENCE
from services.apns import Answer, APNsService, Drop
from services.expo import JSON, ExpoService
from services.fcm import FCMService
from services.web import Reply
from services.webpush import WebPushService

MODES = ["gone", "garbage", "trouble", "reset"]


class Phones:
    """One user for each way to fail, with a device at each push service."""

    def __init__(self):
        self.canaries = {}
        self.mode = {}

    def add(self, mode, name, canary, token=None):
        self.canaries["%s %s" % (mode, name)] = canary
        self.mode[token or canary] = mode


def reply_in(mode, token):
    """What a push service says over HTTP/1.1, with the address in its words as real ones have it."""
    text = 'no such recipient "%s"' % token
    return {
        "garbage": Reply(200, b"{\"data\": \"" + text.encode() + b"\xff\xfe", JSON),
        "trouble": Reply(500, ("<html>%s</html>" % text).encode(), {"Content-Type": "text/html"}),
        "reset": Reply(0, reset=True),
    }[mode]


class FailingFCM(FCMService):
    phones = None

    def reply(self, request):
        if request.path == "/token":
            return super().reply(request)
        token = json.loads(request.content)["message"]["token"]
        mode = self.phones.mode[token]
        if mode == "gone":
            return self.error(404, "NOT_FOUND", "UNREGISTERED", "not registered: " + token)
        return reply_in(mode, token)


class FailingExpo(ExpoService):
    phones = None

    def reply(self, request):
        batch = json.loads(request.content)
        mode = self.phones.mode[batch[0]["to"]]
        if mode == "gone":
            self.dead.update(message["to"] for message in batch)
            return super().reply(request)
        return reply_in(mode, batch[0]["to"])


class FailingWebPush(WebPushService):
    phones = None

    def reply(self, request):
        mode = self.phones.mode[request.path]
        return Reply(410, request.path.encode()) if mode == "gone" else reply_in(mode, request.path)


def apns_script(phones):
    def script(push):
        mode = phones.mode[push.token]
        return {
            "gone": Answer(410, "Unregistered", members={"timestamp": 4102444800000, "token": push.token}),
            "garbage": Answer(400, "NoReasonWeKnow for " + push.token),
            "trouble": Answer(500, "InternalServerError", members={"token": push.token}),
            "reset": Drop(),
        }[mode]
    return script


def disguises(text):
    """The bytes of a text as they are, in base64 at each of three offsets, and in hexadecimal digits."""
    raw = text.encode()
    found = {raw, raw.upper(), raw.lower(), raw.hex().encode(), raw.hex().upper().encode()}
    for offset in range(3):
        # The characters that depend on what stands before and after are left out.
        start, end = -(-offset * 4 // 3), (offset + len(raw)) // 3 * 4
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            found.add(encode(b"\0" * offset + raw)[start + 1:end])
    return found


def hits(canaries, places):
    return [
        "%s in %s" % (name, place)
        for name, canary in canaries.items() for place, data in places.items()
        if any(disguise in data for disguise in disguises(canary))
    ]


def test_the_search_finds_what_is_hidden():
    canary = "CANARY" + secrets.token_hex(12)
    for data in (canary, canary.upper(), canary.encode().hex()):
        assert hits({"c": canary}, {"p": b"before " + data.encode() + b" after"})
    for before in (b"", b"x", b"xy", b"xyz"):
        assert hits({"c": canary}, {"p": base64.b64encode(before + canary.encode() + b"after")})
        assert hits({"c": canary}, {"p": base64.urlsafe_b64encode(before + canary.encode())})
    assert hits({"c": canary}, {"p": b"CANARY" + secrets.token_hex(12).encode()}) == []


@pytest.fixture
def world(peal, tmp_path):
    phones = Phones()
    services = {
        "apns": APNsService(tmp_path), "fcm": FailingFCM(), "expo": FailingExpo(), "webpush": FailingWebPush()
    }
    for name in ("fcm", "expo", "webpush"):
        services[name].phones = phones
    services["apns"].script = apns_script(phones)
    settings = {name: service.settings for name, service in services.items()}
    deployment = Deployment(peal, tmp_path, settings, log_level="trace")
    yield deployment, services, phones
    deployment.stop()
    for service in services.values():
        service.close()


def put_canaries(peal, services, phones):
    for mode in MODES:
        user = "person-" + mode
        word = "CANARY" + secrets.token_hex(12)
        tokens = {
            "apns": secrets.token_hex(32), "fcm": "c%s:APA91b%s" % (word, "y" * 40),
            "expo": "ExponentPushToken[%s]" % word,
        }
        for name, token in tokens.items():
            phones.add(mode, name, word if name != "apns" else token, token)
            peal.register(user, name, "ios" if name == "apns" else "android", token=token)
        browser = services["webpush"].browser("/push/" + word)
        path = browser.endpoint.removeprefix(services["webpush"].origin)
        phones.add(mode, "webpush", path, path)
        for name, key in browser.subscription["keys"].items():
            phones.canaries["%s %s" % (mode, name)] = key
        peal.register(user, "webpush", "web", subscription=browser.subscription)


def put_contents(peal):
    """Names, attributes and texts: personal ones, and those that several users share."""
    words = {}

    def word(name):
        words[name] = "CANARY" + secrets.token_hex(12)
        return words[name]

    for mode in MODES:
        user = "person-" + mode
        details = {"name": word("name of " + user), "attributes": {"note": word("attribute of " + user)}}
        peal.request("PUT", "/api/v1/users/" + user, details, expect={200, 201})
    people = ["person-" + mode for mode in MODES]
    for name, users in (("one", people[:1]), ("several", people)):
        title, text = word("title for " + name), word("text for " + name)
        peal.trigger("note", users, title=title, text=text, entity="thing/" + name)
    for user in people:
        reader = peal.user_token(user)
        eventually(
            lambda: words["text for several"]
            in peal.request("GET", "/api/v1/users/me/notifications", token=reader, expect={200}).text,
            "%s reads what is for several" % user,
        )
    return words


def provoke(peal, phones):
    """Requests that are refused, with addresses in them."""
    word = "CANARY" + secrets.token_hex(12)
    phones.canaries["refused"] = word
    path, person = "/api/v1/users/me/devices/push", peal.user_token("person-gone")
    refused = [
        {"provider": "apns", "platform": "ios", "token": word},
        {"provider": "expo", "platform": "ios", "token": "ExponentPushToken[%s" % word},
        {"provider": "fcm", "platform": "android", "token": word + " with a space"},
        {"provider": "fcm", "platform": "android", "token": word * 200},
        {"provider": "fcm", "platform": "android", "token": {"value": word}},
        {"provider": "webpush", "platform": "web", "subscription": {"endpoint": "http://example.org/" + word}},
        {"provider": "webpush", "platform": "web", "subscription": {
            "endpoint": "https://169.254.169.254/" + word, "keys": {"p256dh": word, "auth": word}}},
        {"provider": "none", "platform": "android", "token": word},
    ]
    for body in refused:
        peal.request("POST", path, body, token=person, expect={422})
    broken = peal.session.post(
        peal.url + path, data='{"token": "%s", ' % word,
        headers={"Authorization": "Bearer " + person, "Content-Type": "application/json"}, timeout=PATIENCE,
    )
    assert broken.status_code == 400
    peal.answers.append(broken.text)
    peal.request("POST", path, refused[0], token="no-token", expect={401})


def received(services, token):
    """Whether a push service was asked for an address."""
    return (
        any(push.token == token for push in services["apns"].received)
        or any(token.encode() in request.content for name in ("fcm", "expo") for request in services[name].requests)
        or any(token == request.path for request in services["webpush"].requests)
    )


def test_no_address_is_found_anywhere(world):
    peal, services, phones = world
    put_canaries(peal, services, phones)
    provoke(peal, phones)
    triggers = []
    for mode in MODES:
        triggers.append(peal.trigger("note", ["person-" + mode]))
        for token, planned in phones.mode.items():
            if planned == mode:
                eventually(lambda: received(services, token), "%s is asked: %s" % (mode, token[:20]))
    # Those that are removed immediately are done; the others are at their retries.
    peal.drained(triggers[0])
    eventually(lambda: len(peal.attempts(triggers[2])) >= 4, "attempts that failed are written down")
    contents = put_contents(peal)

    for mode, trigger in zip(MODES, triggers):
        person = peal.user_token("person-" + mode)
        items = peal.request("GET", "/api/v1/why?trigger=" + trigger, expect={200}).json()["items"]
        for item in items:
            answer = peal.request("GET", "/api/v1/deliveries?notification=" + item["notification"], expect={200})
            assert answer.json()["items"]
        peal.request("GET", "/api/v1/users/me/devices", token=person, expect={200})
        peal.request("GET", "/api/v1/users/me/notifications", token=person, expect={200})
        peal.request("GET", "/api/v1/users/person-%s/export" % mode)
    assert services["fcm"].failures == services["expo"].failures == services["webpush"].failures == []

    places = {"answer %d" % number: text.encode() for number, text in enumerate(peal.answers)}
    places["/metrics"] = peal.session.get(peal.url + "/metrics", timeout=PATIENCE).content
    assert b"peal_" in places["/metrics"]
    # While it runs and before a command closes the database, which empties its log; and once more after the end.
    data = [path for path in (peal.directory / "data").rglob("*") if path.is_file()]
    assert {"peal.db", "peal.db-wal", "peal.db-shm"} <= {path.name for path in data}
    places.update({path.name: path.read_bytes() for path in data})
    for command in (["queues"], ["queues", "list"], ["doctor"]):
        # What doctor finds is not the question here, what it prints is.
        done = subprocess.run(
            [str(peal.peal), *command, *peal.options], capture_output=True, timeout=PATIENCE, env=clean_environment()
        )
        places["peal " + " ".join(command)] = done.stdout + done.stderr
    backup = peal.directory / "backup.db"
    peal.call("backup", str(backup))
    places["backup"] = backup.read_bytes()
    assert peal.stop() == 0
    places.update({path.name + " at the end": path.read_bytes() for path in data if path.exists()})
    places["log"] = peal.log.read_bytes()
    assert b"attempt failed" in places["log"] and len(places["peal.db-wal"]) > 10_000

    assert hits(phones.canaries, places) == []
    # The backend and the users themselves are told; nothing else is.
    told = {name: data for name, data in places.items() if name.startswith("answer ")}
    assert [name for name, canary in contents.items() if not hits({name: canary}, told)] == []
    assert hits(contents, {name: data for name, data in places.items() if name not in told}) == []
    account = json.loads(services["fcm"].settings["credentials"])
    root_key = re.search(r'^rootKey: "(.+)"$', peal.config.read_text(), re.M).group(1)
    secret = {
        "root key": root_key,
        "fcm key": account["private_key"].splitlines()[5],
        "fcm access token": next(iter(services["fcm"].access_tokens)),
        "apns key": (peal.directory / "apns.p8").read_text().splitlines()[1],
        "apns provider token": services["apns"].received[0].header("authorization").split(" ")[1],
        "expo access token": services["expo"].access_token,
        "vapid key": services["webpush"].settings["key"],
        "secret key": peal.secret_key,
        "jwt secret": peal.jwt_secret,
    }
    assert hits(secret, places) == []


def test_nothing_of_an_erased_user_is_found_anywhere(world):
    """While their stream is open and their pushes wait for retries; the log is of everything that is logged at all."""
    peal, services, phones = world
    user = "CANARY" + secrets.token_hex(12)
    canaries = {"id": user}
    for mode in ("trouble", "reset"):
        canaries["token, " + mode] = "CANARY" + secrets.token_hex(12)
        token = "c%s:APA91b%s" % (canaries["token, " + mode], "y" * 40)
        phones.mode[token] = mode
        path, body = "/api/v1/users/me/devices/push", {"provider": "fcm", "platform": "android", "token": token}
        answer = peal.request("POST", path, body, token=peal.user_token(user), expect={201}).json()
        canaries["device key, " + mode] = answer["deviceKey"]
    details = {name: "CANARY" + secrets.token_hex(12) for name in ("name", "note", "title", "text")}
    canaries.update(details)
    person = {"name": details["name"], "attributes": {"note": details["note"]}, "roles": ["clerk"]}
    peal.request("PUT", "/api/v1/users/" + user, person, expect={200})
    peal.request("PUT", "/api/v1/users/me/mutes", {"scope": "thread", "id": "t"}, token=peal.user_token(user), expect={200, 201})
    stream = peal.session.get(
        peal.url + "/api/v1/stream?channels=inbox", stream=True, timeout=PATIENCE,
        headers={"Authorization": "Bearer " + peal.user_token(user)},
    )
    for _ in range(5):
        peal.trigger("note", [user], title=details["title"], text=details["text"])
    eventually(lambda: len(services["fcm"].requests) > 6, "pushes are tried")
    data = [path for path in (peal.directory / "data").rglob("*") if path.is_file()]
    assert hits({"id": user}, {path.name: path.read_bytes() for path in data}), "ids are in clear until then"

    peal.request("DELETE", "/api/v1/users/" + user, expect={200})
    assert "revoked" in stream.text, "the stream ends, and says why"
    backup = peal.directory / "after.db"
    peal.call("backup", str(backup))
    places = {path.name: path.read_bytes() for path in [*data, backup]}
    assert {"peal.db", "peal.db-wal", "peal.db-shm", "after.db"} <= set(places)
    assert hits(canaries, places) == []
    peal.request("GET", "/api/v1/users/%s/export" % user, expect={404})
    peal.request("GET", "/api/v1/notifications", token=peal.user_token(user), expect={401})
    assert peal.stop() == 0
    places = {path.name + " at the end": path.read_bytes() for path in data if path.exists()}
    places["log"] = peal.log.read_bytes()
    assert hits(canaries, places) == []
