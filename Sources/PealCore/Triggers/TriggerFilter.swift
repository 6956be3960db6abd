/// Which triggers a listing shows.
public struct TriggerFilter: Sendable, Equatable {
    /// Of one type.
    public var type: TypeID?
    /// In one status.
    public var status: TriggerStatus?
    /// Accepted at or after an instant.
    public var since: Timestamp?

    /// Joins the parts.
    public init(type: TypeID? = nil, status: TriggerStatus? = nil, since: Timestamp? = nil) {
        self.type = type
        self.status = status
        self.since = since
    }
}
