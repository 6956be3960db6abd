"""Where a request names something: every parameter of a path, a query or a header, and every id in a body."""

import re
from dataclasses import dataclass

# A parameter of a path is what the segment before it says.
IN_PATH = {
    "users": "user", "devices": "device", "entities": None, "{type}": "entity", "members": "user", "triggers": "trigger",
    "versions": "version", "category": None, "mutes": "mute", "notifications": "notification",
    "events": "hosted", "participants": "user", "actions": None,
    "webhooks": "webhook", "addresses": None,
}
IN_QUERY = {
    "user": "user", "trigger": "trigger", "notification": "notification", "cursor": "cursor", "thread": "thread",
    "version": "version", "from": "version", "to": "version", "cancelKey": "cancelKey", "ticket": "ticket",
    # Words of the contract or of the catalog, and numbers and times that name nothing.
    **dict.fromkeys((
        "limit", "offset", "status", "groupBy", "by", "dryRun", "draft", "recall", "channels", "locale", "category", "type",
        "app", "reviewedBy", "viewed", "action", "days",
    )),
}
IN_HEADER = {"Idempotency-Key": "idempotency", "If-Match": None, "If-None-Match": None, "Peal-Device": "device", "Peal-Client-Time": None}
OF_PREFIX = {"dev": "device", "ntf": "notification", "trg": "trigger", "mut": "mute", "whk": "webhook"}
EXAMPLES = {"ann": "user", "ben": "user", "cleo": "user", "event/e1": "ref", "kudos-16": "cancelKey", "kudos-17": "cancelKey"}

ETA = {"type": "eta-request", "data": {"host": "A", "event": "B", "startsAt": "2030-01-01T00:00:00Z"}}
# Bodies with names that no example has.
MORE = {
    "submitTrigger": {
        "members": lambda ref: {**ETA, "entity": "event/e1", "to": {"members": {"of": ref}}},
        "entity": lambda ref: {**ETA, "entity": ref, "to": {"members": {"of": "self"}}},
        "entities": lambda ref: {**ETA, "entity": "event/e1", "to": {"users": ["ann"]}, "entities": {ref: {"attributes": {"a": 1}}}},
    },
    "resolve": {"thread": lambda ref: {"user": "ann", "thread": ref}},
    "markAllSeen": {
        "entity": lambda ref: {"entity": ref}, "thread": lambda ref: {"thread": ref},
        "link": lambda ref: {"link": "/events/%s/eta" % ref[6:]},
    },
}
# Requests whose own answer is no success: what is not cancelled is not resumed, what is in force is not published (409), replies to
# an event without a start are not open (409), a WebSocket is opened in another way, the example of a page's ticket is none (401), and
# no channel with addresses is installed (404).
NO_SUCCESS = {"putAddress", "deleteAddress", "pageSession", "resumeTrigger", "publishCatalogVersion", "replyEta", "realtime", "auditCheckpoints"}


@dataclass(frozen=True)
class Slot:
    """A parameter of a request; `kind` says what is named there."""

    place: str
    name: str
    kind: str


def slots(path, method, operation, parameters, example):
    """The slots of an operation; a parameter of an unknown kind is an error, so that nobody forgets a new one."""
    segments = path.split("/")
    found = []
    for before, segment in zip(segments, segments[1:]):
        if segment.startswith("{"):
            kind = IN_PATH[before]
            if kind:
                found.append(Slot("path", segment[1:-1], kind))
    for parameter in parameters:
        if parameter["in"] == "path":
            continue
        name = parameter["name"]
        if name == "since":
            kind = {"stream": "event", "events": "analytics"}.get(segments[-1])
        elif name in ("from", "to") and path.endswith("/analytics/summary"):
            kind = None
        elif "/audit" in path and name in ("from", "to"):
            kind = None  # times
        else:
            kind = (IN_QUERY if parameter["in"] == "query" else IN_HEADER)[name]
        if kind:
            found.append(Slot(parameter["in"], name, kind))
    if path.endswith("/stream"):
        found.append(Slot("header", "Last-Event-ID", "event"))
    found += [Slot("body", pointer, kind) for pointer, kind in ids(example)]
    found += [Slot("more", name, "ref") for name in MORE.get(operation["operationId"], [])]
    return found


def ids(value, pointer=""):
    """Every id in an example, by its pointer."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from ids(member, "%s/%s" % (pointer, name))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from ids(member, "%s/%d" % (pointer, index))
    elif isinstance(value, str):
        prefix = re.fullmatch(r"(\w{3})_[0-9a-f]{32}", value)
        kind = OF_PREFIX.get(prefix[1]) if prefix else EXAMPLES.get(value)
        if kind:
            yield pointer, kind
    elif isinstance(value, int) and pointer.endswith("/version"):
        yield pointer, "version"


def placed(body, pointer, value):
    """The body with a value at a pointer."""
    head, _, rest = pointer[1:].partition("/")
    copy = list(body) if isinstance(body, list) else dict(body)
    key = int(head) if isinstance(body, list) else head
    copy[key] = placed(copy[key], "/" + rest, value) if rest else value
    return copy
