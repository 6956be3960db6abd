/// The checks of a token that are a condition on its parsed values; tests leave one out to show what it alone refuses.
enum TokenCheck: String, Sendable, CaseIterable {
    /// The head names an algorithm that the app allows.
    case algorithm
    /// The head asks for no extension (`crit`), nor for another form of the claims (`b64`, `zip`, `cty`).
    case extensions
    /// The head brings no key of its own, nor the address of one (RFC 8725, 3.10).
    case ownKeys = "own-keys"
    /// The head calls it a JWT, or nothing: a token made for something else is no credential here (RFC 8725, 3.11).
    case type
    /// The head names the algorithm of the key that it names.
    case pinnedAlgorithm = "pinned-algorithm"
    /// The signature is the key's.
    case signature
    /// The issuer is the app's, where the app has one.
    case issuer
    /// It has an expiry, which has not passed.
    case expiry
    /// It does not expire too far ahead.
    case reach
    /// It was not issued for too long.
    case lifetime
    /// It is valid already.
    case notBefore = "not-before"
    /// It was not issued in the future.
    case issuedAt = "issued-at"
    /// Its subject can be a user.
    case subject
}
