import PealCore

/// Looks at sender limits: the types they count must exist, and those they digest must be able to wait (R160, C17).
struct LimitLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        for (index, limit) in catalog.limits.enumerated() {
            let path = "limits[\(index)]"
            for type in limit.types where catalog.type(type) == nil {
                let hint = NearName.hint(for: type.rawValue, among: catalog.types.map(\.id.rawValue))
                log.error("\(path).types", "unknown-type", "unknown type `\(type)`\(hint)")
            }
            guard limit.onExceed == .digest else { continue }
            for type in limit.types.compactMap({ catalog.type($0) }) { lint(limit, type, path) }
        }
    }

    private func lint(_ limit: SenderLimit, _ type: NotificationType, _ path: String) {
        let advice = "use `onExceed: reject` or `queue`, or remove it from `types`"
        if type.individual {
            log.error("\(path).onExceed", "bad-value", "`\(type.id)` is `individual` and never digested; \(advice)")
        }
        if type.isAlwaysCritical {
            log.error("\(path).onExceed", "bad-value", "`\(type.id)` is critical and never digested; \(advice)")
        }
        if type.ttl <= limit.per.longest, !type.individual {
            log.error(
                "\(path).per",
                "bad-value",
                "a push of `\(type.id)` may wait until the end of the \(limit.per.rawValue), longer than its `ttl`, "
                    + "and expire; make the `ttl` longer, or \(advice)"
            )
        }
        CopyLint(catalog: catalog, type: type, path: "types.\(type.id)", log: log).check(limit.copy, path)
        // Without a text of its own the digest has the text of the type's digest.
        let copy = limit.copy.isEmpty ? type.digest?.copy ?? limit.copy : limit.copy
        DigestLint.words(copy, path, catalog, log)
    }
}

extension CalendarUnit {
    /// The longest one there is: a day on which the clocks go back has 25 hours.
    fileprivate var longest: Duration {
        switch self {
        case .hour: .seconds(3600)
        case .day: .seconds(25 * 3600)
        case .week: .seconds((7 * 24 + 1) * 3600)
        case .month: .seconds((31 * 24 + 1) * 3600)
        }
    }
}

extension NotificationType {
    /// Whether nothing that a trigger says makes it less than critical.
    var isAlwaysCritical: Bool {
        priority.fallback == .critical && !priority.variable && priority.rules.allSatisfy { $0.priority == .critical }
    }
}
