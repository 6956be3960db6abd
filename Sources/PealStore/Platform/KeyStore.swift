public import PealCore

/// Keeps secret keys as SHA-256 hashes and sealed data keys.
public protocol KeyStore: Sendable {
    /// Every secret key that is not revoked, of all apps.
    func secretKeys() async throws -> [SecretKeyRecord]

    /// Adds a secret key, for an operator where that is known.
    func add(_ key: SecretKeyRecord, by actor: String?) async throws

    /// Revokes a secret key, for an operator where that is known; whether there was one.
    func revoke(_ id: SecretKeyID, app: AppID, by actor: String?, now: Timestamp) async throws -> Bool

    /// Keeps when secret keys were used last; an earlier instant than the stored one changes nothing.
    func noteUses(_ uses: [SecretKeyUse]) async throws

    /// The wrapped data keys of all apps, by version.
    func dataKeys() async throws -> [DataKeyRecord]

    /// Adds a wrapped data key unless the version exists, for an operator where it is a rotation; returns the one in force.
    func addIfAbsent(_ key: DataKeyRecord, by actor: String?) async throws -> DataKeyRecord

    /// Wraps every data key again, of all apps in one transaction, and notes for each app that the root key was rotated.
    ///
    /// When `wrap` throws, every key is left as it was.
    /// - Parameters:
    ///   - actor: the operator, where that is known.
    ///   - now: the instant.
    ///   - wrap: wraps a key again.
    /// - Returns: how many there are.
    /// - Throws: ``StoreError``, what `wrap` throws.
    func rewrapDataKeys(
        by actor: String?,
        at now: Timestamp,
        _ wrap: @escaping @Sendable (DataKeyRecord) throws -> [UInt8]
    ) async throws -> Int

    /// The fingerprint of the root key that wraps the data keys: it comes with every copy of the database; `nil` where no server
    /// has noted it.
    func rootKeyFingerprint() async throws -> String?

    /// Notes which root key wraps the data keys.
    func noteRootKey(_ fingerprint: String) async throws

    /// Deletes a data key that a newer one has replaced; whether there was one. The newest of an app always stays.
    func deleteDataKey(app: AppID, version: Int) async throws -> Bool
}

/// The same for whoever is not an operator: a server's start, a sandbox.
extension KeyStore {
    /// Adds a secret key.
    public func add(_ key: SecretKeyRecord) async throws { try await add(key, by: nil) }

    /// Revokes a secret key; whether there was one.
    public func revoke(_ id: SecretKeyID, app: AppID, now: Timestamp) async throws -> Bool {
        try await revoke(id, app: app, by: nil, now: now)
    }

    /// Adds a wrapped data key unless the version exists; returns the one in force.
    public func addIfAbsent(_ key: DataKeyRecord) async throws -> DataKeyRecord {
        try await addIfAbsent(key, by: nil)
    }

    /// Wraps every data key again.
    public func rewrapDataKeys(at now: Timestamp, _ wrap: @escaping @Sendable (DataKeyRecord) throws -> [UInt8])
        async throws -> Int
    {
        try await rewrapDataKeys(by: nil, at: now, wrap)
    }
}

/// An app's data key, wrapped by the root key.
public struct DataKeyRecord: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Counts rotations, from 1.
    public var version: Int
    /// The wrapped key.
    public var wrapped: [UInt8]
    /// When it was made.
    public var createdAt: Timestamp

    /// Joins the parts.
    public init(app: AppID, version: Int, wrapped: [UInt8], createdAt: Timestamp) {
        self.app = app
        self.version = version
        self.wrapped = wrapped
        self.createdAt = createdAt
    }
}
