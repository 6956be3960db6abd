import PealCore

extension FactPromise {
    /// Held once everything has come to its end.
    static let finalStates = [
        FactPromise(name: "nothing-lost") { facts, _ in
            facts.triggers.first(where: \.isOpen).map { "\($0.id) of \($0.type) is \($0.fanOut)" }
        },
        FactPromise(name: "held-ends") { facts, _ in
            facts.notifications.first(where: \.waits).map { "\($0.id) of \($0.userKey) is in \($0.push)" }
        },
        FactPromise(name: "outcome") { facts, _ in
            facts.deliveries.first(where: \.isOpen).map { "\($0.id) is \($0.state)" }
        },
        FactPromise(name: "outcome") { facts, _ in
            let delivered = Set(facts.deliveries.map(\.id.notification))
            return facts.notifications.first { $0.push == "send" && $0.hasTrace && !delivered.contains($0.id) }
                .map { "\($0.id) of \($0.userKey) is sent, with no delivery" }
        },
        FactPromise(name: "receipts") { facts, _ in
            facts.receipts.first.map { "the receipt of \($0.delivery) is left over" }
        },
    ]

    /// Held months after everything has ended.
    static let outlived = [
        FactPromise(name: "retention") { facts, _ in
            let left = [
                ("notifications", facts.notifications.count), ("deliveries", facts.deliveries.count),
                ("receipts", facts.receipts.count), ("triggers", facts.triggers.count),
                ("firings", facts.firings.count), ("answers", facts.leftovers.answers),
                ("reservations", facts.leftovers.reservations), ("local waits", facts.leftovers.localWaits),
                ("reminders", facts.leftovers.reminders), ("rejections", facts.leftovers.rejections),
                ("deleted entities", facts.leftovers.deletions),
            ]
            return left.first { $0.1 > 0 }.map { "\($0.1) \($0.0) are left" }
        },
        FactPromise(name: "retention") { facts, _ in
            facts.claims.first { $0.expiresAt != nil }.map { "the claim \($0.key) of \($0.app) is left" }
        },
        FactPromise(name: "badge") { facts, _ in
            facts.badges.first { $0.unseen != 0 || $0.unread != 0 }.map { "\($0) is left" }
        },
    ]

    /// Held when no device was seen for as long as any is kept.
    static let unreached = [
        FactPromise(name: "retention") { facts, _ in
            facts.devices.first { $0.state == "active" || $0.state == "stale" || $0.invalidSince != nil }
                .map { "\($0.id) of \($0.app) is \($0.state)" }
        }
    ]
}
