import PealCore

/// What a catalog says about retries of a type.
struct RetryRules: Sendable {
    /// For types of no catalog.
    static let none = RetryRules(retry: .delays([]), onUnknown: .resend, countsThrottled: false)

    var retry: RetrySchedule
    var onUnknown: UnknownPolicy
    var countsThrottled: Bool

    /// The rules of each type of a catalog.
    static func byType(_ catalog: Catalog) -> [TypeID: RetryRules] {
        var rules: [TypeID: RetryRules] = [:]
        for type in catalog.types where rules[type.id] == nil {
            rules[type.id] = RetryRules(
                retry: type.retry ?? catalog.retry,
                onUnknown: type.onUnknown ?? catalog.onUnknown,
                countsThrottled: (type.throttledRetry ?? catalog.throttledRetry) == .counts
            )
        }
        return rules
    }

    /// The rules for types that a catalog does not know.
    static func other(_ catalog: Catalog) -> RetryRules {
        RetryRules(
            retry: catalog.retry,
            onUnknown: catalog.onUnknown,
            countsThrottled: catalog.throttledRetry == .counts
        )
    }
}
