import Foundation
import PealCore

/// The variables that a silent push brings to the app (S0.AC2.6), as a notification keeps them.
enum SilentData {
    /// Those that the type declares and the trigger has, as JSON; `nil` without any.
    static func encode(_ data: [String: JSONValue], of type: NotificationType) -> String? {
        let declared = Set(type.variables.map(\.name))
        let brought = data.filter { declared.contains($0.key) && $0.value != .null }
        guard !brought.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(brought)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The variables; none where a notification keeps none.
    static func decode(_ text: String?) -> [String: JSONValue] {
        text.flatMap { try? JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8)) } ?? [:]
    }
}
