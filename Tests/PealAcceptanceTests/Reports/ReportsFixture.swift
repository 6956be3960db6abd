/// Triggers of the citizen reports app; Rahul owns the report.
enum ReportsFixture {
    static func change(
        _ type: String = "assigned",
        report: String = "r1",
        transition: String = "t-1",
        owner: String = "rahul",
        title: String = "Broken lamp"
    ) -> JSON {
        [
            "type": "\(type)", "entity": "report/\(report)",
            "entities": ["report/\(report)": ["ownerId": "\(owner)", "status": "\(type)"]],
            "transition": "\(transition)",
            "actor": ["id": "officer-1", "kind": "admin"], "data": ["title": "\(title)"],
        ]
    }
}
