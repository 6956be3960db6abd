extension AuditNote {
    /// A secret key was created; its name is the operator's, and not written down.
    public static func created(_ key: SecretKeyRecord, by actor: String?) -> AuditNote {
        AuditNote(
            "key-created",
            at: key.createdAt,
            by: actor,
            ["key": key.id.description, "scopes": key.scopes.sorted().joined(separator: ",")]
        )
    }

    /// A secret key was revoked.
    public static func revoked(_ key: SecretKeyID, by actor: String?, at now: Timestamp) -> AuditNote {
        AuditNote("key-revoked", at: now, by: actor, ["key": key.description])
    }

    /// The root key, which wraps the keys of all apps, was replaced.
    public static func rootKeyRotated(by actor: String?, at now: Timestamp) -> AuditNote {
        AuditNote("root-key-rotated", at: now, by: actor)
    }

    /// A version of the key that encrypts the app's data was created.
    public static func created(_ key: DataKeyRecord, by actor: String?) -> AuditNote {
        AuditNote("data-key-created", at: key.createdAt, by: actor, ["version": String(key.version)])
    }
}
