import PealCore

/// Looks at pushes that wait for users who are using the app.
struct PresenceLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        guard let delay = type.delayWhileActive else { return }
        if type.priority.fallback == .critical || type.priority.rules.contains(where: { $0.priority == .critical }) {
            log.error(
                "\(path).delayWhileActive",
                "bad-value",
                "critical pushes are never delayed; remove `delayWhileActive` or the critical priority"
            )
        }
        if delay.length >= type.ttl {
            log.error(
                "\(path).delayWhileActive",
                "bad-value",
                "is not shorter than `ttl`: the push would expire while it waits; make it shorter"
            )
        }
        if delay.scope == .thread, type.thread == nil {
            log.error(
                "\(path).delayWhileActive.by",
                "bad-value",
                "the type has no `thread` that a user could look at; set `thread`, or use `by: user`"
            )
        }
    }
}
