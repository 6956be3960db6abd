import PealWire

extension ReadingRules {
    /// A backend's rules, in a world with two zones.
    static let backend = ReadingRules(refusesUnknownMembers: true) { ["UTC", "Europe/Berlin"].contains($0) }
    /// A user's rules, in the same world.
    static let user = ReadingRules(refusesUnknownMembers: false) { ["UTC", "Europe/Berlin"].contains($0) }
}

extension RequestBody {
    /// Reads a text.
    static func read(_ text: String, _ rules: ReadingRules = .backend) throws(Problem) -> Self {
        try read(Array(text.utf8), rules: rules)
    }

    /// The pointers of what is wrong with a text, in order; empty when nothing is.
    static func pointers(_ text: String, _ rules: ReadingRules = .backend) -> [String] {
        do {
            _ = try read(text, rules)
            return []
        } catch {
            return error.errors.isEmpty ? [error.code.rawValue] : error.errors.map(\.pointer).sorted()
        }
    }
}
