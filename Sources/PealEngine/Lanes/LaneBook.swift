public import PealCore
public import PealProviderKit
public import PealStore
import Synchronization

/// The registry of queues: one for each app and provider, as this process knows them.
///
/// Its lock is held for arithmetic alone.
public final class LaneBook: Sendable {
    private struct State {
        var lanes: [LaneKey: Lane] = [:]
        var inFlight: [AppID: Int] = [:]
        var total = 0
        /// What the store said last: only its changes are news.
        var records: [LaneKey: LaneRecord] = [:]
    }

    private let maximumInFlight: Int
    private let settings: [LaneKey: LaneLimits]
    private let state = Mutex(State())

    /// Starts with nothing in flight.
    /// - Parameters:
    ///   - maximumInFlight: deliveries in flight, in all; one app has at most half of it (ADR 0009).
    ///   - limits: what a push service takes of an app, where it or the operator names a number.
    public init(maximumInFlight: Int, limits: [LaneKey: LaneLimits]) {
        self.maximumInFlight = maximumInFlight
        settings = limits
    }

    /// Why pending deliveries of queues are not due now.
    public func holds(now: Timestamp) -> [LaneKey: LaneHold] {
        state.withLock { state in
            var holds: [LaneKey: LaneHold] = [:]
            for (key, lane) in state.lanes {
                // Of a copy: who only looks, perhaps at a later instant than the claims, must not begin the probing.
                var lane = lane
                holds[key] = lane.hold(now: now)
            }
            return holds
        }
    }

    /// What may be claimed now; `nil` when there is no capacity at all.
    func budget(now: Timestamp) -> ClaimBudget? {
        state.withLock { state in
            let total = LaneRoom(bound: maximumInFlight, inFlight: state.total)
            guard !total.isEmpty else { return nil }
            // Those with limits of their own must not begin with more than these allow.
            for lane in settings.keys where state.lanes[lane] == nil { state.lanes[lane] = fresh(lane, now) }
            var rooms: [LaneKey: LaneRoom] = [:]
            for lane in state.lanes.keys { rooms[lane] = state.lanes[lane]?.room(now: now) }
            return ClaimBudget(
                total: total,
                perApp: LaneRoom(bound: appBound, inFlight: 0),
                inFlight: state.inFlight,
                lanes: rooms,
                // Of a push service no client is configured for: it is refused at once.
                perLane: LaneRoom(bound: min(appBound, 64), inFlight: 0)
            )
        }
    }

    /// Deliveries were claimed.
    func began(_ deliveries: [ClaimedDelivery], now: Timestamp) { began(deliveries.map(\.lane), now: now) }

    /// Something was claimed of these queues, one of each.
    func began(_ lanes: [LaneKey], now: Timestamp) {
        state.withLock { state in
            for lane in lanes {
                state.total += 1
                state.inFlight[lane.app, default: 0] += 1
                state.lanes[lane, default: fresh(lane, now)].began(1, now: now)
            }
        }
    }

    /// What an outcome of an attempt or a receipt means for the token, by the token-invalidation breaker.
    func judgeAddress(_ lane: LaneKey, _ outcome: SendOutcome, now: Timestamp) -> Lane.Trust {
        state.withLock { $0.lanes[lane, default: fresh(lane, now)].judge(outcome, now: now) }
    }

    /// An attempt ended.
    /// - Parameters:
    ///   - lane: where.
    ///   - outcome: how.
    ///   - now: when.
    ///   - unit: a random number in 0..<1.
    /// - Returns: whether it is time to claim again.
    func ended(_ lane: LaneKey, _ outcome: SendOutcome, now: Timestamp, unit: Double) -> Bool {
        state.withLock { state in
            state.total -= 1
            let left = (state.inFlight[lane.app] ?? 1) - 1
            state.inFlight[lane.app] = left > 0 ? left : nil
            var known = state.lanes[lane] ?? fresh(lane, now)
            known.ended(outcome, now: now, unit: unit)
            state.lanes[lane] = known
            // Claims come in portions, not one by one; a queue that is opening takes each step.
            return known.inFlight % max(1, known.bound / 8) == 0 || left % max(1, appBound / 8) == 0
                || state.total % max(1, maximumInFlight / 8) == 0 || known.isOpening
        }
    }

    /// Whether the token-invalidation breaker is open.
    public func isDoubted(_ lane: LaneKey) -> Bool { state.withLock { $0.lanes[lane]?.doubtedSince } != nil }

    /// Applies what operators set, and the breakers that an earlier process left open.
    /// - Returns: whether anything changed that lets deliveries go.
    public func apply(_ records: [LaneRecord], now: Timestamp) -> Bool {
        state.withLock { state in
            var isNews = false
            for record in records {
                let known = state.records.updateValue(record, forKey: record.lane)
                guard known != record else { continue }
                var lane = state.lanes[record.lane] ?? fresh(record.lane, now)
                isNews = isNews || lane.pausedAt != record.pausedAt || known?.redrivenAt != record.redrivenAt
                lane.pausedAt = record.pausedAt
                // An alarm raised here is not on disk at once: only what changed there is an operator's call.
                if known?.doubtedSince != record.doubtedSince,
                    (lane.doubtedSince == nil) != (record.doubtedSince == nil)
                {
                    lane.setDoubted(since: record.doubtedSince)
                }
                state.lanes[record.lane] = lane
            }
            return isNews
        }
    }

    /// The status of each queue, for the metrics.
    public var standing: [LaneStanding] {
        state.withLock { state in
            state.lanes.sorted { $0.key < $1.key }.map { key, lane in
                LaneStanding(
                    lane: key,
                    inFlight: lane.inFlight,
                    isPaused: lane.pausedAt != nil,
                    isBroken: lane.isBroken,
                    isDoubted: lane.doubtedSince != nil
                )
            }
        }
    }

    private var appBound: Int { max(1, maximumInFlight / 2) }

    private func fresh(_ lane: LaneKey, _ now: Timestamp) -> Lane {
        let limits = settings[lane]
        return Lane(bound: min(limits?.inFlight ?? appBound, appBound), perSecond: limits?.perSecond, now: now)
    }
}
