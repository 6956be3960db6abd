extension SchemaPart {
    static let users = SchemaPart(
        figures: [IndexFigures("user", rows: "100000 20000 1"), IndexFigures("erased_user", rows: "1000 200 1")],
        sql: """
            -- `facts_version` is raised by every change of what decisions read of a user (see the triggers `…_facts`): a
            -- late push compares it with the version that its decision read. The name and the attributes are sealed, and
            -- no decision reads them; empty where there are none. Tokens that were issued until `tokens_revoked_at` are
            -- rejected.
            CREATE TABLE user (
                app INTEGER NOT NULL, id TEXT NOT NULL CHECK (id <> ''), locale TEXT, time_zone TEXT,
                roles TEXT NOT NULL CHECK (json_valid(roles)),
                created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
                facts_version INTEGER NOT NULL DEFAULT 1, sealed_details BLOB NOT NULL DEFAULT x'',
                tokens_revoked_at INTEGER,
                PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;

            -- Erased users' calls answer 401 until the backend puts them again; `mark` is a hash of the name under the key.
            CREATE TABLE erased_user (
                app INTEGER NOT NULL, mark BLOB NOT NULL CHECK (length(mark) = 32), erased_at INTEGER NOT NULL,
                PRIMARY KEY (app, mark)) STRICT, WITHOUT ROWID;
            INSERT INTO meta (key, value) VALUES ('erasure-key', hex(randomblob(32)));
            """,
        factsVersion(
            of: "user",
            changed: ["locale", "time_zone", "roles"],
            user: "id"
        ),
        """
        -- How many users there are, counted as it changes: reading it costs no walk (R167).
        CREATE TABLE person_count (app INTEGER NOT NULL PRIMARY KEY, people INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TRIGGER person_added AFTER INSERT ON user BEGIN
            INSERT INTO person_count (app, people) VALUES (NEW.app, 1)
            ON CONFLICT (app) DO UPDATE SET people = people + 1;
        END;
        CREATE TRIGGER person_removed AFTER DELETE ON user BEGIN
            UPDATE person_count SET people = people - 1 WHERE app = OLD.app;
        END;
        """
    )

    static let entities = SchemaPart(
        figures: [
            IndexFigures("entity", rows: "100000 20000 5000 1"),
            IndexFigures("entity", "entity_owner", rows: "50000 10000 10 5 2"),
            IndexFigures("entity_floor", rows: "5 1"),
        ],
        sql: """
            -- `version` is raised by every change: a late push compares it with the one that its decision read. An entity
            -- that is put again after it was deleted begins above `entity_floor`, so it never has the same version twice.
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
            -- The highest version of any entity that was deleted.
            CREATE TABLE entity_floor (app INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TRIGGER entity_begins AFTER INSERT ON entity BEGIN
                UPDATE entity SET version = 1 + COALESCE((SELECT f.version FROM entity_floor f WHERE f.app = NEW.app), 0)
                WHERE app = NEW.app AND type = NEW.type AND id = NEW.id;
            END;
            CREATE TRIGGER entity_ends AFTER DELETE ON entity BEGIN
                INSERT INTO entity_floor (app, version) VALUES (OLD.app, OLD.version)
                ON CONFLICT (app) DO UPDATE SET version = max(version, excluded.version);
            END;
            """,
        // What a user owns is asked for by conditions of types.
        factsVersion(
            of: "entity",
            changed: ["owner_id", "status"],
            user: "owner_id",
            removal: "OLD.owner_id IS NOT NULL"
        )
    )

    static let members = SchemaPart(
        figures: [
            IndexFigures("member", rows: "500000 100000 50000 100 1"),
            IndexFigures("member", "member_user", rows: "500000 100000 10 3"),
        ],
        sql: """
            CREATE TABLE member (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
                role TEXT, status TEXT, attributes TEXT NOT NULL CHECK (json_valid(attributes)),
                updated_at INTEGER NOT NULL,
                PRIMARY KEY (app, entity_type, entity_id, user_id),
                FOREIGN KEY (app, entity_type, entity_id) REFERENCES entity (app, type, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX member_user ON member (app, user_id, role);
            """,
        factsVersion(of: "member", changed: ["role", "status", "attributes"])
    )
}
