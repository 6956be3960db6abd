/// A change to the keys of an app.
public enum KeyChange: Sendable, Equatable {
    /// Adds a secret key.
    case add(SecretKeyRecord)
    /// Revokes a secret key. Expects it to be there and not revoked.
    case revoke(SecretKeyID, at: Timestamp)
    /// Keeps when a secret key was used last; an earlier instant than the stored one changes nothing.
    case noteUse(SecretKeyUse)
    /// The app's wrapped data keys must still be as they were read, by version; nothing is written.
    case expectDataKeys([DataKeyRecord])
    /// Adds a wrapped data key.
    case addDataKey(DataKeyRecord)
    /// Wraps a data key by another root key.
    case rewrap(DataKeyRecord)
    /// Deletes a data key.
    case deleteDataKey(version: Int)
}

extension SecretKeyRecord {
    /// The changes that add it, for an operator where that is known.
    public func adding(by actor: String?) -> [Change] {
        [.key(.add(self)), .note(.adminChanged, .created(self, by: actor), about: nil)]
    }

    /// The changes that revoke a secret key, for an operator where that is known.
    public static func revocation(of id: SecretKeyID, by actor: String?, at now: Timestamp) -> [Change] {
        [.key(.revoke(id, at: now)), .note(.adminChanged, .revoked(id, by: actor, at: now), about: nil)]
    }
}

/// An app's wrapped data keys as they were read.
public struct DataKeyFacts: Sendable, Equatable {
    /// By version.
    public var keys: [DataKeyRecord]

    /// Takes those of an app among those of all.
    public init(of app: AppID, among keys: [DataKeyRecord]) {
        self.keys = keys.filter { $0.app == app }.sorted { $0.version < $1.version }
    }

    /// Adds a version, for an operator where it is a rotation: nothing changes where there is one.
    /// - Returns: the changes of one group, and the key of that version from then on.
    public func adding(_ key: DataKeyRecord, by actor: String?) -> (changes: [Change], value: DataKeyRecord) {
        if let known = keys.first(where: { $0.version == key.version }) { return ([], known) }
        let note = Change.note(.adminChanged, .created(key, by: actor), about: nil)
        return ([expectation, .key(.addDataKey(key)), note], key)
    }

    /// Wraps all of them again, and notes that the root key was replaced.
    public func rewrapping(
        by actor: String?,
        at now: Timestamp,
        _ wrap: (DataKeyRecord) throws -> [UInt8]
    ) rethrows -> [Change] {
        let wrapped = try keys.map { key in
            var key = key
            key.wrapped = try wrap(key)
            return Change.key(.rewrap(key))
        }
        return [expectation] + wrapped + [.note(.adminChanged, .rootKeyRotated(by: actor, at: now), about: nil)]
    }

    /// Deletes a version that a newer one has replaced; the newest always stays.
    /// - Returns: the changes of one group, and whether there is such a version.
    public func deleting(version: Int) -> (changes: [Change], value: Bool) {
        guard let newest = keys.last?.version, version < newest, keys.contains(where: { $0.version == version }) else {
            return ([], false)
        }
        return ([expectation, .key(.deleteDataKey(version: version))], true)
    }

    private var expectation: Change { .key(.expectDataKeys(keys)) }
}
