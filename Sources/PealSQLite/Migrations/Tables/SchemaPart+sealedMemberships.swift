extension SchemaPart {
    /// Attributes of memberships are sealed, but for those that rules read.
    static let sealedMemberships = SchemaPart(
        sql: "ALTER TABLE member ADD COLUMN sealed_attributes BLOB NOT NULL DEFAULT x'';"
    )
}
