"""What each of the callers does, and how it is measured."""

import json
import os
import socket
import sqlite3
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import requests

from deployment import Deployment, eventually

from .bystander import Bystander

CALLERS = {}
TICKS = os.sysconf("SC_CLK_TCK")
# How long others are asked while the server has nothing else to do, in seconds.
ALONE = 10


def caller(title):
    """One row of the table."""
    def add(act):
        CALLERS[act.__name__.replace("_", "-")] = (title, act)
        return act
    return add


class Call(Deployment):
    """A server with one caller that asks for much and one that asks for little."""

    def __init__(self, peal, directory):
        super().__init__(peal, directory, {"expo": {"enabled": True}}, log_level="warning")
        self.answered, self.kept, self.cpu, self.alone, self.beside = {}, None, None, None, None
        other = self.user_token("other")
        self.request("GET", "/api/v1/users/me/notifications", token=other, expect={200})
        self.bystander = Bystander(self.url + "/api/v1/users/me/notifications", other)

    def size(self):
        """The bytes that the database holds: its file and its log are larger, and grow in steps."""
        with sqlite3.connect("file:%s?mode=ro" % (self.directory / "data" / "peal.db"), uri=True) as database:
            pages, unused, size = (database.execute("PRAGMA " + name).fetchone()[0] for name in ["page_count", "freelist_count", "page_size"])
        return (pages - unused) * size

    def used(self):
        """The seconds of a core that the server has used."""
        fields = open("/proc/%d/stat" % self.process.process.pid).read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @contextmanager
    def measured(self):
        """Others are asked alone, and then beside what is done here."""
        self.alone = self.bystander.during(lambda: time.sleep(ALONE))
        size, used = self.size(), self.used()
        with self.bystander.watching() as watched:
            yield
        self.beside = watched.p99
        self.kept, self.cpu = self.size() - size, self.used() - used

    def post(self, path, body, token=None, **headers):
        """One call, counted by its status."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Authorization": "Bearer " + (token or self.secret_key), "Content-Type": "application/json", **headers}
        answer = self.session.post(self.url + path, data=content, headers=headers, timeout=600)
        self.count(answer.status_code)
        return answer

    def count(self, status, times=1):
        self.answered[status] = self.answered.get(status, 0) + times

    def row(self):
        answers = ", ".join("%d × %s" % (count, status) for status, count in sorted(self.answered.items(), key=str))
        return [
            answers, "%.1f KiB" % (self.kept / 1024), "%.2f" % self.cpu, "%.1f ms" % (self.alone * 1000), "%.1f ms" % (self.beside * 1000),
        ]

    def close(self):
        self.bystander.close()
        self.stop()


@caller("A user claims 2,000 things of 300 notifications, 4 KiB each")
def claims(call):
    call.request("PUT", "/api/v1/users/loud", {}, expect={200, 201})
    token = call.user_token("loud")
    triggers = [call.trigger("urgent", ["loud"], entity="thing/t%d" % number) for number in range(300)]
    items = eventually(lambda: (found := inbox(call, token)) and len(found) == len(triggers) and found, "the inbox is there")
    with call.measured():
        for number in range(2_000):
            call.post(
                "/api/v1/analytics/notification-audit",
                {
                    "notificationId": items[number % len(items)], "category": "things", "channel": "push",
                    "action": ["opened", "failed", "delivered", "sent"][number % 4], "errorMessage": "x" * 400,
                    "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "metadata": {"deviceType": "android"},
                    "actionPayload": {"text": "x" * 3_000},
                },
                token=token,
            )


def inbox(call, token):
    """The identifiers of all items."""
    found, cursor = [], None
    while True:
        page = call.request(
            "GET", "/api/v1/users/me/notifications?limit=100" + ("&cursor=" + cursor if cursor else ""), token=token, expect={200},
        ).json()
        found += [item["id"] for item in page["items"]]
        cursor = page.get("nextCursor")
        if not cursor:
            return found


@caller("An address without a key opens 2,000 connections and keeps them")
def connections(call):
    place = urlsplit(call.url)
    held = []
    with call.measured():
        for _ in range(2_000):
            # An address that is not a proxy's.
            one = socket.create_connection((place.hostname, place.port), source_address=("127.0.0.2", 0))
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: peal\r\n")
            held.append(one)
        time.sleep(5)
    for one in held:
        one.setblocking(False)
        try:
            call.count("closed" if one.recv(1) == b"" else "answered")
        except BlockingIOError:
            call.count("open")
        except OSError:
            call.count("closed")
        one.close()


UNKNOWN = {"field%05d" % number: number for number in range(20_000)}


@caller("A trigger with 2,500 unknown fields, as many as fit, 20 times")
def unknown_fields(call):
    with call.measured():
        for _ in range(20):
            call.post("/api/v1/triggers", dict(list(UNKNOWN.items())[:2_500]))


@caller("A bulk of users with 20,000 unknown fields, 20 times")
def unknown_users(call):
    with call.measured():
        for _ in range(20):
            call.post("/api/v1/users/bulk", {"users": [UNKNOWN]})


@caller("20,000 requests for /healthz on one connection, not waiting for an answer")
def pipelining(call):
    place = urlsplit(call.url)
    with call.measured():
        with socket.create_connection((place.hostname, place.port)) as one:
            one.settimeout(60)
            request = b"GET /healthz HTTP/1.1\r\nHost: peal\r\n\r\n"
            sent, answers, buffer = 0, 0, b""
            one.setblocking(False)
            deadline = time.monotonic() + 60
            waiting = request * 20_000
            while time.monotonic() < deadline and answers < 20_000:
                try:
                    sent += one.send(waiting[sent:sent + 65_536]) if sent < len(waiting) else 0
                except BlockingIOError:
                    pass
                try:
                    more = one.recv(1 << 16)
                    if not more:
                        break
                    buffer += more
                    *whole, buffer = buffer.split(b"HTTP/1.1 ")
                    for head in whole[0 if answers else 1:]:
                        call.count(int(head[:3]))
                        answers += 1
                except BlockingIOError:
                    time.sleep(0.001)


@caller("A bulk of 1,000 triggers with 600 KiB under a key of its own, 20 times")
def idempotency(call):
    body = json.dumps({
        "triggers": [
            {"type": "urgent", "to": {"users": ["nobody%d" % number]}, "entity": "thing/t1", "data": {"title": "Lamp", "text": "x" * 500}}
            for number in range(1_000)
        ]
    }).encode()
    with call.measured():
        for number in range(20):
            call.post("/api/v1/triggers/bulk", body, **{"Idempotency-Key": "bulk-%d" % number})
