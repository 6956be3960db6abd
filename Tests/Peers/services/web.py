"""The HTTP/1.1 server the other services stand on."""

import gzip
import socket
import struct
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Request:
    path: str
    headers: object
    body: bytes

    def header(self, name):
        found = self.headers.get_all(name) or []
        assert len(found) <= 1, "%s stands there %d times" % (name, len(found))
        return found[0] if found else None

    @property
    def content(self):
        """The body, unpacked."""
        return gzip.decompress(self.body) if self.header("Content-Encoding") == "gzip" else self.body


@dataclass
class Reply:
    status: int
    body: bytes = b""
    headers: dict = field(default_factory=dict)
    # Ends the connection in place of an answer.
    reset: bool = False


class WebService:
    """Answers each POST with what `reply` gives."""

    def __init__(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Headers and body in one packet, or Nagle's algorithm waits for the peer's acknowledgement.
            wbufsize = 1 << 16
            disable_nagle_algorithm = True

            def do_POST(self):
                length = self.headers.get("Content-Length")
                body = self.rfile.read(int(length)) if length else b""
                reply = service.guarded(Request(self.path, self.headers, body))
                if reply.reset:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.close_connection = True
                    self.connection.close()
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                # A connection that the other side or a test dropped.
                pass

        self.requests = []
        self.failures = []
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = "http://127.0.0.1:%d" % self.port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def guarded(self, request):
        with self.lock:
            self.requests.append(request)
        try:
            return self.reply(request)
        except Exception as error:
            # A check that failed here must fail the test that reads `failures`.
            with self.lock:
                self.failures.append("%s: %r" % (request.path, error))
            return Reply(500, b"check failed")

    def reply(self, request):
        raise NotImplementedError

    def close(self):
        self.server.shutdown()
        self.server.server_close()
