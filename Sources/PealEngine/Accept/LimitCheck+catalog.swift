import PealCore

extension LimitCheck {
    /// The limits a catalog sets for a type; `nil` when there are none.
    init?(of type: TypeID, in catalog: Catalog, zones: @escaping @Sendable (String) -> Zone?) {
        let limits = catalog.limits(of: type)
        guard !limits.isEmpty else { return nil }
        self.init(limits: limits, appZone: zones(catalog.timeZone) ?? .utc, zone: zones)
    }
}

extension IntakeProblem {
    /// A limit rejected it: how many were sent, and when there is quota again.
    init(_ refusal: LimitRefusal, now: Timestamp) {
        self.init(
            code: .limitReached,
            details: [Detail(detail: refusal.limit.sentence(now: now), pointer: "")],
            limit: refusal.limit
        )
    }
}
