import PealCore

/// Where in a body a value stands, and what to do with a problem there.
public struct ReadingPath {
    /// The JSON pointer (RFC 6901).
    public let pointer: String
    /// How strictly the body is read.
    public let rules: ReadingRules
    let log: ProblemLog

    /// Says what is wrong here.
    public func report(_ detail: String) { log.add(detail, at: pointer) }

    /// A member of the object here.
    public func member(_ name: String) -> ReadingPath {
        let escaped = name.utf8.count > 200 ? String(name.prefix(60)) + "…" : name
        return ReadingPath(pointer: "\(pointer)/\(JSONPointer.escape(escaped))", rules: rules, log: log)
    }

    /// An element of the array here.
    public func element(_ index: Int) -> ReadingPath {
        ReadingPath(pointer: "\(pointer)/\(index)", rules: rules, log: log)
    }
}
