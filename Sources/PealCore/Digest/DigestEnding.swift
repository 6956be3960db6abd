/// How alike items of a digest window end.
public struct DigestEnding: Sendable, Equatable {
    /// What the items have in common.
    public var worth: PushWorth
    /// The state of their pushes then.
    public var state: PushState
    /// Why.
    public var reason: Reason
    /// What is added to their traces.
    public var trace: Trace

    /// Ends items on an event; `nil` when a push in a digest window cannot end so.
    init?(_ worth: PushWorth, on event: PushMachine.Event, trace: Trace) {
        guard let state = PushMachine.next(.digested, on: event), let reason = event.reason else { return nil }
        self.worth = worth
        self.state = state
        self.reason = reason
        self.trace = trace
    }
}

extension DueWindow {
    /// How the items end that do not represent the window.
    /// - Parameters:
    ///   - hasRepresentative: whether an item was decided.
    ///   - isSeparate: whether each item is pushed as itself; what is not worth pushing then ends with the last one.
    ///   - reason: why the items that are worth pushing are not pushed themselves.
    /// - Returns: one for each kind of items; none while the others stay in the window.
    public func endings(hasRepresentative: Bool, isSeparate: Bool, reason: Reason) -> [DigestEnding] {
        guard let others = contents.others(hasRepresentative: hasRepresentative, isSeparate: isSeparate) else {
            return []
        }
        return items.compactMap { items in
            let obstacle = items.worth.obstacle
            guard obstacle != nil || others.worthPushing > 0 else { return nil }
            let event = DigestWindow.end(ofItemWith: obstacle, representedBy: reason)
            return DigestEnding(items.worth, on: event, trace: event.endOfItem(among: count))
        }
    }

    /// Whether the window is empty after an item was decided, or none.
    public func closes(isSeparate: Bool) -> Bool { !isSeparate || count <= 1 }
}

extension PushMachine.Event {
    /// What is added to the trace of an item that ends with its window.
    fileprivate func endOfItem(among count: Int) -> Trace {
        switch self {
        case .represented(let reason): Trace([Trace.Step(.digest, .release, reason, .notifications(count))])
        case .expired: Trace([Trace.Step(.digest, .release, .expired)])
        default: Trace([.resolvedElsewhere(holdStage: .digest)])
        }
    }
}
