"""A server that answers as a test says, and keeps what it was asked."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ACCEPTED = (202, {}, {"id": "trg_1", "status": "running", "links": {"self": "/", "why": "/"}})
#: The connection is closed without an answer.
DROPPED = None


def problem(status, code, **headers):
    body = {
        "type": "about:blank", "title": code, "status": status, "detail": "It says why.", "code": code,
        "errors": [{"detail": "no", "pointer": "/to"}],
    }
    return status, headers, body


class ScriptedServer:
    def __init__(self, answers):
        self.keys, self.bodies = [], []
        left = list(answers)
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                server.keys.append(self.headers["Idempotency-Key"])
                server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                answer = left.pop(0) if left else (500, {}, {})
                if answer is DROPPED:
                    self.close_connection = True
                    return
                status, headers, body = answer
                text = json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
