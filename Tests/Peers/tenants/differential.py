"""Asks for what is of the other side, and for what does not exist: no answer may tell the one from the other."""

import json
import random
import re
import string
from urllib.parse import quote

from contract import Contract
from patience import PATIENCE

from .callers import callers
from .slots import MORE, placed, slots
from .world import APPS, USERS

LIVE = ("/stream", "/realtime")
# Of no interest: they differ from call to call, or repeat what the body says.
MASKED_HEADERS = {"date", "x-request-id", "ratelimit", "etag", "content-length", "connection"}
VOLATILE = [
    (re.compile(r'"requestId":"[^"]*"'), '"requestId":"…"'),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), "<time>"),
    (re.compile(r"\b(trg|ntf|mut|dlv|dev|key)_[0-9a-f]{32,}"), r"<\1>"),
    (re.compile(r"\b(dk|rt|pt|pl)_[A-Za-z0-9_-]{20,}"), r"<\1>"),
    (re.compile(r"whsec_[A-Za-z0-9+/=]+"), "<whsec>"),
    (re.compile(r"^retry: \d+$", re.M), "retry: …"),
    (re.compile(r'"(cursor|nextCursor)":"[^"]*"'), r'"\1":"…"'), (re.compile(r"^id: .*$", re.M), "id: …"),
    (re.compile(r'"(version|savedAt)":\d+'), r'"\1":…'), (re.compile(r"unknown version \d+"), "unknown version …"),
    (re.compile(r'"read":\d+'), '"read":…'),
]


class Differential:
    def __init__(self, world):
        self.world = world
        self.contract = Contract(world.session.get(world.url + "/openapi.json", timeout=PATIENCE).json())
        self.cases, self.requests = 0, 0
        self.differences, self.leaks, self.changes = [], [], []
        # By operation and slot: the answers to what does not exist, and to the caller's own.
        self.unknown, self.own = {}, {}

    def run(self, app, user):
        """Asks with every credential of a side, over every operation."""
        world = self.world
        world.tokens = {side: world.token(*side) for side in world.sides}
        # What may take away or replace what others name comes later; another catalog knows other entities.
        order = {"GET": 0, "DELETE": 1, "PATCH": 2, "POST": 3, "PUT": 4}
        operations = [found for found in self.contract.operations() if found[0].startswith("/api/")]
        self.app = app
        self.other = next(name for name in APPS if name != app)
        self.neighbour = next(name for name in USERS if name != user)
        there = self.facts_of_other_app()
        for path, method, operation in sorted(operations, key=lambda found: (order[found[1]], "/catalog" in found[0])):
            what = "%s %s" % (method, path)
            beside = self.facts_of_neighbour()
            everyone = [each for each in callers(app, user) if each.name != "ticket" or path.endswith(LIVE)]
            for caller in everyone:
                if not caller.is_backend:
                    self.ask(caller, path, method, operation)
            self.expect_same(what, beside, self.facts_of_neighbour())
            for caller in everyone:
                if caller.is_backend:
                    self.ask(caller, path, method, operation)
            there = self.expect_same(what, there, self.facts_of_other_app())
        return self

    def ask(self, caller, path, method, operation):
        """Asks for everything of others, and for what is the caller's own unless that would take it away."""
        example = self.example(operation)
        named = slots(path, method, operation, self.contract.parameters(operation), example)
        # First, so that what a request creates is there for both answers that are compared.
        if method != "DELETE" and caller.name in ("token", "device", "action", "ticket", "key *"):
            self.ask_for_own(caller, path, method, operation, example, named)
        for slot in named:
            for victim in caller.victims:
                self.compare(caller, victim, path, method, operation, example, slot)

    def example(self, operation):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        return self.contract.examples(content)[0] if content else None

    def compare(self, caller, victim, path, method, operation, example, slot):
        other = self.world.sides[victim]
        theirs = self.value(other, slot, path)
        if theirs is None:
            return
        self.cases += 1
        answers = []
        # Twice for what does not exist: a request may change what is the caller's, or create what it names.
        for value in (ghost(theirs), theirs, ghost(theirs, again=slot.kind == "idempotency")):
            status, headers, text = self.send(caller, path, method, operation, example, slot, value)
            self.scan(caller, "%s %s %s" % (method, path, slot), text)
            answers.append((status, normal_headers(headers, value), normal(text, value)))
        self.unknown.setdefault((operation["operationId"], slot), set()).add(answers[0][0])
        if answers[1] not in (answers[0], answers[2]):
            self.differences.append((method, path, slot, caller, victim, *answers))

    def ask_for_own(self, caller, path, method, operation, example, named):
        """The same requests for what is the caller's: they show that the others were refused for what they named."""
        own = self.world.sides[caller.app, caller.user]
        for slot in named or [None]:
            value = self.value(own, slot, path) if slot and slot.kind != "ticket" else None
            if operation["operationId"] == "claimAudit" and slot.kind == "user":
                value = own.user  # of the notification, which is the other name in the body
            status, _, text = self.send(caller, path, method, operation, example, slot if value else None, value)
            self.scan(caller, "%s %s" % (method, path), text)
            self.own.setdefault((operation["operationId"], slot), set()).add(status)

    def value(self, side, slot, path):
        """What the other side has for a slot; ids that their app chose are such that the caller's does not have them."""
        if slot.kind == "cursor":
            name = path.rsplit("/", 1)[-1]
            return side.ids["userNotifications" if "{userId}" in path else name]
        if slot.kind == "user":
            return side.ids["onlyUser"] if side.app != self.app or slot.place == "body" else side.user
        if slot.kind == "version" and side.app != self.app and self.other != APPS[1]:
            # Versions are numbered in each app: the caller's has this one, too.
            return None
        value = side.ids["scheduled" if slot.kind == "trigger" and path.startswith("/api/v1/triggers/") else slot.kind]
        return int(value) if slot.kind == "version" and slot.place == "body" else value

    def send(self, caller, path, method, operation, example, slot, value):
        """Sends a request with the caller's own ids, and another value in one slot."""
        own = self.world.sides[caller.app, caller.user]
        query, headers, body = {}, dict(caller.headers(self.world)), self.own_body(own, example)
        for parameter in self.contract.parameters(operation):
            if parameter["in"] == "query" and parameter.get("required"):
                query[parameter["name"]] = {"channels": "inbox"}.get(parameter["name"]) or own.ids.get(parameter["name"], "x")
        if caller.is_backend and any(parameter["name"] == "user" for parameter in self.contract.parameters(operation)):
            query["user"] = own.user
        if caller.name == "ticket":
            query["ticket"] = self.ticket(caller)
        # What names nothing cannot be taken away by a request that is about another name.
        spared = method == "DELETE" and slot is not None and slot.place != "path"
        path = self.own_path(own, caller, path, slot, value, spared)
        if slot and slot.place == "query":
            query[slot.name] = value
        elif slot and slot.place == "header":
            headers[slot.name] = value
        elif slot and slot.place == "body":
            body = placed(body, slot.name, value)
        elif slot and slot.place == "more":
            body = MORE[operation["operationId"]][slot.name](value)
        return self.exchange(method, path, query, headers, body)

    def own_path(self, own, caller, path, slot, value, spared):
        values = {
            "userId": own.user if caller.is_backend else "me", "type": "event", "key": "kudos", "version": own.ids["version"],
            "actionId": "late-10",
        }
        segments = path.split("/")
        for index, segment in enumerate(segments):
            if not segment.startswith("{"):
                continue
            name, before = segment[1:-1], segments[index - 1]
            mine = values.get(name) or {
                "devices": own.ids["device"], "triggers": own.ids["scheduled"], "mutes": own.ids["mute"],
                "webhooks": own.ids["webhook"],
                "notifications": ghost(own.ids["notification"]) if spared else own.ids["notification"],
            }.get(before, "e1")
            if before == "members":
                mine = own.user
            if before == "participants" and slot and slot.kind == "hosted":
                mine = own.ids["guest"]  # hosts are not on their own board
            is_slot = slot and slot.place == "path" and slot.name == name
            segments[index] = quote(str(value if is_slot else mine), safe="")
        return "/".join(segments)

    def own_body(self, own, example):
        if example is None:
            return None
        text = json.dumps(example).replace("app: gss", "app: " + own.app)
        for prefix, kind in (("dev", "device"), ("ntf", "notification"), ("trg", "trigger")):
            text = re.sub(prefix + "_[0-9a-f]{32}", own.ids[kind], text)
        return json.loads(re.sub(r"2026-11-2\d(T[0-9:]+Z)", r"%s\1" % self.world.tomorrow, text))

    def ticket(self, caller):
        headers = {"Authorization": "Bearer " + self.world.tokens[caller.app, caller.user]}
        answer = self.world.session.post(self.world.url + "/api/v1/realtime/ticket", headers=headers, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        return answer.json()["ticket"]

    def exchange(self, method, path, query, headers, body):
        self.requests += 1
        answer = self.world.session.request(
            method, self.world.url + path, params=query, headers=headers, json=body, timeout=PATIENCE, stream=True
        )
        with answer:
            if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                # The first message comes with each subscription; `resync` before it when a cursor is not valid.
                lines = []
                for line in answer.iter_lines(decode_unicode=True):
                    lines.append(line)
                    if not line and any("badge.changed" in found for found in lines):
                        break
                return answer.status_code, answer.headers, "\n".join(lines)
            return answer.status_code, answer.headers, answer.text

    def scan(self, caller, what, text):
        for app, user in caller.others:
            if self.world.sides[app, user].canary in text:
                self.leaks.append((what, caller, (app, user), text))

    def facts_of_neighbour(self):
        """What another user of the same app has."""
        return self.world.facts(self.app, [self.neighbour], whole=False)

    def facts_of_other_app(self):
        """Everything of the other app."""
        return self.world.facts(self.other, USERS, whole=True)

    def expect_same(self, what, before, after):
        self.changes += [(what, path, before[path], fact) for path, fact in after.items() if fact != before[path]]
        return after


def ghost(value, again=False):
    """A value of the same form that names nothing; the same one for a value, since some requests create what they name."""
    if isinstance(value, int) or value.isdigit():
        return type(value)(int(value) + 900)
    if value in USERS:
        return "x" + value[1:]
    head, tail = re.fullmatch(r"(.*[/_-]|)([a-z0-9]+)", value).groups() if re.fullmatch(r"[a-z0-9/_-]+", value) else ("", value)
    choice = random.Random(tail + ("again" if again else ""))
    # A time-ordered id keeps its time and its version.
    kept = 16 if len(tail) == 32 else 0
    letters = "0123456789abcdef" if head else string.ascii_letters + string.digits
    return head + tail[:kept] + "".join(choice.choice(letters) for _ in tail[kept:])


def normal(text, value):
    named = [str(value), quote(str(value), safe=""), *str(value).partition("/")[2:]]
    for name in filter(None, named):
        text = re.sub(r"(?<![\w-])%s(?![\w-])" % re.escape(name), "<named>", text)
    for pattern, mask in VOLATILE:
        text = pattern.sub(mask, text)
    return text


def normal_headers(headers, value):
    return sorted((name.lower(), normal(found, value)) for name, found in headers.items() if name.lower() not in MASKED_HEADERS)
