public import PealCore

/// The body of a `PATCH` that merges (RFC 7396): what it names changes, `null` removes.
public struct MergePatchBody: RequestBody, Sendable {
    /// The patch, an object.
    public var patch: JSONValue

    /// How it is read; what the members may be is checked once they are merged.
    public static var shape: Shape<MergePatchBody> {
        Shape { json, path in
            guard json.object != nil else {
                path.report("must be an object")
                return nil
            }
            return MergePatchBody(patch: json)
        }
    }

    /// What the patch makes of a stored value, read as the body that would put it.
    /// - Parameters:
    ///   - stored: the value as it is answered.
    ///   - rules: how strictly it is read.
    /// - Returns: the body.
    /// - Throws: ``Problem`` with every problem.
    public func merged<Body: RequestBody>(into stored: JSONValue, rules: ReadingRules)
        throws(Problem) -> Body
    {
        try Body.read(stored.merging(patch), rules: rules)
    }
}
