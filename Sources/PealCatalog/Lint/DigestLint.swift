import PealCore

/// Checks digest rules: what contradicts them, and what no user would see.
struct DigestLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        if type.individual {
            for (rule, isSet) in [("digest", type.digest != nil), ("summary", type.summary != nil)] where isSet {
                log.error(
                    "\(path).\(rule)",
                    "bad-value",
                    "`individual` types are never digested; remove one of the two"
                )
            }
            if type.throttle?.onExceed == .digest {
                log.error(
                    "\(path).throttle",
                    "bad-value",
                    "`individual` types are never digested; use `onExceed: suppress`"
                )
            }
        }
        if type.priority.fallback == .critical, type.priority.rules.isEmpty, !type.priority.variable {
            for (rule, isSet) in [
                ("digest", type.digest != nil), ("summary", type.summary != nil), ("throttle", type.throttle != nil),
            ] where isSet {
                log.warn(
                    "\(path).\(rule)",
                    "unreachable-rule",
                    "critical notifications are never digested or throttled"
                )
            }
        }
        if let digest = type.digest, digest.window >= type.ttl {
            log.error(
                "\(path).digest.window",
                "bad-value",
                "is not shorter than `ttl`: pushes would expire in the window; make it shorter"
            )
        }
        words(type.digest?.copy, "digest")
        if type.throttle?.onExceed == .digest { words(type.throttle?.copy, "throttle") }
        words(type.summary?.copy, "summary")
    }

    private func words(_ copy: DigestCopy?, _ rule: String) {
        if let copy { Self.words(copy, "\(path).\(rule)", catalog, log) }
    }

    /// The standard words are English: an app in other languages writes its own.
    static func words(_ copy: DigestCopy, _ rule: String, _ catalog: Catalog, _ log: FindingLog) {
        guard copy.body == nil, catalog.locales.contains(where: { !$0.hasPrefix("en") }) else { return }
        log.warn(rule, "missing-copy", "the default text is English; add a `body` in each locale")
    }
}
