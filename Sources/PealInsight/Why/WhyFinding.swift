/// One thing that is known when no decision was found.
public struct WhyFinding: Sendable, Equatable {
    /// The finding's code, for example `not-in-audience`.
    public var code: String
    /// The finding in a sentence.
    public var detail: String

    /// Joins both parts.
    public init(_ code: String, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
