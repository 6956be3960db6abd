import PealCore

/// Looks at types whose pushes are sent once more to a device that was off (R146).
struct RedeliveryLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        guard type.isRedelivered, type.ttl <= RedeliveryPlan.wait else { return }
        log.error(
            "\(path).redeliver",
            "bad-value",
            "`ttl` is not longer than the 10 seconds before a push is sent once more; make it longer, or set `redeliver: false`"
        )
    }
}
