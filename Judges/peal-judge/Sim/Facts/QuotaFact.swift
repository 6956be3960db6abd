import PealCore

/// A window of a sender limit.
struct QuotaFact: Sendable, Equatable {
    var app: AppID
    var limit: String
    /// The scope that the limit counts.
    var scope: String
    var start: Timestamp
    var end: Timestamp
    var used: Int
}
