public import PealCore
public import PealProviderKit
public import PealStore
import Synchronization

/// The registry of queues: one for each app and provider, as this process knows them.
///
/// Its lock is held for arithmetic alone.
public final class QueueRegistry: Sendable {
    private struct State {
        var queues: [QueueKey: DeliveryQueue] = [:]
        var inFlight: [AppID: Int] = [:]
        var total = 0
        /// What the store said last: only its changes are news.
        var records: [QueueKey: QueueRecord] = [:]
        /// The troubles that the store knows, or is being told.
        var stored: [QueueKey: QueueTrouble] = [:]
        /// The queues whose trouble is being stored.
        var storing: Set<QueueKey> = []
    }

    private let maximumInFlight: Int
    private let settings: [QueueKey: QueueLimits]
    private let state = Mutex(State())

    /// Starts with nothing in flight.
    /// - Parameters:
    ///   - maximumInFlight: deliveries in flight, in all; one app has at most half of it (ADR 0009).
    ///   - limits: what a push service takes of an app, where it or the operator names a number.
    public init(maximumInFlight: Int, limits: [QueueKey: QueueLimits]) {
        self.maximumInFlight = maximumInFlight
        settings = limits
    }

    /// Why pending deliveries of queues are not due now.
    public func holds(now: Timestamp) -> [QueueKey: QueuePause] {
        state.withLock { state in state.queues.compactMapValues { $0.hold(now: now) } }
    }

    /// The same for people: it says also what waits for the answer to a probe.
    public func explainedPauses(now: Timestamp) -> [QueueKey: QueuePause] {
        state.withLock { state in state.queues.compactMapValues { $0.explainedPause(now: now) } }
    }

    /// What may be claimed now; `nil` when there is no capacity at all.
    func budget(now: Timestamp) -> ClaimBudget? {
        state.withLock { state in
            let total = QueueCapacity(bound: maximumInFlight, inFlight: state.total)
            guard !total.isEmpty else { return nil }
            // Those with limits of their own must not begin with more than these allow.
            for queue in settings.keys where state.queues[queue] == nil { state.queues[queue] = fresh(queue, now) }
            var capacities: [QueueKey: QueueCapacity] = [:]
            for (key, queue) in state.queues { capacities[key] = queue.room(now: now) }
            return ClaimBudget(
                total: total,
                perApp: QueueCapacity(bound: appBound, inFlight: 0),
                inFlight: state.inFlight,
                queues: capacities,
                // Of a push service no client is configured for: it is refused at once.
                perQueue: QueueCapacity(bound: min(appBound, 64), inFlight: 0)
            )
        }
    }

    /// Deliveries were claimed.
    func began(_ deliveries: [ClaimedDelivery], now: Timestamp) { began(deliveries.map(\.queue), now: now) }

    /// Something was claimed of these queues, one of each.
    func began(_ queues: [QueueKey], now: Timestamp) {
        state.withLock { state in
            for queue in queues {
                state.total += 1
                state.inFlight[queue.app, default: 0] += 1
                state.queues[queue, default: fresh(queue, now)].began(1, now: now)
            }
        }
    }

    /// Attempts were answered: their queue waits from now on if the service asks for it or fails.
    ///
    /// To be said as soon as the answers are there, not when they are on disk: meanwhile other deliveries would go on.
    /// - Parameters:
    ///   - queue: where.
    ///   - outcomes: how, one for each attempt.
    ///   - now: when.
    ///   - unit: a random number in 0..<1.
    /// - Returns: whether the queue is opening, so that each answer may let more go, and what became of its circuit breaker.
    func answered(_ queue: QueueKey, _ outcomes: some Sequence<SendOutcome>, now: Timestamp, unit: Double)
        -> QueueAnswer
    {
        state.withLock { state in
            var known = state.queues[queue] ?? fresh(queue, now)
            let wasThrottled = known.isThrottled(now: now)
            var changes: [QueueAnswer.Change] = []
            for outcome in outcomes {
                guard let change = known.note(outcome, now: now, unit: unit) else { continue }
                changes.append(QueueAnswer.Change(breaker: change, reason: outcome.reason))
            }
            state.queues[queue] = known
            let until = known.trouble.throttledUntil.flatMap {
                !wasThrottled && $0 - now >= QueueAnswer.shortestNews ? $0 : nil
            }
            return QueueAnswer(isOpening: known.isOpening, changes: changes, throttledUntil: until)
        }
    }

    /// The trouble of a queue that the store does not know yet; `nil` when it knows it, or another caller is at it.
    ///
    /// The caller stores it, and then calls ``endStoring(_:isStored:)``.
    func beginStoring(_ queue: QueueKey) -> QueueTrouble? {
        state.withLock { state in
            let trouble = state.queues[queue]?.trouble ?? QueueTrouble()
            guard !state.storing.contains(queue), trouble != state.stored[queue] ?? QueueTrouble() else { return nil }
            state.storing.insert(queue)
            state.stored[queue] = trouble
            return trouble
        }
    }

    /// Ends what ``beginStoring(_:)`` began.
    func endStoring(_ queue: QueueKey, isStored: Bool) {
        state.withLock { state in
            state.storing.remove(queue)
            // Not known, so that the next answer tries again.
            if !isStored { state.stored[queue] = nil }
        }
    }

    /// What an outcome of an attempt or a receipt means for the token, by the token-invalidation breaker.
    func judgeAddress(_ queue: QueueKey, _ outcome: SendOutcome, of device: DeviceID?, now: Timestamp)
        -> DeliveryQueue.TokenVerdict
    {
        state.withLock { $0.queues[queue, default: fresh(queue, now)].judge(outcome, of: device, now: now) }
    }

    /// What became of an attempt that was answered is on disk.
    /// - Parameters:
    ///   - queue: where.
    ///   - now: the instant.
    /// - Returns: whether it is time to claim again.
    func ended(_ queue: QueueKey, now: Timestamp) -> Bool {
        state.withLock { state in
            state.total -= 1
            let left = (state.inFlight[queue.app] ?? 1) - 1
            state.inFlight[queue.app] = left > 0 ? left : nil
            var known = state.queues[queue] ?? fresh(queue, now)
            known.ended()
            state.queues[queue] = known
            // Claims come in portions, not one by one; a queue that is opening takes each step.
            return Self.endsPortion(known.inFlight, of: known.bound) || Self.endsPortion(left, of: appBound)
                || Self.endsPortion(state.total, of: maximumInFlight) || known.isOpening
        }
    }

    /// Whether a quarter of a bound is free again: a claim of half as much costs each push a tenth more.
    private static func endsPortion(_ inFlight: Int, of bound: Int) -> Bool { inFlight % max(1, bound / 4) == 0 }

    /// Whether the token-invalidation breaker is open.
    public func isInvalidationBreakerOpen(_ queue: QueueKey) -> Bool {
        state.withLock { $0.queues[queue]?.invalidationBreakerOpenSince } != nil
    }

    /// Applies what operators set, and the breakers that an earlier process left open.
    /// - Returns: whether anything changed that lets deliveries go.
    public func apply(_ records: [QueueRecord], now: Timestamp) -> Bool {
        state.withLock { state in
            var isNews = false
            for record in records {
                let known = state.records.updateValue(record, forKey: record.queue)
                guard known != record else { continue }
                var queue = state.queues[record.queue] ?? fresh(record.queue, now)
                isNews = isNews || queue.pausedAt != record.pausedAt || known?.redrivenAt != record.redrivenAt
                (queue.pausedAt, queue.pausedBy) = (record.pausedAt, record.pausedBy)
                // Only another process's: what this one stored is older than what it knows.
                if known == nil, state.stored[record.queue] == nil, record.trouble != QueueTrouble() {
                    queue.adopt(record.trouble)
                }
                // An alarm raised here is not on disk at once: only what changed there is an operator's call.
                if known?.invalidationBreakerOpenSince != record.invalidationBreakerOpenSince,
                    (queue.invalidationBreakerOpenSince == nil) != (record.invalidationBreakerOpenSince == nil)
                {
                    queue.setInvalidationBreaker(since: record.invalidationBreakerOpenSince)
                }
                state.queues[record.queue] = queue
            }
            return isNews
        }
    }

    /// The status of each queue, for the metrics.
    public var statuses: [QueueStatus] {
        state.withLock { state in
            state.queues.sorted { $0.key < $1.key }.map { key, queue in
                QueueStatus(
                    queue: key,
                    inFlight: queue.inFlight,
                    isPaused: queue.pausedAt != nil,
                    isBroken: queue.isBroken,
                    isInvalidationBreakerOpen: queue.invalidationBreakerOpenSince != nil
                )
            }
        }
    }

    private var appBound: Int { max(1, maximumInFlight / 2) }

    private func fresh(_ queue: QueueKey, _ now: Timestamp) -> DeliveryQueue {
        let limits = settings[queue]
        return DeliveryQueue(bound: min(limits?.inFlight ?? appBound, appBound), perSecond: limits?.perSecond, now: now)
    }
}
