public import PealCore

/// Reads the members of one object and reports what is wrong with each, and unknown members.
public final class ObjectReader {
    private let members: [String: JSONValue]
    private let path: ReadingPath
    /// The rules that the object is read by.
    public var rules: ReadingRules { path.rules }
    /// A list: a few names are compared sooner than hashed.
    private var asked: [String] = []

    init(_ members: [String: JSONValue], at path: ReadingPath) {
        self.members = members
        self.path = path
    }

    /// A member that may be missing or `null`.
    public func optional<Value>(_ name: String, _ shape: Shape<Value>) -> Value? {
        guard let value = present(name) else { return nil }
        return shape.read(value, path.member(name))
    }

    /// A member of a merge patch (RFC 7396): absent keeps the stored value, `null` removes it.
    public func patch<Value>(_ name: String, _ shape: Shape<Value>) -> FieldPatch<Value> {
        guard isNull(name) else { return FieldPatch(optional(name, shape)) }
        asked.append(name)
        return .remove
    }

    /// A member that must be there.
    public func required<Value>(_ name: String, _ shape: Shape<Value>) -> Value? {
        guard let value = present(name) else {
            path.member(name).report("is required")
            return nil
        }
        return shape.read(value, path.member(name))
    }

    /// Whether a member is there and not `null`.
    public func has(_ name: String) -> Bool { present(name) != nil }

    /// A member that is a hint: where it is there and cannot be understood, whatever its JSON type, it is left out and named.
    /// - Parameters:
    ///   - name: the member.
    ///   - code: what is named.
    ///   - field: the field as it is named; the member's name unless it is in an object of its own.
    ///   - read: what the value means; `nil` when it cannot be understood.
    /// - Returns: what it means; `nil` where it is absent or left out.
    func hint<Value>(
        _ name: String,
        _ code: IgnoredHint.Code,
        field: String? = nil,
        _ read: (JSONValue) -> Value?
    ) -> Value? {
        asked.append(name)
        guard let json = members[name] else { return nil }
        if let value = read(json) { return value }
        ignore(code, field: field ?? name)
        return nil
    }

    /// Names a hint that is left out.
    func ignore(_ code: IgnoredHint.Code, field: String) { path.log.ignore(IgnoredHint(code, field: field)) }

    /// Whether a member is there and `null`.
    func isNull(_ name: String) -> Bool { members[name] == .null }

    /// Refuses `null` where it would mean more than the sender thought, such as everything instead of nothing.
    public func refuseNull(_ names: String...) {
        for name in names where members[name] == .null {
            path.member(name).report("must not be null; leave it out, or give it a value")
        }
    }

    /// Members that an answer carries and a request may repeat without meaning.
    public func ignore(_ names: String...) { asked += names }

    /// Says what is wrong with a member, or with the object itself.
    public func report(_ detail: String, at name: String? = nil) {
        if let name { path.member(name).report(detail) } else { path.report(detail) }
    }

    private func present(_ name: String) -> JSONValue? {
        asked.append(name)
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    /// Reports unknown members, where that is a problem, as far as there is room for problems.
    func close() {
        let log = path.log
        guard path.rules.refusesUnknownMembers, log.room > 0 else { return }
        // Nearly always all are known, and there are few.
        let known = members.count > 2 * asked.count ? Set(asked) : nil
        let unknown = members.keys.filter { !(known?.contains($0) ?? asked.contains($0)) }
        guard !unknown.isEmpty else { return }
        let names = NearNames(Set(asked))
        for name in unknown.first(log.room) {
            path.member(name).report("unknown field `\(name.prefix(64))`" + log.hint(for: name, among: names))
        }
    }
}

extension [String] {
    /// The first ones in their order: a hostile object has thousands, of which few are reported.
    fileprivate func first(_ count: Int) -> [String] {
        var first: [String] = []
        for name in self {
            if first.count >= count, let last = first.last {
                guard name < last else { continue }
                first.removeLast()
            }
            first.insert(name, at: first.firstIndex { name < $0 } ?? first.count)
        }
        return first
    }
}
