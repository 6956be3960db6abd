"""A site of its own origin that uses Peal, and what stands for Peal there when a test wants to see each request."""

import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from patience import PATIENCE


CLIENT = Path(__file__).parent.parent.parent / "clients" / "typescript"

PAGE = "<!doctype html><html lang=en><title>Site</title><main id=main><h1>Site</h1></main></html>"


def bundle(entry, target, *options):
    """Bundles a part of the client as the build does."""
    subprocess.run(["esbuild", str(CLIENT / "src" / entry), "--bundle", "--minify", "--target=es2019", "--outfile=%s" % target,
                    "--log-level=warning", *options], check=True, timeout=PATIENCE)
    return Path(target).read_text()


class Request:
    """A request that arrived."""

    def __init__(self, handler, body):
        self.method, self.path, self.headers = handler.command, handler.path, dict(handler.headers)
        self.body = json.loads(body) if body else None

    def __repr__(self):
        return "%s %s %s" % (self.method, self.path, self.body)


class Server:
    """An HTTP server whose files and answers a test sets."""

    def __init__(self):
        self.files, self.routes, self.headers = {}, {}, {}
        self.answers, self.requests, self.is_down = [], [], False
        self.arrived = threading.Condition()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                server.handle(self)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_OPTIONS = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, pattern, status=204, body=None):
        """The answer to requests whose method and path fit; the latest one counts. A text is a page, anything else JSON."""
        self.answers.insert(0, (re.compile(pattern), status, body))

    def handle(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length)
        if self.is_down:
            handler.close_connection = True
            return
        if handler.command == "OPTIONS":
            return self.send(handler, 204, None)
        path = handler.path.split("?")[0]
        if handler.command == "GET" and path in self.files:
            return self.send(handler, 200, self.files[path], "text/javascript" if path.endswith(".js") else "text/html; charset=utf-8")
        if path in self.routes:
            status, answer = self.routes[path](handler)
            return self.send(handler, status, json.dumps(answer), "application/json")
        request = Request(handler, body)
        line = "%s %s" % (request.method, request.path)
        status, answer = next(((status, answer) for pattern, status, answer in self.answers if pattern.search(line)), (404, {"code": "not-found"}))
        if isinstance(answer, str):
            self.send(handler, status, answer, "text/html")
        else:
            self.send(handler, status, None if answer is None else json.dumps(answer), "application/json")
        with self.arrived:
            self.requests.append(request)
            self.arrived.notify_all()

    def send(self, handler, status, body, kind="text/plain"):
        data = body.encode() if body else b""
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(data)))
        handler.send_header("Cache-Control", "no-cache")
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.send_header("Access-Control-Allow-Origin", handler.headers.get("Origin") or "*")
        handler.send_header("Access-Control-Allow-Methods", "GET, PUT, POST, PATCH, DELETE")
        handler.send_header("Access-Control-Allow-Headers", "Authorization, Content-Type, Peal-Client-Time, Peal-Device, If-None-Match")
        handler.end_headers()
        handler.wfile.write(data)

    def seen(self, pattern):
        return [request for request in list(self.requests) if re.search(pattern, "%s %s" % (request.method, request.path))]

    def wait(self, pattern, count=1, seconds=PATIENCE):
        """Waits for requests that fit and answers the last one of them."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.seen(pattern)) >= count, timeout=seconds), (pattern, self.requests)
        return self.seen(pattern)[count - 1]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
