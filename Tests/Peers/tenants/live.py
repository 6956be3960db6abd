"""Live connections: what a frame names, and what arrives while things happen to others."""

import json

from httpx import Client
from httpx_sse import connect_sse
from websockets.sync.client import connect

from .differential import ghost, normal

from patience import PATIENCE

# What each frame that a client may send can name; `token` is apart, since a token proves who holds it.
FRAMES = {
    "since": ("event", lambda value: {"op": "subscribe", "channel": "inbox", "since": value}),
    "inbox of": ("user", lambda value: {"op": "subscribe", "channel": "inbox:" + value}),
    "board of": ("ref", lambda value: {"op": "subscribe", "channel": "event:%s:eta" % value.partition("/")[2]}),
    "unsubscribe": ("user", lambda value: {"op": "unsubscribe", "channel": "inbox:" + value}),
    "viewing": ("thread", lambda value: {"op": "viewing", "thread": value}),
}


class Socket:
    """A WebSocket of a caller."""

    def __init__(self, world, url, subprotocols):
        self.context = connect(
            world.url.replace("http", "ws", 1) + url, subprotocols=subprotocols, open_timeout=PATIENCE, close_timeout=PATIENCE
        )

    def __enter__(self):
        self.socket = self.context.__enter__()
        return self

    def __exit__(self, *raised):
        self.context.__exit__(*raised)

    def send(self, frame):
        self.socket.send(json.dumps(frame))

    def message(self):
        return json.loads(self.socket.recv(timeout=PATIENCE))

    def ask(self, frame):
        """What is answered to a frame; after a subscription also what comes until the first badge, which always comes."""
        self.send(frame)
        answers = [self.message()]
        while answers[0].get("op") == "subscribed" and answers[-1].get("kind") != "badge.changed":
            answers.append(self.message())
        self.send({"op": "ping"})
        while answers[-1].get("op") != "pong":
            answers.append(self.message())
        return answers[:-1]


class Events:
    """Server-sent events of a caller."""

    def __init__(self, world, query, headers):
        self.client = Client(timeout=PATIENCE)
        query = {"channels": "inbox", **query}
        self.context = connect_sse(self.client, "GET", world.url + "/api/v1/stream", params=query, headers=headers)

    def __enter__(self):
        source = self.context.__enter__()
        source.response.raise_for_status()
        self.events = (event for event in source.iter_sse() if event.data)
        return self

    def __exit__(self, *raised):
        self.context.__exit__(*raised)
        self.client.close()

    def message(self):
        return json.loads(next(self.events).data)


def socket_of(world, differential, caller):
    """A new WebSocket of a caller."""
    if caller.name == "ticket":
        return Socket(world, "/api/v1/realtime?ticket=" + differential.ticket(caller), ["peal.v1"])
    return Socket(world, "/api/v1/realtime", ["peal.v1", "bearer." + world.tokens[caller.app, caller.user]])


def compare_frames(world, differential, caller):
    """Frames that name what others have and what does not exist: pairs of answers that are not the same."""
    differences, cases = [], 0
    for victim in caller.victims:
        for name, (kind, frame) in FRAMES.items():
            theirs = world.sides[victim].ids[kind]
            cases += 1
            answers = []
            for value in (ghost(theirs), theirs):
                with socket_of(world, differential, caller) as socket:
                    answer = json.dumps(socket.ask(frame(value)))
                differential.scan(caller, "frame " + name, answer)
                answers.append(normal(answer, value))
            if answers[0] != answers[1]:
                differences.append((name, caller, victim, *answers))
    return cases, differences
