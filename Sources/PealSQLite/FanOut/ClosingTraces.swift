import PealCore

/// What is added to the traces of a window's items, each written once for many windows.
struct ClosingTraces {
    private static let resolved = Trace([.resolvedElsewhere(holdStage: .digest)]).encoded
    private static let expired = Trace([Trace.Step(.digest, .release, .expired)]).encoded

    private var bundles: [Bundle: String] = [:]

    private struct Bundle: Hashable {
        var reason: String
        var count: Int
    }

    /// What an item says that ended by an event when its window closed, whose digest stands for so many.
    mutating func end(_ event: PushMachine.Event, count: Int) -> String {
        switch event {
        case .represented(let reason): represented(reason, count: count)
        case .expired: Self.expired
        default: Self.resolved
        }
    }

    private mutating func represented(_ reason: Reason, count: Int) -> String {
        let bundle = Bundle(reason: reason.rawValue, count: count)
        if let known = bundles[bundle] { return known }
        let trace = Trace([Trace.Step(.digest, .release, reason, .notifications(count))]).encoded
        bundles[bundle] = trace
        return trace
    }
}
