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

    func boolean(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if case .bool = value { return }
        violations.append(FCMViolation(field: field(name), description: "must be a boolean"))
    }

    func count(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if case .integer(let number) = value, (0...Int64(Int32.max)).contains(number) { return }
        violations.append(FCMViolation(field: field(name), description: "must be a non-negative integer"))
    }

    func oneOf(_ name: String, _ values: Set<String>, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let text = value.string, values.contains(text) { return }
        violations.append(FCMViolation(field: field(name), description: "Invalid value"))
    }

    func seconds(_ name: String, upTo limit: Double, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let seconds = Self.seconds(value), seconds <= limit { return }
        violations.append(FCMViolation(field: field(name), description: "Illegal duration format"))
    }

    func timings(_ name: String, _ violations: inout [FCMViolation]) {
        guard let value = self[name] else { return }
        if let timings = value.array, timings.allSatisfy({ Self.seconds($0) != nil }) { return }
        violations.append(FCMViolation(field: field(name), description: "Illegal duration format"))
    }

    /// A duration such as `3.5s`; `nil` when it is none.
    static func seconds(_ value: JSONValue) -> Double? {
        guard let text = value.string, text.hasSuffix("s"), text.utf8.count <= 24 else { return nil }
        let digits = text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let seconds = Double(digits)
        else { return nil }
        return seconds
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
