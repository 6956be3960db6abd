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

/// The scope of an idempotency key: (app, method and path, key).
public struct IdempotencyKey: Sendable, Hashable {
    /// The app.
    public var app: AppID
    /// Method and path.
    public var operation: String
    /// The caller's key.
    public var key: String

    /// Joins the parts.
    public init(app: AppID, operation: String, key: String) {
        self.app = app
        self.operation = operation
        self.key = key
    }
}

/// An answer as it was given.
public struct StoredAnswer: Sendable, Equatable {
    /// SHA-256 of the request's bytes.
    public var requestHash: [UInt8]
    /// The status.
    public var status: Int
    /// The body.
    public var body: [UInt8]
    /// The user it is about: erasing them deletes it.
    public var user: UserID?

    /// Joins the parts.
    public init(requestHash: [UInt8], status: Int, body: [UInt8], user: UserID? = nil) {
        self.requestHash = requestHash
        self.status = status
        self.body = body
        self.user = user
    }
}

/// An answer to be stored in the transaction of its effect.
public struct IdempotentAnswer<Effect: Sendable>: Sendable {
    /// Where to store it.
    public var key: IdempotencyKey
    /// Makes the answer once the effect is known.
    public var make: @Sendable (Effect) -> StoredAnswer

    /// Joins both parts.
    public init(key: IdempotencyKey, make: @escaping @Sendable (Effect) -> StoredAnswer) {
        self.key = key
        self.make = make
    }
}
