public import PealCore

/// One thing that is known beside the decisions, above all when there are none.
public struct WhyFinding: Sendable, Equatable {
    /// The finding's code, for example `not-in-audience`.
    public var code: String
    /// The finding in a sentence.
    public var detail: String
    /// The triggers it is about that were rejected, or duplicates.
    public var rejected: RejectedRequests?

    /// Joins the parts.
    public init(_ code: String, _ detail: String, rejected: RejectedRequests? = nil) {
        self.code = code
        self.detail = detail
        self.rejected = rejected
    }
}
