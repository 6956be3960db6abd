extension SchemaTable {
    /// Users.
    ///
    /// `facts_version` is raised by every change of what decisions read of a user (see the triggers `…_facts`): a late
    /// push compares it with the version that its decision read. The name and the attributes are sealed, and no decision
    /// reads them; empty where there are none. Tokens that were issued until `tokens_revoked_at` are rejected.
    static let user = SchemaTable(
        "user",
        sql: """
            CREATE TABLE "user" (
                app INTEGER NOT NULL, id TEXT NOT NULL CHECK (id <> ''), locale TEXT, time_zone TEXT,
                roles TEXT NOT NULL CHECK ({json roles}),
                created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
                facts_version INTEGER NOT NULL DEFAULT 1, sealed_details BLOB NOT NULL DEFAULT {empty},
                tokens_revoked_at INTEGER,
                PRIMARY KEY (app, id)) {by_key};
            """
    )

    /// How many users there are, counted as it changes: reading it costs no walk (R167).
    static let userCount = SchemaTable(
        "user_count",
        sql: """
            CREATE TABLE user_count (app INTEGER NOT NULL PRIMARY KEY, users INTEGER NOT NULL) {by_key};
            """
    )

    /// Erased users, whose calls answer 401 until the backend puts them again.
    ///
    /// `mark` is a hash of the name under the key. Of one that was put again, tokens from before the erasure stay
    /// rejected while any can be valid.
    static let erasedUser = SchemaTable(
        "erased_user",
        sql: """
            CREATE TABLE erased_user (
                app INTEGER NOT NULL, mark BLOB NOT NULL CHECK (length(mark) = 32), erased_at INTEGER NOT NULL,
                put_again_at INTEGER,
                PRIMARY KEY (app, mark)) {by_key};
            CREATE INDEX erased_user_again ON erased_user (erased_at) WHERE put_again_at IS NOT NULL;
            """
    )

    /// Entities.
    ///
    /// `version` is raised by every change: a late push compares it with the one that its decision read. An entity that
    /// is put again after it was deleted begins above `entity_floor`, so it never has the same version twice.
    static let entity = SchemaTable(
        "entity",
        sql: """
            CREATE TABLE entity (
                app INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
                parent_type TEXT, parent_id TEXT, owner_id TEXT, status TEXT, time_zone TEXT,
                times TEXT NOT NULL CHECK ({json times}), attributes TEXT NOT NULL CHECK ({json attributes}),
                updated_at INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
                CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
                PRIMARY KEY (app, type, id)) {by_key};
            CREATE INDEX entity_owner ON entity (app, owner_id, type, status) WHERE owner_id IS NOT NULL;
            """
    )

    /// The highest version of any entity that was deleted.
    static let entityFloor = SchemaTable(
        "entity_floor",
        sql: """
            CREATE TABLE entity_floor (app INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL) {by_key};
            """
    )

    /// Entities that were deleted, until their triggers are looked at and what had not left is withdrawn: those up to
    /// the newest that there was, after `last_trigger`.
    static let deletedEntity = SchemaTable(
        "deleted_entity",
        sql: """
            CREATE TABLE deleted_entity (
                app INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, newest {id} NOT NULL, last_trigger {id},
                deleted_at INTEGER NOT NULL,
                PRIMARY KEY (app, type, id)) {by_key};
            """
    )

    /// Attributes are sealed, but for those that rules read.
    static let member = SchemaTable(
        "member",
        sql: """
            CREATE TABLE member (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
                role TEXT, status TEXT, attributes TEXT NOT NULL CHECK ({json attributes}),
                updated_at INTEGER NOT NULL, sealed_attributes BLOB NOT NULL DEFAULT {empty},
                PRIMARY KEY (app, entity_type, entity_id, user_id),
                FOREIGN KEY (app, entity_type, entity_id) REFERENCES entity (app, type, id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX member_user ON member (app, user_id, role);
            """
    )
}
