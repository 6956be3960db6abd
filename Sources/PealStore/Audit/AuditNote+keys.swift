public import PealCore

extension AuditNote {
    /// A secret key was created; its name is the operator's, and not written down.
    public static func created(_ key: SecretKeyRecord) -> AuditNote {
        AuditNote(
            "key-created",
            at: key.createdAt,
            ["key": key.id.description, "scopes": key.scopes.sorted().joined(separator: ",")]
        )
    }

    /// A secret key was revoked.
    public static func revoked(_ key: SecretKeyID, at now: Timestamp) -> AuditNote {
        AuditNote("key-revoked", at: now, ["key": key.description])
    }

    /// The root key, which wraps the keys of all apps, was replaced.
    public static func rootKeyRotated(at now: Timestamp) -> AuditNote { AuditNote("root-key-rotated", at: now) }

    /// A version of the key that encrypts the app's data was created.
    public static func created(_ key: DataKeyRecord) -> AuditNote {
        AuditNote("data-key-created", at: key.createdAt, ["version": String(key.version)])
    }
}
