extension SchemaTable {
    /// How a trigger's recipients were decided; '' stands for no reason.
    static let decisionCount = SchemaTable(
        "decision_count",
        sql: """
            CREATE TABLE decision_count (
                app INTEGER NOT NULL, trigger_id {id} NOT NULL, push TEXT NOT NULL, push_reason TEXT NOT NULL,
                in_app_reason TEXT NOT NULL, notifications INTEGER NOT NULL CHECK (notifications >= 0),
                PRIMARY KEY (app, trigger_id, push, push_reason, in_app_reason)) {by_key};
            """
    )

    /// `open` counts what is pending or under way: a lease changes no count.
    static let deliveryCount = SchemaTable(
        "delivery_count",
        sql: """
            CREATE TABLE delivery_count (
                app INTEGER NOT NULL, trigger_id {id} NOT NULL, open INTEGER NOT NULL CHECK (open >= 0),
                accepted INTEGER NOT NULL, failed INTEGER NOT NULL, unknown INTEGER NOT NULL, expired INTEGER NOT NULL,
                cancelled INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id)) {by_key};
            """
    )
}
