import PealCore

/// A promise that holds of what is stored whenever nothing is being written.
struct FactPromise: Sendable {
    var name: String
    /// What breaks it at an instant; `nil` when it holds.
    var breach: @Sendable (StoreFacts, Timestamp) -> String?

    /// Held at every step.
    static let always = [
        FactPromise(name: "one-decision") { facts, _ in
            var known = Set<[String]>()
            let twice = facts.notifications.first { row in
                !known.insert([row.app.rawValue, row.trigger.description, row.user.rawValue]).inserted
            }
            return twice.map { "\($0.userKey) has two decisions of \($0.trigger)" }
        },
        FactPromise(name: "badge") { facts, _ in
            var counts: [UserKey: BadgeFact] = [:]
            for row in facts.notifications where row.isShown {
                counts[row.userKey, default: BadgeFact(userKey: row.userKey, unseen: 0, unread: 0)].add(row)
            }
            for badge in facts.badges {
                let count = counts.removeValue(forKey: badge.userKey)
                if badge != count ?? BadgeFact(userKey: badge.userKey, unseen: 0, unread: 0) {
                    return "\(badge) is stored, and the rows are \(count.map { "\($0)" } ?? "none")"
                }
            }
            return counts.keys.map(\.description).min().map { "\($0) has rows and no badge" }
        },
        FactPromise(name: "cancelled-stays-cancelled") { facts, _ in
            let cancelled = Set(facts.triggers.filter(\.isCancelled).map(\.id))
            guard !cancelled.isEmpty else { return nil }
            let rows = facts.notifications.filter { cancelled.contains($0.trigger) }
            if let row = rows.first(where: \.waits) { return "\(row.id) waits as \(row.push)" }
            let ids = Set(rows.map(\.id))
            return facts.deliveries.first { $0.state == "pending" && ids.contains($0.id.notification) }
                .map { "\($0.id) is pending" }
        },
    ]

    /// Held when the loops found nothing more to do.
    static let idle = [
        FactPromise(name: "no-starvation") { facts, now in
            facts.receipts.first { $0.dueAt <= now }.map { "the receipt of \($0.delivery) is overdue" }
        },
        FactPromise(name: "no-starvation") { facts, now in
            facts.firings.first { $0.state == "waiting" && $0.dueAt <= now }.map { "\($0.type) of \($0.entity) waits" }
        },
        FactPromise(name: "no-starvation") { facts, now in
            facts.triggers.first { $0.isOpen && $0.dueAt <= now }.map { "\($0.id) of \($0.type) is \($0.fanOut)" }
        },
        FactPromise(name: "no-starvation") { facts, now in
            facts.notifications.first { row in row.waits && row.heldUntil.map { $0 <= now } == true }
                .map { "\($0.id) of \($0.userKey) is in \($0.push)" }
        },
    ]
}

extension BadgeFact {
    fileprivate mutating func add(_ row: NotificationFact) {
        if row.seenAt == nil { unseen += 1 }
        if row.readAt == nil { unread += 1 }
    }
}
