import PealCore

/// Holds a message to Expo's rules: shapes, ranges and no unknown fields.
enum ExpoMessageCheck {
    private static let texts: Set = [
        "title", "subtitle", "body", "channelId", "icon", "tag", "categoryId", "collapseId",
    ]
    private static let truths: Set = [
        "mutableContent", "_contentAvailable", "contentAvailable", "_displayInForeground",
    ]
    private static let counts: Set = ["ttl", "expiration", "badge"]
    private static let objects: Set = ["data", "richContent"]
    private static let choices: [String: Set<String>] = [
        "priority": ["default", "normal", "high"],
        "interruptionLevel": ["active", "critical", "passive", "time-sensitive"],
    ]

    /// What is wrong with a message; `nil` when nothing is.
    static func problem(with message: [String: JSONValue]) -> String? {
        for (name, value) in message.sorted(by: { $0.key < $1.key }) {
            guard let problem = problem(name, value) else { continue }
            return "\"\(name)\" \(problem)."
        }
        return nil
    }

    private static func problem(_ name: String, _ value: JSONValue) -> String? {
        if name == "to" { return nil }
        if name == "sound" {
            return value == .null || value.string != nil || value.object != nil ? nil : "must be a string or null"
        }
        if value == .null { return texts.contains(name) || counts.contains(name) ? nil : "must not be null" }
        if texts.contains(name) {
            guard let text = value.string else { return "must be a string" }
            return name == "collapseId" && text.utf8.count > 64 ? "must be at most 64 bytes" : nil
        }
        if truths.contains(name) {
            guard case .bool = value else { return "must be a boolean" }
            return nil
        }
        if counts.contains(name) {
            if case .integer(let number) = value, (0...Int64(Int32.max)).contains(number) { return nil }
            return "must be a whole number, 0 or more"
        }
        if objects.contains(name) { return value.object == nil ? "must be an object" : nil }
        if let values = choices[name] {
            return value.string.map { values.contains($0) } == true ? nil : "must be one of \(values.sorted())"
        }
        return "is not allowed"
    }

    /// The recipients of a message; `nil` when they are no strings.
    ///
    /// One that is no push token gets a ticket that says so.
    static func recipients(of message: [String: JSONValue]) -> [String]? {
        let tokens = (message["to"]?.array ?? [message["to"] ?? .null]).map(\.string)
        let texts = tokens.compactMap { $0 }
        return texts.count == tokens.count && !texts.isEmpty ? texts : nil
    }
}
