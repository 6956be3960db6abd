import PealCore

/// An object of a request; FCM takes names in snake_case and in camelCase.
struct FCMFields {
    let members: [String: JSONValue]
    private let path: String
    /// Whether any name could be in camelCase: most requests have none, and then nothing is looked up twice.
    private let hasCamelCase: Bool

    /// `nil`, with a violation, when the value is no object.
    init?(_ value: JSONValue, at path: String, in violations: inout [FCMViolation]) {
        guard let members = value.object else {
            violations.append(FCMViolation(field: path, description: "must be an object"))
            return nil
        }
        self.members = members
        self.path = path
        hasCamelCase = members.keys.contains { $0.utf8.contains { (0x41...0x5A).contains($0) } }
    }

    subscript(name: String) -> JSONValue? {
        if let value = members[name] { return value == .null ? nil : value }
        guard hasCamelCase, name.utf8.contains(UInt8(ascii: "_")), let value = members[Self.camelCase(name)],
            value != .null
        else {
            return nil
        }
        return value
    }

    func allow(_ names: Set<String>, _ violations: inout [FCMViolation]) {
        for name in members.keys where !names.contains(name) {
            if hasCamelCase, names.contains(where: { Self.camelCase($0) == name }) { continue }
            violations.append(FCMViolation(field: field(name), description: "Cannot find field"))
        }
    }

    func object(_ name: String, _ violations: inout [FCMViolation]) -> FCMFields? {
        self[name].flatMap { FCMFields($0, at: field(name), in: &violations) }
    }

    func text(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name], value.string == nil else { return }
        violations.append(FCMViolation(field: field(name), description: "must be a string"))
    }

    /// A string that fits a pattern.
    func text(_ name: String, _ problem: String, _ violations: inout [FCMViolation], where fits: (String) -> Bool) {
        guard let value = self[name] else { return }
        if let text = value.string, fits(text) { return }
        violations.append(FCMViolation(field: field(name), description: problem))
    }

    func texts(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let texts = value.array, texts.allSatisfy({ $0.string != nil }) { return }
        violations.append(FCMViolation(field: field(name), description: "must be a list of strings"))
    }

    func boolean(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if case .bool = value { return }
        violations.append(FCMViolation(field: field(name), description: "must be a boolean"))
    }

    func count(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let number = ProtoJSON.int32(value), number >= 0 { return }
        violations.append(FCMViolation(field: field(name), description: "must be a non-negative integer"))
    }

    /// A number from 0 to 1.
    func share(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let number = ProtoJSON.number(value), (0...1).contains(number) { return }
        violations.append(FCMViolation(field: field(name), description: "must be a number from 0 to 1"))
    }

    /// One of a list of strings.
    func oneOf(_ name: String, _ values: Set<String>, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let text = value.string, values.contains(text) { return }
        violations.append(FCMViolation(field: field(name), description: "Invalid value"))
    }

    /// A value of an enumeration: its name, or its number, which is its position.
    func enumeration(_ name: String, _ values: [String], _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let text = value.string, values.contains(text) { return }
        if value.string == nil, let number = ProtoJSON.int32(value), values.indices.contains(Int(number)) { return }
        violations.append(FCMViolation(field: field(name), description: "Invalid value"))
    }

    func seconds(_ name: String, upTo limit: Double = .infinity, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let seconds = ProtoJSON.seconds(value), seconds <= limit { return }
        violations.append(FCMViolation(field: field(name), description: "Illegal duration format"))
    }

    func timings(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let timings = value.array, timings.allSatisfy({ ProtoJSON.seconds($0) != nil }) { return }
        violations.append(FCMViolation(field: field(name), description: "Illegal duration format"))
    }

    func instant(_ name: String, _ violations: inout [FCMViolation]) {
        text(name, "Illegal timestamp format", &violations) { Timestamp(rfc3339: $0) != nil }
    }

    /// Reports the fields that must be there.
    func require(_ names: [String], _ violations: inout [FCMViolation]) {
        for name in names where self[name] == nil {
            violations.append(FCMViolation(field: field(name), description: "is required"))
        }
    }

    private func field(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private static func camelCase(_ name: String) -> String {
        var camel: [UInt8] = []
        var isUpper = false
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") {
                isUpper = true
            } else {
                camel.append(isUpper && (0x61...0x7A).contains(byte) ? byte - 0x20 : byte)
                isUpper = false
            }
        }
        return String(decoding: camel, as: UTF8.self)
    }
}
