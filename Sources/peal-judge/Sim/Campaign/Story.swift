import PealCore

/// What a run left behind: two stores that ran the same seed must leave the same.
struct Story: Sendable, Equatable {
    var facts: StoreFacts
    var events: [EventStream: [Event]]

    /// Where another story begins to differ; `nil` when it does not.
    func difference(from other: Story) -> String? {
        let (mine, theirs) = (facts, other.facts)
        let found: [String?] = [
            Self.difference("triggers", mine.triggers, theirs.triggers),
            Self.difference("notifications", mine.notifications, theirs.notifications),
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
            Self.difference("leftovers", [mine.leftovers], [theirs.leftovers]),
        ]
        return found.compactMap(\.self).first ?? eventDifference(from: other)
    }

    private func eventDifference(from other: Story) -> String? {
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
