/// What an app asks of its users' tokens.
public struct TokenPolicy: Sendable, Equatable {
    /// How far ahead a token may expire unless an app says otherwise: 31 days.
    public static let usualLifetime = Duration.seconds(31 * 86_400)
    /// How much the clocks of issuer and server may differ unless an app says otherwise.
    public static let usualLeeway = Duration.seconds(30)

    /// The `aud` of its tokens.
    public var audience: String
    /// The `iss` of its tokens; `nil` accepts any, and none.
    public var issuer: String?
    /// The algorithms that are accepted.
    public var algorithms = Set(TokenAlgorithm.allCases)
    /// How far ahead a token may expire, and how long it may be valid from its `iat` on.
    public var maximumLifetime = Self.usualLifetime
    /// How much the clocks of issuer and server may differ.
    public var leeway = Self.usualLeeway

    /// The usual rules.
    /// - Parameter audience: the `aud` of its tokens.
    public init(audience: String) { self.audience = audience }
}
