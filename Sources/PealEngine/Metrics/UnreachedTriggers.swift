import PealCore

/// The labels under which triggers without recipients are counted.
struct UnreachedTriggers: Hashable {
    var app: AppID
    var type: TypeID
    var priority: Priority
}
