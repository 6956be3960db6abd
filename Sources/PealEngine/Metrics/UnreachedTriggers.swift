import PealCore

/// The labels under which triggers without recipients are counted.
struct UnreachedTriggers: Hashable {
    static let name = "peal_triggers_without_recipients_total"
    static let help = "Triggers that had no recipients when they were accepted."

    var app: AppID
    var type: TypeID
    var priority: Priority

    var labels: [(String, String)] { [("app", "\(app)"), ("type", "\(type)"), ("priority", priority.rawValue)] }
}
