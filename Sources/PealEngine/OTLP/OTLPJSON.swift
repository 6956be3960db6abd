import PealCore

/// Writes requests of OTLP/HTTP as JSON (OTLP 1.x, "JSON Protobuf Encoding").
///
/// Identifiers are hexadecimal, enumerations are numbers, and 64-bit integers are strings.
enum OTLPJSON {
    /// A request for `/v1/logs`.
    static func logs(_ records: [OTLPLogRecord], version: String) -> [UInt8] {
        request("resourceLogs", "scopeLogs", "logRecords", "peal.analytics", version, records) { write($0, to: &$1) }
    }

    /// A request for `/v1/traces`.
    static func traces(_ spans: [TraceSpan], version: String) -> [UInt8] {
        request("resourceSpans", "scopeSpans", "spans", "peal.pipeline", version, spans) { write($0, to: &$1) }
    }

    private static func request<Item>(
        _ resources: String,
        _ scopes: String,
        _ list: String,
        _ scope: String,
        _ version: String,
        _ items: [Item],
        _ write: (Item, inout JSONWriter) -> Void
    ) -> [UInt8] {
        var out = JSONWriter(reserving: 256 + 512 * items.count)
        out.beginObject()
        out.name(resources)
        out.beginArray()
        out.beginObject()
        out.name("resource")
        out.beginObject()
        Self.write([("service.name", .string("peal")), ("service.version", .string(version))], to: &out)
        out.endObject()
        out.name(scopes)
        out.beginArray()
        out.beginObject()
        out.name("scope")
        out.beginObject()
        out.member("name", scope)
        out.endObject()
        out.name(list)
        out.beginArray()
        for item in items { write(item, &out) }
        out.endArray()
        out.endObject()
        out.endArray()
        out.endObject()
        out.endArray()
        out.endObject()
        return out.bytes
    }

    private static func write(_ record: OTLPLogRecord, to out: inout JSONWriter) {
        out.beginObject()
        out.member("timeUnixNano", nanoseconds(record.at))
        out.member("observedTimeUnixNano", nanoseconds(record.readAt))
        // INFO.
        out.member("severityNumber", 9)
        out.name("body")
        write(.string(record.name), to: &out)
        out.member("eventName", record.name)
        write(record.attributes, to: &out)
        out.endObject()
    }

    private static func write(_ span: TraceSpan, to out: inout JSONWriter) {
        out.beginObject()
        out.member("traceId", span.trace.hex)
        out.member("spanId", span.id.hex)
        out.member("parentSpanId", span.parent?.hex)
        // Sampled; bit 8 says that bit 9 is known, and bit 9 that the parent is of another process.
        out.member("flags", span.isParentRemote ? 0x301 : 0x101)
        out.member("name", span.name)
        out.member("kind", Int64(span.kind.rawValue))
        out.member("startTimeUnixNano", nanoseconds(span.startedAt))
        out.member("endTimeUnixNano", nanoseconds(span.endedAt))
        write(span.attributes, to: &out)
        out.name("status")
        out.beginObject()
        if let failure = span.failure {
            out.member("message", failure)
            // STATUS_CODE_ERROR.
            out.member("code", 2)
        }
        out.endObject()
        out.endObject()
    }

    private static func write(_ attributes: [(name: String, value: JSONValue)], to out: inout JSONWriter) {
        out.name("attributes")
        out.beginArray()
        for attribute in attributes {
            out.beginObject()
            out.member("key", attribute.name)
            out.name("value")
            write(attribute.value, to: &out)
            out.endObject()
        }
        out.endArray()
    }

    /// Writes an `AnyValue`; one without a member is null.
    private static func write(_ value: JSONValue, to out: inout JSONWriter) {
        out.beginObject()
        switch value {
        case .null: break
        case .bool(let flag): out.member("boolValue", flag)
        case .integer(let number): out.member("intValue", String(number))
        case .number(let number):
            out.name("doubleValue")
            out.value(.number(number))
        case .string(let text): out.member("stringValue", text)
        case .array(let items):
            out.name("arrayValue")
            out.beginObject()
            out.name("values")
            out.beginArray()
            for item in items { write(item, to: &out) }
            out.endArray()
            out.endObject()
        case .object(let members):
            out.name("kvlistValue")
            out.beginObject()
            out.name("values")
            out.beginArray()
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                out.beginObject()
                out.member("key", name)
                out.name("value")
                write(member, to: &out)
                out.endObject()
            }
            out.endArray()
            out.endObject()
        }
        out.endObject()
    }

    /// A time; what is before 1970 has none.
    private static func nanoseconds(_ instant: Timestamp) -> String {
        instant.milliseconds > 0 ? "\(instant.milliseconds)000000" : "0"
    }
}
