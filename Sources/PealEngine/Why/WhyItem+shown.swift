import PealCore

extension WhyItem {
    /// A push that failed, and that the app showed when it was opened; `nil` for any other.
    var shownByApp: String? {
        guard delivery?.outcome == .failed || delivery?.outcome == .expired, let shownAt = record.receivedAt else {
            return nil
        }
        let attempts = deliveries.map(\.attempts.count).max() ?? 0
        let isLimit = delivery?.reason == .retriesExhausted
        let failed: String
        switch attempts {
        case 0: failed = "The push was not sent"
        case 1: failed = "The push failed once"
        case 2: failed = "The push failed twice"
        default: failed = "The push failed \(counted(attempts, "time"))"
        }
        return "\(failed)\(isLimit ? " (limit of this type)" : ""). Shown in the app at \(zone.text(of: shownAt))."
    }
}
