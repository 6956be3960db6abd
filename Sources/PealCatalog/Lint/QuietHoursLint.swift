import PealCore

/// Looks at types whose pushes quiet hours hold for longer than they are worth sending: at night they reach nobody.
struct QuietHoursLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        guard catalog.features.quietHours, let policy = catalog.quietHours, !type.silent,
            (type.quietAction ?? policy.action) == .defer, !isExempt(policy)
        else { return }
        let night = Self.length(of: policy.window)
        guard type.ttl < night else { return }
        log.warn(
            log.has("\(path).ttl") ? "\(path).ttl" : path,
            "held-until-expired",
            """
            quiet hours hold its push for up to \(night.catalogText), and it expires after \(type.ttl.catalogText), so \
            a push of the night is never sent; bypass `quietHours`, set a longer `ttl`, or set `quietAction: inAppOnly` \
            where that is meant
            """
        )
    }

    /// Whether no push of the type is held, or the catalog says for which recipients not.
    private func isExempt(_ policy: QuietHoursPolicy) -> Bool {
        type.bypass.contains(.quietHours) || type.conditionalBypass[.quietHours] != nil
            || !type.priority.variable && policy.exempt.isSuperset(of: priorities)
    }

    /// The priorities that it can have.
    private var priorities: [Priority] { [type.priority.fallback] + type.priority.rules.map(\.priority) }

    /// How long a window lasts on a day without a change of the clock.
    private static func length(of window: QuietWindow) -> Duration {
        let minutes = (window.end.minutesSinceMidnight - window.start.minutesSinceMidnight + 1_440) % 1_440
        return .seconds(minutes * 60)
    }
}
