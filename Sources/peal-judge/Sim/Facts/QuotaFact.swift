import PealCore

/// A window of a sender limit.
struct QuotaFact: Sendable, Equatable {
    var app: AppID
    var limit: String
    /// Whom the limit counts together.
    var scope: String
    var start: Timestamp
    var end: Timestamp
    var used: Int
}
