import PealCore

/// Who calls, and for how long they may.
struct Credential: Sendable, Equatable {
    var caller: Caller
    /// When the token expires; `nil` for a secret key.
    var expiresAt: Timestamp?
    /// When the token was issued, where it says so.
    var issuedAt: Timestamp?
}
