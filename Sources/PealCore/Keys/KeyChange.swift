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
    /// These must be the apps that have data keys, whichever app the group is of; nothing is written.
    case expectAppsWithDataKeys(Set<AppID>)
    /// Adds a wrapped data key.
    case addDataKey(DataKeyRecord)
    /// Wraps a data key by another root key. Expects it to be there.
    case rewrap(DataKeyRecord)
    /// Deletes a data key. Expects it to be there, and a newer one.
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
