/// What is stored of a user who calls with a token (design §8).
public struct UserAdmission: Sendable, Equatable {
    /// Whether the user may call.
    public enum Verdict: Sendable, Equatable {
        case admitted
        /// The user was erased, and not put since.
        case erased
        /// The token was issued before the user's tokens were revoked.
        case revoked
    }

    /// Whether the user was erased, and not put since.
    public var isErased: Bool
    /// Tokens that were issued at this instant or before it are rejected.
    public var tokensRevokedAt: Timestamp?
    /// Whether a device is to confirm a push of the user (R147).
    public var awaitsConfirmation: Bool

    /// Joins the parts.
    public init(isErased: Bool = false, tokensRevokedAt: Timestamp? = nil, awaitsConfirmation: Bool = false) {
        self.isErased = isErased
        self.tokensRevokedAt = tokensRevokedAt
        self.awaitsConfirmation = awaitsConfirmation
    }

    /// Whether a token is accepted.
    /// - Parameter issuedAt: when it was issued; one that does not say so counts as older than any revocation.
    /// - Returns: whether, or why not.
    public func verdict(onTokenIssuedAt issuedAt: Timestamp?) -> Verdict {
        if isErased { return .erased }
        guard let tokensRevokedAt else { return .admitted }
        return issuedAt.map { $0 > tokensRevokedAt } == true ? .admitted : .revoked
    }
}
