"""Analytics events and traces as `opentelemetry-proto` reads them."""

import json
import secrets
import subprocess
import time
from pathlib import Path

import pytest
import requests

from deployment import Deployment, clean_environment, eventually
from patience import PATIENCE
from services.fcm import FCMService
from services.otlp import Collector, attributes
from services.web import Reply

ROOT = Path(__file__).parent.parent.parent
APP = "gss"
# The members that the specification names, and ours.
MEMBERS = {
    "notification_preference_updated": {"category", "enabled", "channels"},
    "notification_sent": {"category", "channels", "userId", "notificationId"},
    "notification_delivered": {"notificationId", "channel", "latency", "proof"},
    "notification_opened": {"notificationId", "timeSinceSent"},
    "eta_update_submitted": {"eventId", "status", "minutesLate"},
    "eta_dashboard_viewed": {"eventId", "hostId", "participantCount"},
    "notification_delivery_failed": {"notificationId", "channel", "errorCode"},
}
OURS = {"claimed", "peal.app", "log.record.uid"}


class World(Deployment):
    """GSS with a host, a participant with a phone, and an event that begins in an hour and a half."""

    def configure(self, peal, directory, services):
        self.fcm, self.collector = services
        self.call("init", "--catalogs", str(ROOT / "Catalogs"), "--data", str(directory / "data"))
        self.config = directory / "peal.yaml"
        head = self.config.read_text().split("apps:")[0]
        self.jwt_secret = secrets.token_hex(32)
        app = {"jwt": {"secret": self.jwt_secret, "audience": "peers"}, "fcm": self.fcm.settings}
        self.config.write_text(
            "%sapps: %s\notlp: %s\n" % (head, json.dumps({APP: app}), json.dumps(self.collector.settings))
        )
        self.secret_key = self.call("keys", "create", "--app", APP).strip().splitlines()[-1]

    def furnish(self):
        self.phone = "c%s:APA91b%s" % (secrets.token_hex(11), secrets.token_hex(40))
        for user in ("hana", "ann"):
            self.request("PUT", "/api/v1/users/" + user, {"name": "Name of " + user}, expect={200, 201})
        self.register("ann", "fcm", "android", token=self.phone)
        start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 5_400))
        members = [
            {"user": "hana", "role": "host", "status": "confirmed"},
            {"user": "ann", "role": "participant", "status": "confirmed"},
        ]
        body = {"attributes": {"event": "Secret run", "place": "Secret park"}, "times": {"startsAt": start}, "members": members}
        self.request("PUT", "/api/v1/entities/event/run", body, expect={200, 201})

    def ask(self, trace=None):
        """Asks Ann when she arrives; the trigger."""
        body = {
            "type": "eta-request", "to": {"users": ["ann"]}, "entity": "event/run",
            "data": {"host": "Secret host", "event": "Secret run", "startsAt": "2030-01-01T00:00:00Z"},
        }
        headers = {"Authorization": "Bearer " + self.secret_key, **({"traceparent": trace} if trace else {})}
        answer = requests.post(self.url + "/api/v1/triggers", json=body, headers=headers, timeout=PATIENCE)
        assert answer.status_code == 202, answer.text
        return answer.json()["id"]

    def doctor(self, *arguments):
        """What the doctor prints, whatever it finds wrong with the rest."""
        command = [str(self.peal), "doctor", *arguments, *self.options]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, cwd=self.directory, env=clean_environment()
        )
        return done.stdout + done.stderr

    def kept(self):
        """The events as the API lists them."""
        items, since = [], ""
        while True:
            page = self.request("GET", "/api/v1/analytics/events?limit=200" + since, expect={200}).json()
            if not page["items"]:
                return items
            items += page["items"]
            since = "&since=" + page["nextCursor"]


@pytest.fixture(scope="module")
def world(peal, tmp_path_factory):
    fcm, collector = FCMService(), Collector()
    world = World(peal, tmp_path_factory.mktemp("otlp"), (fcm, collector))
    world.furnish()
    yield world
    assert world.stop() == 0
    assert collector.failures == [] and fcm.failures == []
    fcm.close()
    collector.close()


def trace():
    return secrets.token_hex(16), secrets.token_hex(8)


def test_the_chain_is_under_the_callers_span(world):
    caller, span = trace()
    trigger = world.ask("00-%s-%s-01" % (caller, span))
    world.drained(trigger)
    quiet, _ = trace()
    world.drained(world.ask("00-%s-%s-00" % (quiet, span)))
    # Its share of traces of its own is 0.
    world.drained(world.ask())
    found = eventually(lambda: len(world.collector.spans) >= 3 and list(world.collector.spans), "three spans")
    assert {each.trace_id.hex() for each in found} == {caller}
    chain = {each.name: each for each in found}
    assert set(chain) == {"peal.trigger", "peal.decision", "peal.attempt"} and len(found) == 3
    assert chain["peal.trigger"].parent_span_id.hex() == span
    assert chain["peal.decision"].parent_span_id == chain["peal.trigger"].span_id
    assert chain["peal.attempt"].parent_span_id == chain["peal.decision"].span_id
    assert attributes(chain["peal.trigger"])["peal.trigger"] == trigger
    assert attributes(chain["peal.attempt"])["peal.outcome"] == "accepted"
    for each in found:
        assert 0 < each.start_time_unix_nano <= each.end_time_unix_nano <= time.time_ns() + 10**9
    assert [each.kind for each in chain.values()] == [2, 1, 3] and chain["peal.trigger"].flags == 0x301


def test_the_events_have_their_exact_names_and_members(world):
    ann, hana = world.user_token("ann"), world.user_token("hana")
    world.drained(world.ask())
    inbox = world.request("GET", "/api/v1/notifications?limit=1", token=ann, expect={200}).json()["items"][0]["id"]
    for mark in ("received", "opened"):
        world.request("POST", "/api/v1/notifications/%s/%s" % (inbox, mark), token=ann, expect={200, 204})
    world.request("POST", "/api/v1/events/run/eta", {"status": "running-late", "minutesLate": 10}, token=ann, expect={200})
    world.request("GET", "/api/v1/events/run/participants/eta?viewed=true", token=hana, expect={200})
    switch = "/api/v1/users/me/notification-preferences/category/kudos"
    world.request("PATCH", switch, {"enabled": False}, token=ann, expect={200})
    world.fcm.next_replies.append(Reply(400, json.dumps({"error": {"code": 400, "status": "INVALID_ARGUMENT"}}).encode()))
    world.drained(world.ask())
    eventually(lambda: {record.event_name for record in world.collector.logs} >= set(MEMBERS), "all events")
    same_as_kept(world)
    for record in world.collector.logs:
        found = attributes(record)
        assert set(found) == MEMBERS[record.event_name] | OURS and found["peal.app"] == APP
        is_confirmed = record.event_name == "notification_delivered" and found["proof"] == "confirmed"
        claims = is_confirmed or record.event_name in ("notification_opened", "eta_dashboard_viewed")
        assert found["claimed"] is claims
        assert record.body.string_value == record.event_name
    sent = next(attributes(record) for record in world.collector.logs if record.event_name == "notification_sent")
    assert sent["userId"] == "ann"


def same_as_kept(world):
    """The records are the events that the API lists, each once."""
    def look():
        records = [attributes(record) | {"event": record.event_name} for record in world.collector.logs]
        for record in records:
            del record["peal.app"], record["log.record.uid"]
        kept = [{name: value for name, value in event.items() if name != "at"} for event in world.kept()]
        both = [sorted(json.dumps(each, sort_keys=True) for each in side) for side in (records, kept)]
        return both[0] == both[1]
    eventually(look, "the exported events are those that are kept")
    uids = [attributes(record)["log.record.uid"] for record in world.collector.logs]
    assert len(uids) == len(set(uids))


@pytest.mark.parametrize("reply", [Reply(503), Reply(200, reset=True), Reply(429, b"", {"Retry-After": "1"})])
def test_a_collector_that_is_down_loses_and_doubles_nothing(world, reply):
    caller, span = trace()
    before = len(world.collector.requests)
    world.collector.down = reply
    triggers = [world.ask("00-%s-%s-01" % (caller, span)) for _ in range(3)]
    for trigger in triggers:
        world.drained(trigger)
    eventually(lambda: len(world.collector.requests) > before + 2, "requests that fail")
    world.collector.down = None
    def spans():
        return [each for each in world.collector.spans if each.trace_id.hex() == caller]
    eventually(lambda: len(spans()) >= 9, "nine spans")
    same_as_kept(world)
    assert len(spans()) == 9 == len({each.span_id for each in spans()})
    metrics = requests.get(world.url + "/metrics", timeout=PATIENCE).text
    assert 'peal_otlp_dropped_total{signal="logs"} 0' in metrics and 'peal_otlp_dropped_total{signal="traces"} 0' in metrics


def test_no_text_and_no_token_is_exported(world):
    everything = "".join(world.collector.bodies)
    for text in ("Secret run", "Secret park", "Secret host", "Name of", world.phone, world.secret_key, world.jwt_secret):
        assert text not in everything
    assert "t0ken" not in world.log.read_text() + world.doctor()


def test_the_doctor_asks_the_collector(world):
    lines = world.doctor("--online")
    assert "otlp: the collector takes logs" in lines and "otlp: the collector takes traces" in lines
