/// What SQLite does with each row that comes, goes or changes, so that no statement can forget it, by the table whose
/// migration makes it.
///
/// A trigger can stand on another table than the one it is made with: that one was there before.
enum TableTriggers {
    /// The triggers of a table; nothing where it has none.
    static func sql(of table: String) -> String { byTable[table] ?? "" }

    private static let byTable = [
        "user": factsVersion(of: "user", changed: ["locale", "time_zone", "roles"], user: "id"),
        "user_count": userCount,
        "entity": entity
            + factsVersion(
                of: "entity",
                changed: ["owner_id", "status"],
                user: "owner_id",
                removal: "OLD.owner_id IS NOT NULL"
            ),
        "entity_floor": entityFloor,
        "member": factsVersion(of: "member", changed: ["role", "status", "attributes"]),
        "preference": factsVersion(of: "preference", changed: ["choices"]),
        "mute": factsVersion(of: "mute", changed: ["scope", "target", "until"]),
        "device": deviceToken
            + factsVersion(
                of: "device",
                changed: [
                    "user_id", "provider", "platform", "app_version", "permission", "capabilities", "locale",
                    "time_zone",
                    "state", "last_seen_at",
                ],
                removal: "OLD.state <> 'revoked'"
            ),
        "named_user": namedUser,
        "content": content,
        "badge": badge,
        "delivery_count": deliveryCount,
        "channel_address": factsVersion(of: "channel_address", changed: ["invalid_since"]),
        "event_log": eventLog,
        "audit_tree": auditTree,
        "audit_page": auditPage,
        "audit_page_keys": auditPageKeys,
        "audit_checkpoint": auditCheckpoint,
    ]

    /// Triggers that raise a user's `facts_version` with each row of a table that comes, goes or changes.
    ///
    /// A row that is written as it was raises nothing. A user nobody put has no version, and gets no push.
    /// - Parameters:
    ///   - table: a table whose rows belong to a user.
    ///   - columns: what decisions may read of a row.
    ///   - user: the column that names the user; of the user's own row, whose coming and going change no fact.
    ///   - removal: which deleted rows had said something until then.
    /// - Returns: the statements that make the triggers.
    private static func factsVersion(
        of table: String,
        changed columns: [String],
        user: String = "user_id",
        removal: String = "true"
    ) -> String {
        func raise(_ users: String) -> String {
            "UPDATE user SET facts_version = facts_version + 1 WHERE app = \(users);"
        }
        func row(_ name: String) -> String { "(" + columns.map { "\(name).\($0)" }.joined(separator: ", ") + ")" }
        let changed = """
            CREATE TRIGGER \(table)_facts AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
            WHEN \(row("OLD")) IS NOT \(row("NEW")) BEGIN
                \(raise("NEW.app AND id IN (OLD.\(user), NEW.\(user))"))
            END;
            """
        guard table != "user" else { return changed }
        return changed + """

            CREATE TRIGGER \(table)_facts_added AFTER INSERT ON \(table) BEGIN
                \(raise("NEW.app AND id = NEW.\(user)"))
            END;
            CREATE TRIGGER \(table)_facts_removed AFTER DELETE ON \(table) WHEN \(removal) BEGIN
                \(raise("OLD.app AND id = OLD.\(user)"))
            END;
            """
    }
}

extension TableTriggers {
    /// How many users an app has.
    static let userCount = """
        CREATE TRIGGER user_added AFTER INSERT ON user BEGIN
            INSERT INTO user_count (app, users) VALUES (NEW.app, 1)
            ON CONFLICT (app) DO UPDATE SET users = users + 1;
        END;
        CREATE TRIGGER user_removed AFTER DELETE ON user BEGIN
            UPDATE user_count SET users = users - 1 WHERE app = OLD.app;
        END;
        """

    /// A version for what decisions read of an entity.
    static let entity = """
        CREATE TRIGGER entity_version
        AFTER UPDATE OF parent_type, parent_id, owner_id, status, time_zone, times, attributes ON entity
        WHEN (OLD.parent_type, OLD.parent_id, OLD.owner_id, OLD.status, OLD.time_zone, OLD.times, OLD.attributes)
        IS NOT (NEW.parent_type, NEW.parent_id, NEW.owner_id, NEW.status, NEW.time_zone, NEW.times, NEW.attributes)
        BEGIN
            UPDATE entity SET version = version + 1 WHERE app = NEW.app AND type = NEW.type AND id = NEW.id;
        END;
        """

    /// An entity that is put again begins above every version that one of the app had.
    static let entityFloor = """
        CREATE TRIGGER entity_ends AFTER DELETE ON entity BEGIN
            INSERT INTO entity_floor (app, version) VALUES (OLD.app, OLD.version)
            ON CONFLICT (app) DO UPDATE SET version = max(version, excluded.version);
        END;
        """

    /// A version for the token.
    static let deviceToken = """
        -- A rotated key gives the same token another hash, and raises the version, too: that costs a comparison.
        CREATE TRIGGER device_token AFTER UPDATE OF token_hash ON device
        WHEN OLD.token_hash IS NOT NEW.token_hash BEGIN
            UPDATE device SET token_version = token_version + 1 WHERE app = NEW.app AND id = NEW.id;
        END;
        """

    /// Events are only added and deleted.
    static let eventLog = """
        CREATE TRIGGER event_log_is_final BEFORE UPDATE ON event_log BEGIN
            SELECT RAISE(ABORT, 'events are never changed');
        END;
        """

    /// A trigger that is deleted names nobody any longer.
    static let namedUser = """
        CREATE TRIGGER named_user_delete AFTER DELETE ON trigger BEGIN
            DELETE FROM named_user WHERE app = OLD.app AND trigger_id = OLD.id
                AND user_id IN (SELECT j.value FROM json_each(
                    CASE WHEN substr(OLD.audience, 1, 8) = '{"users"' THEN OLD.audience ELSE '{}' END, '$.users') j);
            DELETE FROM named_user WHERE app = OLD.app AND user_id = OLD.actor_id AND trigger_id = OLD.id;
        END;
        """

    /// A trigger that is deleted has no counts.
    static let deliveryCount = """
        CREATE TRIGGER counts_of_deleted AFTER DELETE ON trigger BEGIN
            DELETE FROM decision_count WHERE app = OLD.app AND trigger_id = OLD.id;
            DELETE FROM delivery_count WHERE app = OLD.app AND trigger_id = OLD.id;
        END;
        """
}
