package import Logging
package import PealCore

/// How a line of the log is written; both have the same fields.
public enum LogFormat: String, Sendable, CaseIterable {
    /// `time level label: field=value … [source] message`.
    case text
    /// One JSON object.
    case json

    /// A line with its end.
    ///
    /// A text in a field never ends a line early: control characters are escaped.
    /// - Parameters:
    ///   - event: what is logged.
    ///   - metadata: all its fields.
    ///   - label: the logger.
    ///   - time: when.
    /// - Returns: UTF-8.
    package func line(
        _ event: LogEvent,
        _ metadata: Logger.Metadata,
        label: String,
        at time: Timestamp
    ) -> [UInt8] {
        switch self {
        case .text: Array(Self.text(event, metadata, label: label, at: time).utf8)
        case .json: Self.json(event, metadata, label: label, at: time)
        }
    }

    private static func text(_ event: LogEvent, _ metadata: Logger.Metadata, label: String, at time: Timestamp)
        -> String
    {
        let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(escaped("\($0.value)"))" }.joined()
        let head = "\(time.rfc3339) \(event.level) \(label):\(fields)"
        return "\(head) [\(event.source)] \(escaped("\(event.message)"))\n"
    }

    private static func json(_ event: LogEvent, _ metadata: Logger.Metadata, label: String, at time: Timestamp)
        -> [UInt8]
    {
        let own = [
            ("time", time.rfc3339), ("level", event.level.rawValue), ("label", label), ("source", event.source),
            ("message", "\(event.message)"),
        ]
        let names = Set(own.map(\.0))
        return JSONWriter.bytes { writer in
            writer.object { writer in
                for (name, value) in own { writer.member(name, value) }
                for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
                    // A field keeps its value, also where it has the name of one of ours.
                    writer.name(names.contains(name) ? "\(name)_" : name)
                    write(value, to: &writer)
                }
            }
        } + [UInt8(ascii: "\n")]
    }

    private static func write(_ value: Logger.MetadataValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let value): writer.string("\(value)")
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        case .dictionary(let values):
            writer.beginObject()
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                write(value, to: &writer)
            }
            writer.endObject()
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case _ where isControl(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
