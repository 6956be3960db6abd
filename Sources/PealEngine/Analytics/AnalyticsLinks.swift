public import PealCore
import PealCrypto

/// Makes links to the analytics page: each has a secret key that opens the figures of one app and nothing else.
///
/// So links are listed, revoked and expire as keys do, and nobody gives a reader of figures a key of the backend.
public struct AnalyticsLinks: Sendable {
    /// What the key of a link may do.
    public static let scope = "figures:read"
    /// How its key is named in the list of keys.
    public static let name = "link: analytics"
    /// How long a link works unless it is said otherwise, and at most.
    public static let (usual, longest): (Duration, Duration) = (.seconds(7 * 86_400), .seconds(92 * 86_400))

    /// A link that was made.
    public struct Link: Sendable {
        /// The key, to list and revoke it.
        public var id: SecretKeyID
        /// The path of the page with the key in its fragment, which no browser sends.
        public var path: String
        /// From when on it opens nothing.
        public var expiresAt: Timestamp
    }

    private let ids: IDGenerator
    private let add: @Sendable (SecretKeyRecord, _ actor: String?) async throws -> Void

    /// Wires the use case.
    /// - Parameters:
    ///   - ids: makes identifiers.
    ///   - add: stores a key for whoever makes it.
    public init(
        ids: IDGenerator,
        add: @escaping @Sendable (SecretKeyRecord, _ actor: String?) async throws -> Void
    ) {
        self.ids = ids
        self.add = add
    }

    /// Makes a link.
    /// - Parameters:
    ///   - app: the app whose figures it shows.
    ///   - life: how long it works.
    ///   - actor: who makes it: a user of the system, or the id of a secret key.
    ///   - now: the instant.
    /// - Returns: the link; its key is nowhere else.
    /// - Throws: ``StoreError``.
    public func make(app: AppID, life: Duration, by actor: String?, now: Timestamp) async throws -> Link {
        let key = SecretKey.link()
        let record = SecretKeyRecord(
            id: ids.make(),
            app: app,
            hash: key.hash,
            scopes: [Self.scope],
            name: Self.name,
            createdAt: now,
            expiresAt: now + life
        )
        try await add(record, actor)
        let path = "/p/\(PercentCoding.encode(app.rawValue))/analytics#key=\(key.text)"
        return Link(id: record.id, path: path, expiresAt: now + life)
    }
}
