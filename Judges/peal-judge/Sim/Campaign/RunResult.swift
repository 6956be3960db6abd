import PealCore

/// What a run left behind: two stores that ran the same seed must leave the same.
struct RunResult: Sendable, Equatable {
    /// What was stored when the last step had been taken, and when everything had come to its end.
    var midway: StoreFacts
    var facts: StoreFacts
    var events: [EventStream: [Event]]

    /// Where another run begins to differ; `nil` when it does not.
    func difference(from other: RunResult) -> String? {
        Self.difference(midway, other.midway) ?? Self.difference(facts, other.facts) ?? eventDifference(from: other)
    }

    private static func difference(_ mine: StoreFacts, _ theirs: StoreFacts) -> String? {
        let found: [String?] = [
            Self.difference("triggers", mine.triggers, theirs.triggers),
            Self.difference("notifications", mine.notifications, theirs.notifications),
            Self.difference("texts", mine.texts, theirs.texts),
            Self.difference("deliveries", mine.deliveries, theirs.deliveries),
            Self.difference("receipts", mine.receipts, theirs.receipts),
            Self.difference("devices", mine.devices, theirs.devices),
            Self.difference("users", mine.users, theirs.users),
            Self.difference("entities", mine.entities, theirs.entities),
            Self.difference("members", mine.members, theirs.members),
            Self.difference("preferences", mine.preferences, theirs.preferences),
            Self.difference("badges", mine.badges, theirs.badges),
            Self.difference("firings", mine.firings, theirs.firings),
            Self.difference("claims", mine.claims, theirs.claims),
            Self.difference("mutes", mine.mutes, theirs.mutes),
            Self.difference("quota windows", mine.quotas, theirs.quotas),
            Self.difference("silent sync pushes", mine.syncPushes, theirs.syncPushes),
            Self.difference("pushes to clear", mine.clears, theirs.clears),
            Self.difference("leftovers", [mine.leftovers], [theirs.leftovers]),
        ]
        return found.compactMap(\.self).first
    }

    private func eventDifference(from other: RunResult) -> String? {
        for stream in Set(events.keys).union(other.events.keys).sorted(by: { $0.description < $1.description }) {
            let found = Self.difference("\(stream)", events[stream] ?? [], other.events[stream] ?? [])
            if let found { return found }
        }
        return nil
    }

    private static func difference<Fact: Equatable>(_ name: String, _ mine: [Fact], _ theirs: [Fact]) -> String? {
        guard mine != theirs else { return nil }
        let index =
            zip(mine, theirs).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(mine.count, theirs.count)
        let (one, other) = (mine.dropFirst(index).first, theirs.dropFirst(index).first)
        return "\(name) \(index): \(one.map { "\($0)" } ?? "none") and \(other.map { "\($0)" } ?? "none")"
    }
}
