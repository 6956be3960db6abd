import Foundation
import PealCore

/// Values stored as JSON text.
///
/// Empty objects and lists, the usual case, skip the coder.
enum JSONText {
    static func encode<Value: Encodable>(_ values: [String: Value]) throws -> String {
        values.isEmpty ? "{}" : try encode(any: values)
    }

    static func encode<Value: Encodable>(_ values: [Value]) throws -> String {
        values.isEmpty ? "[]" : try encode(any: values)
    }

    static func encode(any value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func object<Value: Decodable>(_ text: String, of _: Value.Type = Value.self) throws -> [String: Value] {
        text == "{}" ? [:] : try decode([String: Value].self, text)
    }

    static func list<Value: Decodable>(_ text: String, of _: Value.Type = Value.self) throws -> [Value] {
        text == "[]" ? [] : try decode([Value].self, text)
    }

    static func decode<Value: Decodable>(_: Value.Type, _ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw StoreError(.corrupt, "a stored value is not the JSON it should be", cause: error)
        }
    }
}
