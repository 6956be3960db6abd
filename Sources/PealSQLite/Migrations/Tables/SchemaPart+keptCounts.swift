/// Counts that are kept, so that reading them costs the same however much was sent (ADR 0019). Their triggers count until
/// ``countsByChange``.
extension SchemaPart {
    /// `open` counts what is pending or under way: a lease changes no count.
    static let keptCounts = SchemaPart(
        figures: [
            IndexFigures("decision_count", rows: "1500000 300000 2 2 2 1"),
            IndexFigures("delivery_count", rows: "1000000 200000 1"),
            IndexFigures("queue_count", rows: "20 4 1"),
        ],
        sql: """
            -- How a trigger's recipients were decided; '' stands for no reason.
            CREATE TABLE decision_count (
                app INTEGER NOT NULL, trigger_id BLOB NOT NULL, push TEXT NOT NULL, push_reason TEXT NOT NULL,
                in_app_reason TEXT NOT NULL, notifications INTEGER NOT NULL CHECK (notifications >= 0),
                PRIMARY KEY (app, trigger_id, push, push_reason, in_app_reason)) STRICT, WITHOUT ROWID;
            CREATE TABLE delivery_count (
                app INTEGER NOT NULL, trigger_id BLOB NOT NULL, open INTEGER NOT NULL CHECK (open >= 0),
                accepted INTEGER NOT NULL, failed INTEGER NOT NULL, unknown INTEGER NOT NULL, expired INTEGER NOT NULL,
                cancelled INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id)) STRICT, WITHOUT ROWID;
            CREATE TABLE queue_count (
                app INTEGER NOT NULL, provider TEXT NOT NULL, open INTEGER NOT NULL CHECK (open >= 0),
                PRIMARY KEY (app, provider)) STRICT, WITHOUT ROWID;
            """,
        ofDecisions,
        countTriggers(of: "delivery", queue: "provider"),
        """
        CREATE TRIGGER counts_of_deleted AFTER DELETE ON trigger BEGIN
            DELETE FROM decision_count WHERE app = OLD.app AND trigger_id = OLD.id;
            DELETE FROM delivery_count WHERE app = OLD.app AND trigger_id = OLD.id;
        END;
        """
    )

    /// The key of a notification's count; a reason counts only where it suppresses the push.
    private static func decisionKey(_ row: String) -> String {
        """
        \(row).app, \(row).trigger_id, \(row).push, CASE \(row).push WHEN 'suppress' THEN \(row).push_reason ELSE '' END,
            COALESCE(\(row).in_app_reason, '')
        """
    }

    private static func countDecision(_ row: String) -> String {
        """
        INSERT INTO decision_count (app, trigger_id, push, push_reason, in_app_reason, notifications)
        VALUES (\(decisionKey(row)), 1)
        ON CONFLICT (app, trigger_id, push, push_reason, in_app_reason) DO UPDATE SET notifications = notifications + 1;
        """
    }

    private static let uncountDecision = """
        UPDATE decision_count SET notifications = notifications - 1
        WHERE (app, trigger_id, push, push_reason, in_app_reason) = (\(decisionKey("OLD")));
        """

    private static let ofDecisions = """
        CREATE TRIGGER decision_count_insert AFTER INSERT ON notification BEGIN
            \(countDecision("NEW"))
        END;
        CREATE TRIGGER decision_count_update AFTER UPDATE OF push, push_reason, in_app_reason ON notification
        WHEN (\(decisionKey("OLD"))) <> (\(decisionKey("NEW"))) BEGIN
            \(uncountDecision)
            \(countDecision("NEW"))
        END;
        CREATE TRIGGER decision_count_delete AFTER DELETE ON notification BEGIN
            \(uncountDecision)
        END;
        """

    private static func isOpen(_ row: String) -> String { "(\(row).state IN ('pending', 'sending'))" }

    private static let ends = ["accepted", "failed", "unknown", "expired", "cancelled"]

    private static func trigger(of row: String) -> String {
        "(SELECT n.trigger_id FROM notification n WHERE n.app = \(row).app AND n.id = \(row).notification_id)"
    }

    /// What the new state adds, and the old one took.
    private static func changes(_ add: String?, _ take: String?) -> String {
        func change(_ column: String, _ counts: (String) -> String) -> String {
            "\(column) = \(column)" + (add.map { " + \(counts($0))" } ?? "") + (take.map { " - \(counts($0))" } ?? "")
        }
        return ([change("open", isOpen)] + ends.map { end in change(end) { "(\($0).state = '\(end)')" } })
            .joined(separator: ", ")
    }

    /// Triggers that count what is in a table of deliveries, for the trigger and the queue of each.
    /// - Parameters:
    ///   - table: a table whose rows have a notification and a state.
    ///   - queue: the column that names the queue.
    /// - Returns: the statements that make the triggers.
    static func countTriggers(of table: String, queue: String) -> String {
        """
        CREATE TRIGGER \(table)_count_insert AFTER INSERT ON \(table) BEGIN
            INSERT INTO delivery_count (app, trigger_id, open, \(ends.joined(separator: ", ")))
            VALUES (NEW.app, \(trigger(of: "NEW")), \(isOpen("NEW")),
                \(ends.map { "NEW.state = '\($0)'" }.joined(separator: ", ")))
            ON CONFLICT (app, trigger_id) DO UPDATE SET \(changes("NEW", nil));
            INSERT INTO queue_count (app, provider, open) VALUES (NEW.app, NEW.\(queue), \(isOpen("NEW")))
            ON CONFLICT (app, provider) DO UPDATE SET open = open + excluded.open;
        END;
        CREATE TRIGGER \(table)_count_update AFTER UPDATE OF state ON \(table)
        WHEN OLD.state <> NEW.state AND NOT (\(isOpen("OLD")) AND \(isOpen("NEW"))) BEGIN
            UPDATE delivery_count SET \(changes("NEW", "OLD")) WHERE app = NEW.app AND trigger_id = \(trigger(of: "NEW"));
            UPDATE queue_count SET open = open + \(isOpen("NEW")) - \(isOpen("OLD"))
            WHERE app = NEW.app AND provider = NEW.\(queue);
        END;
        CREATE TRIGGER \(table)_count_delete AFTER DELETE ON \(table) BEGIN
            UPDATE delivery_count SET \(changes(nil, "OLD")) WHERE app = OLD.app AND trigger_id = \(trigger(of: "OLD"));
            UPDATE queue_count SET open = open - \(isOpen("OLD")) WHERE app = OLD.app AND provider = OLD.\(queue);
        END;
        -- Before the notification: afterwards nothing says which trigger they were of.
        CREATE TRIGGER \(table)_of_deleted BEFORE DELETE ON notification BEGIN
            DELETE FROM \(table) WHERE app = OLD.app AND notification_id = OLD.id;
        END;
        """
    }
}
