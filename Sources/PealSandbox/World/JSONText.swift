package import PealCore
import PealWire

/// The simulators read and write JSON with the server's own reader and writer.
package enum JSONText {
    /// The value a text holds; `nil` when it is not exactly one JSON value.
    package static func parse(_ bytes: [UInt8]) -> JSONValue? { try? JSONParser.parse(bytes) }

    /// The text of a value.
    package static func write(_ value: JSONValue) -> [UInt8] { JSONWriter.bytes { $0.value(value) } }
}
