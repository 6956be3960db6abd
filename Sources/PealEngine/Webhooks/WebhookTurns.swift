import PealCore
import Synchronization

/// Which webhooks have a turn now: each one at most, and so many at a time that those whose receivers are down keep no other
/// from its turn.
final class WebhookTurns: Sendable {
    /// Turns of webhooks whose last attempt succeeded, at the same time; and as many of the others.
    static let limit = 64

    fileprivate struct Key: Hashable, Comparable {
        var app: AppID
        var webhook: WebhookID

        static func < (left: Self, right: Self) -> Bool { (left.app, left.webhook) < (right.app, right.webhook) }
    }
    private struct State {
        /// Whether the receiver was failing when the turn began.
        var running: [Key: Bool] = [:]
        /// The last one whose turn began, among those that fail and among the others.
        var last: [Bool: Key] = [:]
    }
    private let state = Mutex(State())

    /// Begins the turns of webhooks that are due and for which there is room, in turns over all of them.
    /// - Parameters:
    ///   - statuses: all webhooks, by app and identifier.
    ///   - now: the instant it is.
    /// - Returns: those whose turn begins, and when the next of the others is due.
    func begin(_ statuses: [WebhookStatus], now: Timestamp) -> (begun: [WebhookStatus], next: Timestamp?) {
        state.withLock { state in
            var begun: [WebhookStatus] = []
            for isFailing in [false, true] {
                let due = statuses.filter { status in
                    (status.webhook.failures != nil) == isFailing && state.running[Key(status)] == nil
                        && status.nextTurn.map { $0 <= now } ?? false
                }
                let last = state.last[isFailing]
                let start = due.firstIndex { status in last.map { Key(status) > $0 } ?? true } ?? 0
                let room = Self.limit - state.running.values.count { $0 == isFailing }
                let next = (due[start...] + due[..<start]).prefix(max(room, 0))
                for status in next { state.running[Key(status)] = isFailing }
                if let latest = next.last { state.last[isFailing] = Key(latest) }
                begun += next
            }
            return (begun, statuses.compactMap(\.nextTurn).filter { $0 > now }.min())
        }
    }

    /// Ends the turn of a webhook.
    func end(_ status: WebhookStatus) { state.withLock { $0.running[Key(status)] = nil } }
}

extension WebhookTurns.Key {
    init(_ status: WebhookStatus) { self.init(app: status.app, webhook: status.webhook.id) }
}
