extension SchemaTable {
    /// How a trigger's recipients were decided; '' stands for no reason.
    static let decisionCount = SchemaTable(
        "decision_count",
        rows: [
            "decision_count": "1500000 300000 2 2 2 1"
        ],
        sql: """
            CREATE TABLE decision_count (
                app INTEGER NOT NULL, trigger_id BLOB NOT NULL, push TEXT NOT NULL, push_reason TEXT NOT NULL,
                in_app_reason TEXT NOT NULL, notifications INTEGER NOT NULL CHECK (notifications >= 0),
                PRIMARY KEY (app, trigger_id, push, push_reason, in_app_reason)) STRICT, WITHOUT ROWID;
            """
    )

    /// `open` counts what is pending or under way: a lease changes no count.
    static let deliveryCount = SchemaTable(
        "delivery_count",
        rows: [
            "delivery_count": "1000000 200000 1"
        ],
        sql: """
            CREATE TABLE delivery_count (
                app INTEGER NOT NULL, trigger_id BLOB NOT NULL, open INTEGER NOT NULL CHECK (open >= 0),
                accepted INTEGER NOT NULL, failed INTEGER NOT NULL, unknown INTEGER NOT NULL, expired INTEGER NOT NULL,
                cancelled INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id)) STRICT, WITHOUT ROWID;
            CREATE TRIGGER counts_of_deleted AFTER DELETE ON trigger BEGIN
                DELETE FROM decision_count WHERE app = OLD.app AND trigger_id = OLD.id;
                DELETE FROM delivery_count WHERE app = OLD.app AND trigger_id = OLD.id;
            END;
            """
    )
}
