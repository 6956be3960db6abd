public import PealCore

/// A request body that knows its shape.
public protocol RequestBody {
    /// How it is read.
    static var shape: Shape<Self> { get }
}

extension RequestBody {
    /// Reads a body.
    /// - Throws: ``Problem``, `malformed-json` when it is no JSON, `invalid` with every problem when it does not fit.
    public static func read(_ bytes: [UInt8], rules: ReadingRules) throws(Problem) -> Self {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            throw Problem(.malformedJSON, error.description)
        }
        return try read(json, rules: rules)
    }

    /// Reads a body that was parsed already.
    /// - Throws: ``Problem``, `invalid` with every problem when it does not fit.
    public static func read(_ json: JSONValue, rules: ReadingRules) throws(Problem) -> Self {
        let log = ProblemLog()
        let value = shape.read(json, ReadingPath(pointer: "", rules: rules, log: log))
        if let value, log.problems.isEmpty { return value }
        throw Problem(.invalid, errors: log.problems)
    }
}
