extension SchemaTable {
    /// Users.
    ///
    /// `facts_version` is raised by every change of what decisions read of a user (see the triggers `…_facts`): a late
    /// push compares it with the version that its decision read. The name and the attributes are sealed, and no decision
    /// reads them; empty where there are none. Tokens that were issued until `tokens_revoked_at` are rejected.
    static let user = SchemaTable(
        "user",
        rows: [
            "user": "100000 20000 1"
        ],
        sql: """
            CREATE TABLE user (
                app INTEGER NOT NULL, id TEXT NOT NULL CHECK (id <> ''), locale TEXT, time_zone TEXT,
                roles TEXT NOT NULL CHECK (json_valid(roles)),
                created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
                facts_version INTEGER NOT NULL DEFAULT 1, sealed_details BLOB NOT NULL DEFAULT x'',
                tokens_revoked_at INTEGER,
                PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;
            \(factsVersion(of: "user", changed: ["locale", "time_zone", "roles"], user: "id"))
            """
    )

    /// How many users there are, counted as it changes: reading it costs no walk (R167).
    static let userCount = SchemaTable(
        "user_count",
        sql: """
            CREATE TABLE user_count (app INTEGER NOT NULL PRIMARY KEY, users INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TRIGGER user_added AFTER INSERT ON user BEGIN
                INSERT INTO user_count (app, users) VALUES (NEW.app, 1)
                ON CONFLICT (app) DO UPDATE SET users = users + 1;
            END;
            CREATE TRIGGER user_removed AFTER DELETE ON user BEGIN
                UPDATE user_count SET users = users - 1 WHERE app = OLD.app;
            END;
            """
    )

    /// Erased users, whose calls answer 401 until the backend puts them again.
    ///
    /// `mark` is a hash of the name under the key. Of one that was put again, tokens from before the erasure stay
    /// rejected while any can be valid.
    static let erasedUser = SchemaTable(
        "erased_user",
        rows: [
            "erased_user": "1000 200 1",
            "erased_user_again": "100 1",
        ],
        sql: """
            CREATE TABLE erased_user (
                app INTEGER NOT NULL, mark BLOB NOT NULL CHECK (length(mark) = 32), erased_at INTEGER NOT NULL,
                put_again_at INTEGER,
                PRIMARY KEY (app, mark)) STRICT, WITHOUT ROWID;
            CREATE INDEX erased_user_again ON erased_user (erased_at) WHERE put_again_at IS NOT NULL;
            -- What names of erased users are hashed with.
            INSERT INTO meta (key, value) VALUES ('erasure-key', hex(randomblob(32)));
            """
    )

    /// Entities.
    ///
    /// `version` is raised by every change: a late push compares it with the one that its decision read. An entity that
    /// is put again after it was deleted begins above `entity_floor`, so it never has the same version twice.
    static let entity = SchemaTable(
        "entity",
        rows: [
            "entity": "100000 20000 5000 1",
            "entity_owner": "50000 10000 10 5 2",
        ],
        sql: """
            CREATE TABLE entity (
                app INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
                parent_type TEXT, parent_id TEXT, owner_id TEXT, status TEXT, time_zone TEXT,
                times TEXT NOT NULL CHECK (json_valid(times)), attributes TEXT NOT NULL CHECK (json_valid(attributes)),
                updated_at INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
                CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
                PRIMARY KEY (app, type, id)) STRICT, WITHOUT ROWID;
            CREATE INDEX entity_owner ON entity (app, owner_id, type, status) WHERE owner_id IS NOT NULL;
            CREATE TRIGGER entity_version
            AFTER UPDATE OF parent_type, parent_id, owner_id, status, time_zone, times, attributes ON entity
            WHEN (OLD.parent_type, OLD.parent_id, OLD.owner_id, OLD.status, OLD.time_zone, OLD.times, OLD.attributes)
            IS NOT (NEW.parent_type, NEW.parent_id, NEW.owner_id, NEW.status, NEW.time_zone, NEW.times, NEW.attributes)
            BEGIN
                UPDATE entity SET version = version + 1 WHERE app = NEW.app AND type = NEW.type AND id = NEW.id;
            END;
            \(factsVersion(of: "entity", changed: ["owner_id", "status"], user: "owner_id", removal: "OLD.owner_id IS NOT NULL"))
            """
    )

    /// The highest version of any entity that was deleted.
    static let entityFloor = SchemaTable(
        "entity_floor",
        rows: [
            "entity_floor": "5 1"
        ],
        sql: """
            CREATE TRIGGER entity_ends AFTER DELETE ON entity BEGIN
                INSERT INTO entity_floor (app, version) VALUES (OLD.app, OLD.version)
                ON CONFLICT (app) DO UPDATE SET version = max(version, excluded.version);
            END;
            CREATE TABLE entity_floor (app INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            """
    )

    /// Entities that were deleted, until their triggers are looked at and what had not left is withdrawn: those up to
    /// the newest that there was, after `last_trigger`.
    static let deletedEntity = SchemaTable(
        "deleted_entity",
        rows: [
            "deleted_entity": "10 2 2 1"
        ],
        sql: """
            CREATE TABLE deleted_entity (
                app INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, newest BLOB NOT NULL, last_trigger BLOB,
                deleted_at INTEGER NOT NULL,
                PRIMARY KEY (app, type, id)) STRICT, WITHOUT ROWID;
            """
    )

    /// Attributes are sealed, but for those that rules read.
    static let member = SchemaTable(
        "member",
        rows: [
            "member": "500000 100000 50000 100 1",
            "member_user": "500000 100000 10 3",
        ],
        sql: """
            CREATE TABLE member (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
                role TEXT, status TEXT, attributes TEXT NOT NULL CHECK (json_valid(attributes)),
                updated_at INTEGER NOT NULL, sealed_attributes BLOB NOT NULL DEFAULT x'',
                PRIMARY KEY (app, entity_type, entity_id, user_id),
                FOREIGN KEY (app, entity_type, entity_id) REFERENCES entity (app, type, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX member_user ON member (app, user_id, role);
            \(factsVersion(of: "member", changed: ["role", "status", "attributes"]))
            """
    )
}
