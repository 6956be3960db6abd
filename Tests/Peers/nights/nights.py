"""The nights: each breaks one thing, does what a backend would do meanwhile, and gives what was said."""

import base64
import json
import os
import re
import secrets
import shutil
import socket
import subprocess

import requests

from services.apns import APNsService
from services.fcm import FCMService
from services.otlp import Collector
from services.web import Reply, WebService

from .house import House

NIGHTS = {}


def night(title):
    """One row of the table."""
    def add(play):
        NIGHTS[play.__name__] = (title, play)
        return play
    return add


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Troubled(FCMService):
    """FCM that answers as it is told."""

    def __init__(self):
        super().__init__()
        self.trouble = None
        self.is_account_disabled = False

    def reply(self, request):
        if self.is_account_disabled and request.path == "/token":
            return Reply(400, b'{"error": "invalid_grant"}', {"Content-Type": "application/json"})
        if self.trouble and request.path != "/token":
            return self.trouble()
        return super().reply(request)


def phones(house, count=12):
    """Users with an Android phone each."""
    users = []
    for _ in range(count):
        user = "u" + secrets.token_hex(6)
        house.register(user, "fcm", "android", token="c%s:APA91b%s" % (secrets.token_hex(10), secrets.token_hex(60)))
        users.append(user)
    return users


def with_fcm(peal, directory, break_it, rule, extra=None):
    """A night of a push service that does not work."""
    service = Troubled()
    house = House(peal, directory, {"fcm": service.settings}, extra)
    try:
        users = phones(house)
        house.drained(house.trigger("note", users[:1]))
        break_it(service, house)
        trigger = house.trigger("note", users)
        if rule:
            house.alert(rule)
        return house.report(trigger)
    finally:
        house.close()
        try:
            service.close()
        except OSError:
            pass


@night("The push service refuses our credentials")
def credentials(peal, directory):
    def break_it(service, house):
        service.access_tokens.clear()
        service.is_account_disabled = True
    return with_fcm(peal, directory, break_it, "breaker-open")


@night("The push service's certificate is from a CA that is not trusted")
def authority(peal, directory):
    service = APNsService(directory)
    settings = {key: value for key, value in service.settings.items() if key != "caFile"}
    house = House(peal, directory, {"apns": settings})
    try:
        user = "u" + secrets.token_hex(6)
        house.register(user, "apns", "ios", token=secrets.token_hex(32))
        trigger = house.trigger("note", [user])
        for _ in range(8):
            house.trigger("note", [user])
        house.alert("breaker-open")
        return house.report(trigger)
    finally:
        house.close()
        service.close()


@night("The push service is down")
def down(peal, directory):
    held = []
    def break_it(service, house):
        # Connections that are open end with the next request.
        service.trouble = lambda: Reply(0, reset=True)
        service.close()
        # Nobody else gets the port: its connections are refused.
        held.append(socket.socket())
        held[0].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held[0].bind(("127.0.0.1", service.port))
        held[0].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    try:
        return with_fcm(peal, directory, break_it, "breaker-open")
    finally:
        for one in held:
            one.close()


@night("The push service does not answer")
def slow(peal, directory):
    def break_it(service, house):
        def wait():
            house.is_over.wait(60)
            return service.error(503, "UNAVAILABLE", "UNAVAILABLE")
        service.trouble = wait
    return with_fcm(peal, directory, break_it, "breaker-open")


@night("The push service asks for a slower pace")
def throttled(peal, directory):
    def break_it(service, house):
        reply = service.error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
        reply.headers["Retry-After"] = "120"
        service.trouble = lambda: reply
    return with_fcm(peal, directory, break_it, "backlog-age")


def on_small_disk(directory):
    """A file system of 24 MiB at the data directory's place; only root may mount one."""
    data = directory / "data"
    data.mkdir(mode=0o700, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", str(data)], check=True)
    return data


def fill(data):
    with open(data / "filler", "wb") as filler:
        try:
            while True:
                filler.write(b"x" * 65536)
                filler.flush()
        except OSError:
            pass
    # The last bytes too.
    with open(data / "filler2", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 512)
        except OSError:
            pass


@night("The disk is full at the start")
def full_at_start(peal, directory):
    data = on_small_disk(directory)
    house = House(peal, directory, {"expo": {"enabled": True}}, is_started=True)
    try:
        house.process.stop()
        fill(data)
        said = house.refused()
        return house.report(log=said)
    finally:
        house.close()
        subprocess.run(["umount", "-l", str(data)], check=False)


@night("The disk fills up while the server runs")
def full_while_running(peal, directory):
    service = Troubled()
    data = on_small_disk(directory)
    house = House(peal, directory, {"fcm": service.settings})
    try:
        users = phones(house, 2)
        trigger = house.trigger("note", users)
        house.drained(trigger)
        fill(data)
        body = {"type": "note", "to": {"users": users}, "entity": "thing/t1", "data": {"title": "Lamp", "text": "It is on."}}
        answers = [house.request("POST", "/api/v1/triggers", body) for _ in range(20)]
        refused = next((answer for answer in answers if answer.status_code >= 500), answers[-1])
        house.wait(lambda: requests.get(house.url + "/readyz", timeout=60).status_code == 503, "readyz", 60)
        return house.report(trigger, answer="%d %s" % (refused.status_code, refused.text))
    finally:
        house.close()
        service.close()
        subprocess.run(["umount", "-l", str(data)], check=False)


@night("A second server is started on the same data")
def second(peal, directory):
    house = House(peal, directory, {"expo": {"enabled": True}})
    try:
        said = house.refused()
        return house.report(log=said)
    finally:
        house.close()


@night("The port is taken")
def port(peal, directory):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        house = House(peal, directory, {"expo": {"enabled": True}}, is_started=False)
        try:
            said = house.refused("--port", str(holder.getsockname()[1]), *house.options)
            return house.report(log=said)
        finally:
            house.close()


@night("The root key is not this database's")
def bad_key(peal, directory):
    house = House(peal, directory, {"expo": {"enabled": True}})
    try:
        house.process.stop()
        text = house.config.read_text()
        house.config.write_text(re.sub(r"^rootKey:.*$", "rootKey: " + base64.b64encode(secrets.token_bytes(32)).decode(), text, flags=re.M))
        return house.report(log=house.refused())
    finally:
        house.close()


@night("A backup from before the last rotation, and its root key is lost")
def lost_key(peal, directory):
    house = House(peal, directory, {"expo": {"enabled": True}})
    try:
        said = house.says("backup", str(directory / "backup"))
        house.process.stop()
        rotated = house.says("keys", "rotate", "--root")
        # The operator kept only the new key.
        (directory / "root-keys.previous").unlink()
        data = directory / "data"
        shutil.move(data, directory / "data.old")
        source = directory / "backup"
        data.mkdir(mode=0o700)
        if source.is_dir():
            shutil.copytree(source, data, dirs_exist_ok=True)
        else:
            shutil.copy(source, data / "peal.db")
        return house.report(log=house.refused(), commands="\n".join([said, rotated]))
    finally:
        house.close()


@night("The clock of the machine jumped ahead by 400 days")
def clock(peal, directory):
    library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
    house = House(peal, directory, {"expo": {"enabled": True}})
    try:
        house.process.stop()
        # `timeout` is the program that runs under the wrong clock first: one that `env` starts itself loses its arguments there.
        house.start("env", "LD_PRELOAD=" + library, "FAKETIME=+400d", "FAKETIME_DONT_FAKE_MONOTONIC=1", "timeout", "1h")
        house.alert("clock", 120)
        return house.report(clock=house.says("clock"))
    finally:
        house.close()


@night("A webhook's receiver is down")
def receiver(peal, directory):
    service = Troubled()
    gone = free_port()
    house = House(peal, directory, {"fcm": service.settings}, is_started=False)
    text = house.config.read_text()
    house.config.write_text(text.replace('webhooks: {"allow": [', 'webhooks: {"allow": ["http://127.0.0.1:%d", ' % gone))
    house.start()
    try:
        made = house.request("POST", "/api/v1/webhooks", {"url": "http://127.0.0.1:%d/in" % gone, "types": ["delivery.accepted"]}, expect={200, 201}).json()
        users = phones(house, 3)
        trigger = house.trigger("note", users)
        house.drained(trigger)
        house.wait(lambda: "webhook" in house.log_lines(), "webhook", 60)
        listed = house.request("GET", "/api/v1/webhooks", expect={200}).json()
        return house.report(trigger, answer=json.dumps(listed))
    finally:
        house.close()
        service.close()


@night("The OpenTelemetry collector is down")
def collector(peal, directory):
    service = Troubled()
    gone = free_port()
    url = "http://127.0.0.1:%d" % gone
    house = House(peal, directory, {"fcm": service.settings}, {"otlp": {"endpoint": url, "allow": [url], "traceShare": 1}})
    try:
        trigger = house.trigger("note", phones(house, 3))
        house.drained(trigger)
        house.wait(lambda: "otlp" in house.log_lines() or "collector" in house.log_lines(), "otlp", 60)
        return house.report(trigger)
    finally:
        house.close()
        service.close()


@night("The catalog of an app is missing")
def catalog(peal, directory):
    house = House(peal, directory, {"expo": {"enabled": True}})
    try:
        house.process.stop()
        os.rename(directory / "catalogs" / "peers.yaml", directory / "peers.yaml.gone")
        return house.report(log=house.refused())
    finally:
        house.close()
