public import PealCore

/// A body that was read, and what was left out of it.
public struct HintedBody<Body> {
    /// The body without those hints.
    public let body: Body
    /// Hints that could not be understood.
    public let ignored: [IgnoredHint]
}

extension HintedBody: Sendable where Body: Sendable {}

/// A request body that knows its shape.
public protocol RequestBody {
    /// How it is read.
    static var shape: Shape<Self> { get }
}

extension RequestBody {
    /// Reads a body.
    /// - Throws: ``Problem``, `malformed-json` when it is no JSON, `invalid` with every problem when it does not fit.
    public static func read(_ bytes: [UInt8], rules: ReadingRules) throws(Problem) -> Self {
        try reading(bytes, rules: rules).body
    }

    /// Reads a body with hints, and names those that were left out.
    /// - Throws: ``Problem``, as ``read(_:rules:)-([UInt8],_)``.
    public static func reading(_ bytes: [UInt8], rules: ReadingRules) throws(Problem) -> HintedBody<Self> {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            throw Problem(.malformedJSON, error.description)
        }
        return try reading(json, rules: rules)
    }

    /// Reads a body that was parsed already.
    /// - Throws: ``Problem``, `invalid` with every problem when it does not fit.
    public static func read(_ json: JSONValue, rules: ReadingRules) throws(Problem) -> Self {
        try reading(json, rules: rules).body
    }

    private static func reading(_ json: JSONValue, rules: ReadingRules) throws(Problem) -> HintedBody<Self> {
        let log = ProblemLog()
        let value = shape.read(json, ReadingPath(pointer: "", rules: rules, log: log))
        if let value, log.problems.isEmpty { return HintedBody(body: value, ignored: log.ignored) }
        throw Problem(.invalid, errors: log.problems)
    }
}
