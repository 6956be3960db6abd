@testable import PealCore

/// One user's notifications, in digests and digests of digests, of which some are cancelled.
struct DigestMailbox: CustomStringConvertible {
    private(set) var pushes: [NotificationID: PushRecord] = [:]
    /// Notifications whose trigger is cancelled.
    private(set) var cancelled: Set<NotificationID> = []
    /// Notifications that the user has read.
    private(set) var resolved: Set<NotificationID> = []
    /// The order in which they are cancelled.
    let order: [NotificationID]

    var description: String {
        "cancel \(order.map(\.rawValue.milliseconds)) of \(pushes.values.sorted { $0.id < $1.id })"
    }

    init(_ choices: inout Choices) {
        let count = choices.integer(in: 1...7)
        for number in 1...count {
            let id = NotificationID.numbered(number)
            if number < count, !choices.flag(onceIn: 3) {
                pushes[id] = PushRecord.digested(number, in: choices.integer(in: (number + 1)...count))
            } else {
                pushes[id] = PushRecord(
                    id: id,
                    state: choices.element(of: [.held, .sending, .digested, .suppressed]),
                    deliveries: []
                )
            }
        }
        for id in pushes.keys.sorted() {
            guard var push = pushes[id] else { continue }
            push.isRepresentative = pushes.values.contains { $0.digest == id }
            if push.state == .sending {
                push.deliveries = choices.array(count: 0...2) { choices in
                    choices.element(of: [.pending, .retrying, .lost, .sending, .accepted, .failed])
                }
            }
            // A summary is the push of one of its parts, and is sent.
            push.isSummary = push.state == .sending && push.isRepresentative && choices.flag()
            if push.isSummary {
                for part in pushes.keys where pushes[part]?.digest == id { pushes[part]?.reason = .summarised }
            }
            if push.state == .suppressed { push.reason = choices.element(of: [.muted, .expired]) }
            pushes[id] = push
        }
        resolved = Set(pushes.keys.sorted().filter { _ in choices.flag(onceIn: 4) })
        var left = pushes.keys.sorted()
        var order: [NotificationID] = []
        for _ in 0..<choices.integer(in: 1...count) {
            order.append(left.remove(at: choices.integer(in: 0...(left.count - 1))))
        }
        self.order = order
    }

    /// Whether a part of a summary is not sent by itself when the summary ends, because the user has read it.
    func staysOut(_ id: NotificationID) -> Bool { resolved.contains(id) && pushes[id]?.reason == .summarised }

    /// What a store would read of one of them.
    func recipient(_ id: NotificationID) -> RecipientPush? {
        guard let own = pushes[id] else { return nil }
        var recipient = RecipientPush(user: "a", own: own)
        var next = own.isRepresented ? own.digest : nil
        while recipient.representatives.count < RecipientPush.depth, let at = next, let push = pushes[at] {
            recipient.representatives.append(push)
            next = push.isRepresented ? push.digest : nil
        }
        recipient.readItems { representative in
            pushes.values.filter { $0.digest == representative }.sorted { $0.id < $1.id }
                .map {
                    DigestItem(push: $0, isCancelled: cancelled.contains($0.id), isResolved: resolved.contains($0.id))
                }
        }
        return recipient
    }

    /// Cancels the trigger of one of them.
    mutating func cancel(_ id: NotificationID) throws -> RecipientCancel {
        cancelled.insert(id)
        guard let recipient = recipient(id) else { throw Refuted("there is no \(id)") }
        let plan = RecipientCancel(of: recipient, cause: nil, now: Timestamp(seconds: 5))
        for change in plan.changes { try apply(change) }
        return plan
    }

    private mutating func apply(_ change: PushChange) throws {
        switch change {
        case .cancelDeliveries(let id, let count, _):
            let waiting = pushes[id]?.deliveries.indices.filter { pushes[id]?.deliveries[$0].state == .pending } ?? []
            try demand(waiting.count == count, "\(change)")
            for index in waiting { pushes[id]?.deliveries[index].state = .cancelled }
        case .deleteDeliveries(let id, let count):
            try demand(pushes[id]?.deliveries.count == count, "\(change)")
            pushes[id]?.deliveries = []
        case .end(let id, let from, let to, let reason, _):
            try demand(pushes[id]?.state == from, "\(change)")
            set(id, to, reason, until: nil)
        case .returnToDigest(let id, let until, _):
            try demand(pushes[id]?.isRepresented == true, "\(change)")
            set(id, .digested, nil, until: until)
            pushes[id]?.digest = nil
        case .reopenDigest(let id, let from, let until, _):
            try demand(pushes[id]?.state == from, "\(change)")
            // Only a digest has a window to wait in.
            try demand(from != .sending || pushes[id]?.isRepresentative == true, "\(change)")
            set(id, .digested, nil, until: until)
            pushes[id]?.isRepresentative = false
        case .endSummary(let id, _, _):
            try demand(pushes[id]?.isSummary == true && pushes[id]?.state == .sending, "\(change)")
            pushes[id]?.isSummary = false
            pushes[id]?.isRepresentative = false
        case .leaveSummary(let id, _, _):
            try demand(pushes[id]?.isRepresented == true && pushes[id]?.reason == .summarised, "\(change)")
            set(id, .sending, nil, until: nil)
            pushes[id]?.digest = nil
            pushes[id]?.deliveries = [.pending]
        case .joinSummary, .mergeSummary: throw Refuted("a cancel makes no summary: \(change)")
        }
    }

    private mutating func set(_ id: NotificationID, _ state: PushState, _ reason: Reason?, until: Timestamp?) {
        pushes[id]?.state = state
        pushes[id]?.reason = reason
        pushes[id]?.heldUntil = until
    }
}
