extension EtaRules {
    /// A check-in that an event of the log tells of.
    struct CheckIn {
        var key: Arrival.Key
        /// When the participant arrived: as the backend says, or else when that was stored.
        var arrivedAt: Timestamp
        /// When it was stored.
        var storedAt: Timestamp
    }

    /// The check-in of a participant; `nil` where an event tells of none.
    func checkIn(_ event: Event) -> CheckIn? {
        guard event.kind == .membersChanged, case .entity(let ref) = event.subject, ref.type == Self.entityType,
            let user = event.user, case .member(_, let status, let role, let arrivedAt, let at) = event.detail,
            status == checkedIn, role != hostRole
        else { return nil }
        return CheckIn(key: Arrival.Key(ref, user), arrivedAt: min(arrivedAt ?? at, at), storedAt: at)
    }
}
