"""A production server with two apps that have the same catalog, the same secret, the same users and the same entity."""

import json
import secrets
import time
from pathlib import Path

import jwt

import action_token
from deployment import Deployment, eventually
from patience import PATIENCE
from services.fcm import FCMService

ROOT = Path(__file__).parent.parent.parent.parent
APPS = ("gss", "twin")
USERS = ("ann", "ben")
SCOPES = ("directory", "triggers", "people", "insight", "catalog", "audit", "webhooks")
# Enough that no limit of calls answers in place of the check.
UNLIMITED = {name: {"rate": 1_000_000, "burst": 1_000_000} for name in ("key", "user", "address")}


class Side:
    """One user of one app, with what belongs to them."""

    def __init__(self, app, user):
        self.app, self.user = app, user
        # In every text and name of theirs, and nowhere else.
        self.canary = "Canary%s%s%s" % (app.title(), user.title(), secrets.token_hex(6))
        self.ids = {}


class World(Deployment):
    def __init__(self, peal, directory):
        self.fcm = FCMService()
        self.catalogs = directory / "catalogs"
        self.catalogs.mkdir()
        text = (ROOT / "Catalogs" / "gss.yaml").read_text()
        for app in APPS:
            (self.catalogs / ("%s.yaml" % app)).write_text(text.replace("app: gss", "app: " + app, 1))
        secret = secrets.token_hex(32)
        self.jwt_secret = secret
        self.action_secret = secrets.token_hex(32)
        settings = {app: {"jwt": {"secret": secret}, "actions": {"secret": self.action_secret}, "fcm": self.fcm.settings, "origins": [origin(app)]} for app in APPS}
        super().__init__(peal, directory, settings, log_level="error")
        self.tomorrow = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 2 * 86400))
        self.sides = {(app, user): Side(app, user) for app in APPS for user in USERS}
        for app in APPS:
            self.furnish(app)
        for side in self.sides.values():
            self.furnish_user(side)

    def configure(self, peal, directory, settings):
        self.call("init", "--catalogs", str(self.catalogs), "--data", str(directory / "data"))
        self.config = directory / "peal.yaml"
        head = self.config.read_text().split("apps:")[0]
        self.config.write_text("%sapps: %s\nrateLimits: %s\n" % (head, json.dumps(settings), json.dumps(UNLIMITED)))
        self.keys = {
            (app, scope): self.call("keys", "create", "--app", app, "--scopes", scope).strip().splitlines()[-1]
            for app in APPS for name in ("*", *SCOPES) for scope in (name, name + ":read")
        }

    def token(self, app, user):
        now = int(time.time())
        return jwt.encode({"sub": user, "aud": app, "iat": now - 5, "exp": now + 3600}, self.jwt_secret, algorithm="HS256")

    def backend(self, app, method, path, body=None):
        answer = self.request(method, "/api/v1" + path, body, token=self.keys[app, "*"], expect={200, 201, 202, 204})
        return answer.json() if answer.content else None

    def furnish(self, app):
        """What an app has besides its users: entities, triggers, and a catalog with versions of its own."""
        first, second = (self.sides[app, user] for user in USERS)
        only = "only-%s-%s" % (app, secrets.token_hex(4))
        for user in USERS:
            side = self.sides[app, user]
            self.backend(app, "PUT", "/users/" + user, {"name": side.canary, "attributes": {"note": side.canary}})
        # Named by their backend, and unknown to the other one.
        self.backend(app, "PUT", "/users/" + only, {"name": second.canary})
        for event in ("e1", only):
            members = [{"user": user, "role": "participant", "status": "confirmed"} for user in (*USERS, only)]
            body = {"ownerId": only, "attributes": {"event": first.canary, "place": second.canary}, "members": members}
            self.backend(app, "PUT", "/entities/event/" + event, body)
        for number in range(2 + APPS.index(app) * 30):
            text = (self.catalogs / ("%s.yaml" % app)).read_text() + "# %s %d\n" % (first.canary, number)
            version = self.backend(app, "PUT", "/catalog", {"yaml": text})["version"]
        shared = {
            "onlyUser": only, "entity": only, "cancelKey": only, "version": str(version),
            "members": self.backend(app, "GET", "/entities/event/e1/members?limit=1")["nextCursor"],
            "versions": self.backend(app, "GET", "/catalog/versions?limit=1")["nextCursor"],
            "webhook": self.backend(app, "POST", "/webhooks", {
                "url": "https://%s.example/%s" % (app, first.canary),
            })["id"],
            "idempotency": only, "scheduled": self.scheduled(app, only, first),
        }
        for user in USERS:
            self.sides[app, user].ids.update(shared)

    def scheduled(self, app, user, side):
        return self.backend(app, "POST", "/triggers", {
            "type": "kudos", "to": {"users": [user]}, "data": {"from": side.canary, "message": side.canary},
            "sendAt": self.tomorrow + "T12:00:00Z",
        })["id"]

    def furnish_user(self, side):
        token = self.token(side.app, side.user)
        # Threads are of a user, so each has an event of their own.
        side.ids["ref"] = "event/of-%s-%s" % (side.user, secrets.token_hex(4))
        side.ids["guest"] = "guest-of-%s-%s" % (side.user, secrets.token_hex(4))
        self.backend(side.app, "PUT", "/users/" + side.ids["guest"], {"name": side.canary})
        start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 5_400))
        self.backend(side.app, "PUT", "/entities/" + side.ids["ref"], {
            "attributes": {"event": side.canary, "place": side.canary}, "times": {"startsAt": start},
            "members": [
                {"user": side.user, "role": "host", "status": "confirmed"},
                {"user": side.ids["guest"], "role": "participant", "status": "confirmed"},
            ],
        })
        # A host is not asked when they arrive: the questions are about an event of the guest.
        asked = "event/asked-%s-%s" % (side.user, secrets.token_hex(4))
        self.backend(side.app, "PUT", "/entities/" + asked, {
            "attributes": {"event": side.canary, "place": side.canary}, "times": {"startsAt": start},
            "members": [
                {"user": side.ids["guest"], "role": "host", "status": "confirmed"},
                {"user": side.user, "role": "participant", "status": "confirmed"},
            ],
        })
        body = {"provider": "fcm", "platform": "android", "token": "c%s:APA91b%s" % (secrets.token_hex(11), "x" * 40)}
        device = self.request("POST", "/api/v1/users/me/devices/push", body, token=token, expect={201}).json()
        for number in range(3):
            trigger = self.backend(side.app, "POST", "/triggers", {
                "type": "eta-request", "to": {"users": [side.user]}, "entity": asked, "cancelKey": side.ids["cancelKey"],
                "data": {"host": side.canary, "event": side.canary, "startsAt": "2030-01-01T00:00:00Z"},
            })
        page = eventually(lambda: self.arrived(token), "three notifications of %s" % side.user)
        mute = self.request(
            "PUT", "/api/v1/users/me/mutes", {"scope": "thread", "id": asked}, token=token, expect={200}
        ).json()
        side.ids.update({
            "user": side.user, "device": device["id"], "deviceKey": device["deviceKey"], "trigger": trigger["id"],
            "notification": page["items"][0]["id"], "notifications": page["nextCursor"],
            "userNotifications": self.request(
                "GET", "/api/v1/users/me/notifications?limit=2", token=token, expect={200}
            ).json()["nextCursor"], "mute": mute["id"],
            "thread": asked, "hosted": side.ids["ref"].removeprefix("event/"), "event": self.cursor_of_stream(token),
            "triggers": self.backend(side.app, "GET", "/triggers?limit=1")["nextCursor"],
            "deliveries": eventually(lambda: self.messages(side)["nextCursor"], "two messages of a webhook"),
            "why": self.backend(side.app, "GET", "/why?limit=1")["nextCursor"],
            "analytics": self.backend(side.app, "GET", "/analytics/events?limit=1")["nextCursor"],
            # A first checkpoint takes a minute: a cursor of another list has to do.
            **dict.fromkeys(("audit", "checkpoints"), self.backend(side.app, "GET", "/audit?limit=1")["nextCursor"]),
            "ticket": self.used_ticket(token),
            "actionToken": action_token.make(
                self.action_secret.encode(), side.app, side.user, page["items"][0]["id"], "late-10", int(time.time()) + 3_600
            ),
        })

    def messages(self, side):
        """The first of what waits for the webhook of an app, whose host does not exist."""
        return self.backend(side.app, "GET", "/webhooks/%s/deliveries?limit=1" % side.ids["webhook"])

    def happen(self, app, user):
        """Everything of a user changes that a live connection shows."""
        token, start = self.token(app, user), "/api/v1/users/me"
        self.request("PATCH", start + "/notification-preferences/category/kudos", {"enabled": True}, token=token, expect={200})
        self.request("PUT", start + "/mutes", {"scope": "thread", "id": "event/e1"}, token=token, expect={200})
        self.backend(app, "PATCH", "/users/" + user, {"name": self.sides[app, user].canary})
        notification = self.notify(app, user)
        self.request("POST", "/api/v1/notifications/%s/read" % notification, token=token, expect={200, 204})

    def notify(self, app, user):
        """A new notification of a user; its id."""
        side, token = self.sides[app, user], self.token(app, user)
        known = {item["id"] for item in self.newest(token)}
        self.backend(app, "POST", "/triggers", {
            "type": "kudos", "to": {"users": [user]}, "data": {"from": side.canary, "message": side.canary},
        })
        [new] = eventually(lambda: {item["id"] for item in self.newest(token)} - known, "a notification of " + user)
        return new

    def newest(self, token):
        return self.request("GET", "/api/v1/notifications?limit=200", token=token, expect={200}).json()["items"]

    def arrived(self, token):
        page = self.request("GET", "/api/v1/notifications?limit=2", token=token, expect={200}).json()
        # Delivered as well: what is still on its way would change the facts by itself.
        ready = len(page["items"]) == 2 and page["nextCursor"] and all(item["status"] == "delivered" for item in page["items"])
        return page if ready and page["unreadCount"] == 3 else None

    def used_ticket(self, token):
        ticket = self.request("POST", "/api/v1/realtime/ticket", token=token, expect={201}).json()["ticket"]
        with self.session.get(self.url + "/api/v1/stream?channels=inbox&ticket=" + ticket, stream=True, timeout=PATIENCE) as answer:
            assert answer.status_code == 200
        return ticket

    def cursor_of_stream(self, token):
        headers = {"Authorization": "Bearer " + token}
        with self.session.get(self.url + "/api/v1/stream?channels=inbox", headers=headers, stream=True, timeout=PATIENCE) as answer:
            lines = answer.iter_lines(decode_unicode=True)
            return next(line[4:] for line in lines if line.startswith("id: "))

    def facts(self, app, users=USERS, whole=True):
        """Everything that an app has, or some of its users, as its own backend reads it."""
        only = self.sides[app, "ann"].ids["onlyUser"]
        paths = ["/users/%s/export" % user for user in (*users, *([only] if whole else []))]
        paths += ["/users/%s/notifications?limit=200" % user for user in users]
        if whole:
            for event in ("e1", only):
                paths += ["/entities/event/" + event, "/entities/event/%s/members" % event]
            paths += ["/triggers?limit=200", "/catalog/versions", "/catalog"]
        found = {path: self.backend(app, "GET", path) for path in paths}
        for fact in found.values():
            fact.get("preferences", {}).pop("syncedAt", None)
        return found

    def stop(self):
        status = super().stop()
        self.fcm.close()
        return status


def origin(app):
    return "https://%s.example" % app
