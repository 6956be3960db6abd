import PealCore

/// Looks at rules that bundle: what contradicts them, and what nobody would see happen.
struct BundlingLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        if type.individual {
            for (rule, isSet) in [("digest", type.digest != nil), ("summary", type.summary != nil)] where isSet {
                log.error("\(path).\(rule)", "bad-value", "`individual` types are never bundled; drop one of both")
            }
            if type.throttle?.onExceed == .digest {
                log.error(
                    "\(path).throttle",
                    "bad-value",
                    "`individual` types are never bundled; write `onExceed: suppress`"
                )
            }
        }
        if type.priority.fallback == .critical, type.priority.rules.isEmpty, !type.priority.variable {
            for (rule, isSet) in [
                ("digest", type.digest != nil), ("summary", type.summary != nil), ("throttle", type.throttle != nil),
            ] where isSet {
                log.warn("\(path).\(rule)", "unreachable-rule", "critical notifications are never bundled or throttled")
            }
        }
        if let digest = type.digest, digest.window >= type.ttl {
            log.error(
                "\(path).digest.window",
                "bad-value",
                "is not shorter than `ttl`: what waits would expire in the window; make it shorter"
            )
        }
        words(type.digest?.copy, "digest")
        if type.throttle?.onExceed == .digest { words(type.throttle?.copy, "throttle") }
        words(type.summary?.copy, "summary")
    }

    private func words(_ copy: BundleCopy?, _ rule: String) {
        if let copy { Self.words(copy, "\(path).\(rule)", catalog, log) }
    }

    /// The standard words are English: an app in other languages writes its own.
    static func words(_ copy: BundleCopy, _ rule: String, _ catalog: Catalog, _ log: FindingLog) {
        guard copy.body == nil, catalog.locales.contains(where: { !$0.hasPrefix("en") }) else { return }
        log.warn(rule, "missing-copy", "the standard words are English; write a `body` per locale")
    }
}
