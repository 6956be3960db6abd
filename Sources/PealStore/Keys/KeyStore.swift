public import PealCore

/// Keeps secret keys as SHA-256 hashes and wrapped data keys.
///
/// Keys are written by ``Change/key(_:)``.
public protocol KeyStore: Sendable {
    /// Every secret key that is not revoked, of all apps.
    func secretKeys() async throws -> [SecretKeyRecord]

    /// The wrapped data keys of all apps, by version.
    func dataKeys() async throws -> [DataKeyRecord]

    /// The fingerprint of the root key that wraps the data keys: it comes with every copy of the database; `nil` where no server
    /// has noted it.
    func rootKeyFingerprint() async throws -> String?

    /// Notes which root key wraps the data keys.
    func noteRootKey(_ fingerprint: String) async throws
}
