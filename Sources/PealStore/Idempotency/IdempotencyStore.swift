public import PealCore

/// Keeps the answers of requests that carried an `Idempotency-Key`, for 24 hours.
public protocol IdempotencyStore: Sendable {
    /// The answer stored under a key, unless it has expired.
    func answer(_ key: IdempotencyKey, now: Timestamp) async throws -> StoredAnswer?

    /// Stores an answer on its own, for calls whose effect is idempotent by nature; one about a user that does not exist
    /// (any more) is not stored.
    func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp) async throws

    /// Deletes expired answers and claims, at most `limit` rows; returns how many went.
    func sweepExpired(now: Timestamp, limit: Int) async throws -> Int
}
