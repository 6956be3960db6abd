import PealCore

/// What APNs remembers of a connection: whose it is, and which provider tokens came over it.
struct APNsSession {
    /// How old a provider token may be.
    static let tokenLifetime: Duration = .seconds(3600)
    /// How long a provider token has to stay before a new one may come.
    static let tokenChange: Duration = .seconds(1200)
    /// How far the clock of a sender may be ahead.
    private static let clockSkew: Duration = .seconds(300)
    private static let knownLimit = 16

    /// The one accepted last; nearly always the next request has it too.
    private(set) var current: (text: String, token: APNsAccess.ProviderToken)?
    private var known: [String] = []
    private var newest: Timestamp?
    private var keyID: String?

    /// Why a request is not let in; `nil` when it is, and then ``current`` is its token.
    mutating func refusal(authorization: String?, access: APNsAccess, now: Timestamp) -> APNsRefusal? {
        guard let authorization, authorization.hasPrefix("bearer "), authorization.utf8.count > 7 else {
            return .missingProviderToken
        }
        if let current, current.text == authorization {
            return now - current.token.issuedAt > Self.tokenLifetime ? .expiredProviderToken : nil
        }
        guard let token = access.verify(String(authorization.dropFirst(7))), token.issuedAt <= now + Self.clockSkew
        else { return .invalidProviderToken }
        guard now - token.issuedAt <= Self.tokenLifetime else { return .expiredProviderToken }
        if let keyID, keyID != token.keyID { return .unrelatedKeyIDInToken }
        if !known.contains(authorization) {
            if let newest {
                let step = token.issuedAt > newest ? token.issuedAt - newest : newest - token.issuedAt
                guard step >= Self.tokenChange else { return .tooManyProviderTokenUpdates }
            }
            if known.count >= Self.knownLimit { known.removeFirst() }
            known.append(authorization)
            newest = max(newest ?? token.issuedAt, token.issuedAt)
        }
        keyID = token.keyID
        current = (authorization, token)
        return nil
    }
}
