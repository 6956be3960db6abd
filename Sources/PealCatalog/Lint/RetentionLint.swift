import PealCore

/// Looks at how long rows are kept: a rule that counts what is forgotten counts wrong (C22).
struct RetentionLint {
    let catalog: Catalog
    let log: FindingLog

    private static let day = Duration.seconds(86_400)

    func run() {
        for (key, kept) in catalog.retention.clocks {
            if kept < Self.day {
                log.warn(
                    "retention.\(key)",
                    "short-retention",
                    "keeps rows for less than a day: they are gone the next morning; use `1d` or more"
                )
            }
            guard let least = catalog.retention.atLeast[key], kept < least else { continue }
            log.error(
                "retention.\(key)",
                "below-minimum",
                "is shorter than `retention.atLeast.\(key)`; keep rows at least that long"
            )
        }
        for type in catalog.types { lint(type) }
    }

    private func lint(_ type: NotificationType) {
        let path = "types.\(type.id)"
        if let throttle = type.throttle { compare("\(path).throttle.per", throttle.per) }
        if let digest = type.digest { compare("\(path).digest.window", digest.window) }
    }

    private func compare(_ path: String, _ span: Duration) {
        let retention = catalog.retention
        for (key, kept) in [("inbox", retention.inbox), ("deliveryLog", retention.deliveryLog)] where span > kept {
            log.error(
                path,
                "bad-value",
                "is longer than `retention.\(key)`: the rows that it counts are deleted earlier; change one of the two"
            )
            return
        }
    }
}
