"""APNs on h2: a service that writes down every frame and does what it is told to."""

import asyncio
import json
import ssl
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from hyperframe.frame import Frame, GoAwayFrame, HeadersFrame

from . import certificates

from patience import PATIENCE

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


@dataclass
class Push:
    """A request, as it came."""

    connection: "APNsConnection"
    stream: int
    headers: list
    body: bytes = b""
    at: float = field(default_factory=time.time)

    def header(self, name):
        found = [value for key, value in self.headers if key == name]
        assert len(found) <= 1, "%s stands there %d times" % (name, len(found))
        return found[0] if found else None

    @property
    def token(self):
        return self.header(":path").rsplit("/", 1)[1]

    @property
    def payload(self):
        return json.loads(self.body)


@dataclass
class Answer:
    """What a push is answered; `after` seconds."""

    status: int = 200
    reason: str = None
    after: float = 0.0
    members: dict = field(default_factory=dict)


class Refuse:
    """Ends the stream with REFUSED_STREAM: the push was not looked at."""


class GoAway:
    """Says goodbye: the connection's first `keep` streams are answered yet, and whatever was answered; later ones not."""

    def __init__(self, keep):
        self.keep = keep


class Drop:
    """Closes the connection without a word."""


class APNsConnection(asyncio.Protocol):
    """One connection."""

    def __init__(self, service):
        self.service = service
        self.frames = []
        self.violations = []
        self.pushes = {}
        self.open = set()
        self.has_accepted = False
        self.last_answered = 0
        self.most_open_before_accept = 0
        self.most_open = 0
        self.limit = service.first_limit
        self.last_processed = None
        self.pings = 0
        self.is_closed = False
        self.rest = b""
        self.waits_for_preface = True

    def connection_made(self, transport):
        self.transport = transport
        self.protocol = transport.get_extra_info("ssl_object").selected_alpn_protocol()
        self.tls = transport.get_extra_info("ssl_object").version()
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.h2.local_settings = h2.settings.Settings(
            client=False,
            initial_values={
                h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: self.service.first_limit,
                h2.settings.SettingCodes.MAX_HEADER_LIST_SIZE: 8192,
            },
        )
        self.h2.initiate_connection()
        self.flush()
        self.service.connections.append(self)

    def connection_lost(self, error):
        self.is_closed = True
        self.open.clear()

    def data_received(self, data):
        self.note_frames(data)
        try:
            for event in self.h2.receive_data(data):
                self.handle(event)
        except h2.exceptions.ProtocolError as error:
            self.violations.append(repr(error))
            self.flush()
            self.transport.close()
            return
        self.flush()

    def note_frames(self, data):
        """Reads the frames a second time, below h2."""
        self.rest += data
        if self.waits_for_preface:
            if len(self.rest) < len(PREFACE):
                return
            if not self.rest.startswith(PREFACE):
                self.violations.append("no preface")
            self.rest = self.rest[len(PREFACE):]
            self.waits_for_preface = False
        while len(self.rest) >= 9:
            frame, length = Frame.parse_frame_header(memoryview(self.rest[:9]))
            if len(self.rest) < 9 + length:
                return
            self.frames.append((type(frame).__name__, frame.stream_id, sorted(frame.flags), length))
            if isinstance(frame, HeadersFrame) and "PRIORITY" in frame.flags:
                self.violations.append("HEADERS with a priority")
            self.rest = self.rest[9 + length:]

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.pushes[event.stream_id] = Push(self, event.stream_id, list(event.headers))
            if self.last_processed is not None and event.stream_id > self.last_processed:
                return
            self.open.add(event.stream_id)
            self.most_open = max(self.most_open, len(self.open))
            if not self.has_accepted:
                self.most_open_before_accept = max(self.most_open_before_accept, len(self.open))
        elif isinstance(event, h2.events.DataReceived):
            self.pushes[event.stream_id].body += event.data
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.answer(self.pushes[event.stream_id])
        elif isinstance(event, h2.events.StreamReset):
            self.open.discard(event.stream_id)
        elif isinstance(event, h2.events.PriorityUpdated):
            self.violations.append("PRIORITY")
        elif isinstance(event, h2.events.PingAckReceived):
            self.pings += 1

    def answer(self, push):
        if self.last_processed is not None and push.stream > self.last_processed:
            return
        answer = self.service.decide(push)
        if isinstance(answer, Refuse):
            self.open.discard(push.stream)
            self.h2.reset_stream(push.stream, h2.errors.ErrorCodes.REFUSED_STREAM)
        elif isinstance(answer, GoAway):
            self.say_goodbye(max(sorted(self.pushes)[: answer.keep][-1], self.last_answered))
            if push.stream <= self.last_processed:
                self.send(push, Answer())
        elif isinstance(answer, Drop):
            self.transport.abort()
        elif isinstance(answer, Answer):
            self.service.loop.call_later(answer.after, self.send, push, answer)

    def say_goodbye(self, last):
        """GOAWAY below h2, which would end the connection at once."""
        self.last_processed = last
        self.transport.write(GoAwayFrame(0, last_stream_id=last, error_code=0).serialize())
        for stream in [stream for stream in self.open if stream > last]:
            self.open.discard(stream)
        self.close_when_done()

    def close_when_done(self):
        if self.last_processed is not None and not self.open and not self.is_closed:
            self.transport.close()

    def send(self, push, answer):
        if self.is_closed or push.stream not in self.open:
            return
        if self.last_processed is not None and push.stream > self.last_processed:
            return
        self.open.discard(push.stream)
        self.last_answered = max(self.last_answered, push.stream)
        headers = [(":status", str(answer.status)), ("apns-id", push.header("apns-id") or str(uuid.uuid4()).upper())]
        self.h2.send_headers(push.stream, headers, end_stream=answer.reason is None)
        if answer.reason is not None:
            body = json.dumps({"reason": answer.reason, **answer.members}).encode()
            self.h2.send_data(push.stream, body, end_stream=True)
        if answer.status == 200:
            self.service.accepted.append(push)
            if not self.has_accepted:
                self.has_accepted = True
                self.h2.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: self.service.limit})
                self.limit = max(self.limit, self.service.limit)
        self.flush()
        self.close_when_done()

    def ping(self):
        self.h2.ping(b"are you?")
        self.flush()

    def flush(self):
        data = self.h2.data_to_send()
        if data and not self.is_closed:
            self.transport.write(data)


class APNsService:
    """Listens on 127.0.0.1; `script` decides what comes of each push."""

    def __init__(self, directory, first_limit=1, limit=20):
        chain, key, self.root = certificates.make(directory)
        self.signing_key = ec.generate_private_key(ec.SECP256R1())
        self.key_id, self.team_id, self.bundle_id = "PEERKEY001", "PEERTEAM01", "example.peers"
        self.first_limit, self.limit = first_limit, limit
        self.connections = []
        self.received = []
        self.accepted = []
        self.script = None
        self.next_answers = deque()
        (directory / "apns.p8").write_text(certificates.pem(self.signing_key))
        (directory / "root.pem").write_text(self.root)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(chain, key)
        context.set_alpn_protocols(["h2"])
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = self.run(self.loop.create_server(lambda: APNsConnection(self), "127.0.0.1", 0, ssl=context))
        self.port = self.server.sockets[0].getsockname()[1]

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=PATIENCE)

    @property
    def settings(self):
        """The section of `peal.yaml`; the files lie beside it."""
        return {
            "keyFile": "apns.p8", "keyId": self.key_id, "teamId": self.team_id, "bundleId": self.bundle_id,
            "endpoint": "https://localhost:%d" % self.port, "sandboxEndpoint": "https://localhost:%d" % self.port,
            "caFile": "root.pem", "connections": 1,
        }

    def decide(self, push):
        self.received.append(push)
        if self.next_answers:
            return self.next_answers.popleft()
        return self.script(push) if self.script else Answer()

    def claims(self, push):
        """The provider token's header and claims, once PyJWT has verified it."""
        scheme, token = push.header("authorization").split(" ")
        assert scheme == "bearer"
        claims = jwt.decode(
            token, self.signing_key.public_key(), algorithms=["ES256"], options={"require": ["iss", "iat"]}
        )
        return jwt.get_unverified_header(token), claims

    def on_loop(self, work):
        """Calls something where the connections live."""
        async def call():
            return work()
        return self.run(call())

    def close(self):
        async def end():
            self.server.close()
            for connection in self.connections:
                connection.transport.abort()
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=PATIENCE)
