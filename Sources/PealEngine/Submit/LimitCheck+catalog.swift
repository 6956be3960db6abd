import PealCore

extension LimitCheck {
    /// The limits a catalog sets for a type; `nil` when there are none.
    init?(of type: TypeID, in catalog: Catalog, zones: @escaping @Sendable (String) -> Zone?) {
        let limits = catalog.limits(of: type)
        guard !limits.isEmpty else { return nil }
        self.init(limits: limits, appZone: zones(catalog.timeZone)?.rules ?? .utc) { zones($0)?.rules }
    }
}

extension IntakeProblem {
    /// A limit rejected it: which, and when there is quota again.
    init(_ refusal: LimitRefusal) {
        let limit = refusal.limit
        self.init(
            code: .limitReached,
            details: [
                Detail(
                    detail: """
                        limit "\(limit.id)": at most \(limit.max) per calendar \(limit.per.rawValue); \
                        retry at \(limit.resetsAt.rfc3339)
                        """,
                    pointer: ""
                )
            ],
            limit: limit
        )
    }
}
