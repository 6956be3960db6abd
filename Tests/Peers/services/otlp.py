"""An OpenTelemetry collector: OTLP/HTTP with JSON, parsed by `opentelemetry-proto`."""

import base64
import json

from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from .web import Reply, WebService

# Identifiers are hexadecimal in OTLP's JSON, where the JSON of Protocol Buffers has base64.
IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}
# 64-bit integers are strings in the JSON of Protocol Buffers; a parser would take numbers as well.
LONGS = {"timeUnixNano", "observedTimeUnixNano", "startTimeUnixNano", "endTimeUnixNano", "intValue"}


class Collector(WebService):
    def __init__(self):
        super().__init__()
        self.down = None
        self.token = "Bearer t0ken"
        self.logs, self.spans = [], []
        self.bodies = []

    @property
    def settings(self):
        return {
            "endpoint": self.url, "headers": "authorization=Bearer%20t0ken", "traceShare": 0,
            "allow": ["http://127.0.0.1:%d" % self.port],
        }

    def reply(self, request):
        assert request.header("Content-Type") == "application/json"
        assert request.header("Authorization") == self.token
        if self.down:
            return self.down
        body = binary(json.loads(request.content))
        with self.lock:
            self.bodies.append(request.content.decode())
            if request.path == "/v1/logs":
                # Unknown fields and wrong types are errors here.
                parsed = ParseDict(body, ExportLogsServiceRequest())
                self.logs += [record for scope in scopes(parsed.resource_logs, "scope_logs") for record in scope.log_records]
            else:
                assert request.path == "/v1/traces", request.path
                parsed = ParseDict(body, ExportTraceServiceRequest())
                self.spans += [span for scope in scopes(parsed.resource_spans, "scope_spans") for span in scope.spans]
        return Reply(200, b'{"partialSuccess":{}}', {"Content-Type": "application/json"})


def scopes(resources, name):
    for resource in resources:
        assert attributes(resource.resource)["service.name"] == "peal"
        yield from getattr(resource, name)


def binary(value):
    """A request with its identifiers as Protocol Buffers' JSON has them."""
    if isinstance(value, list):
        return [binary(item) for item in value]
    if not isinstance(value, dict):
        return value
    for name, member in value.items():
        assert name not in LONGS or isinstance(member, str) and member.lstrip("-").isdigit(), (name, member)
        if name in IDS:
            assert member == member.lower() and len(bytes.fromhex(member)) == IDS[name], (name, member)
    return {
        name: base64.b64encode(bytes.fromhex(member)).decode() if name in IDS else binary(member)
        for name, member in value.items()
    }


def attributes(owner):
    """The attributes of a record, a span or a resource."""
    return {item.key: plain(item.value) for item in owner.attributes}


def plain(value):
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    if kind == "array_value":
        return [plain(item) for item in value.array_value.values]
    return getattr(value, kind)
