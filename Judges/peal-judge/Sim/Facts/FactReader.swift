import Synchronization

/// A store's facts as they are now; each part is read when it is looked at, and once until the store changes.
final class FactReader: Sendable {
    private struct Kept: Sendable {
        var version: Int?
        var triggers: [TriggerFact]?
        var notifications: [NotificationFact]?
        var deliveries: [DeliveryFact]?
        var receipts: [ReceiptFact]?
        var devices: [DeviceFact]?
        var users: [UserFact]?
        var entities: [EntityFact]?
        var members: [MemberFact]?
        var preferences: [PreferenceFact]?
        var mutes: [MuteFact]?
        var badges: [BadgeFact]?
        var firings: [FiringFact]?
        var claims: [ClaimFact]?
        var leftovers: LeftoverFacts?
    }

    private let source: SQLiteFacts
    private let kept = Mutex(Kept())

    init(_ source: SQLiteFacts) { self.source = source }

    var triggers: [TriggerFact] { get throws { try part(\.triggers, source.triggers) } }
    var notifications: [NotificationFact] { get throws { try part(\.notifications, source.notifications) } }
    var deliveries: [DeliveryFact] { get throws { try part(\.deliveries, source.deliveries) } }
    var receipts: [ReceiptFact] { get throws { try part(\.receipts, source.receipts) } }
    var devices: [DeviceFact] { get throws { try part(\.devices, source.devices) } }
    var users: [UserFact] { get throws { try part(\.users, source.users) } }
    var entities: [EntityFact] { get throws { try part(\.entities, source.entities) } }
    var members: [MemberFact] { get throws { try part(\.members, source.members) } }
    var preferences: [PreferenceFact] { get throws { try part(\.preferences, source.preferences) } }
    var mutes: [MuteFact] { get throws { try part(\.mutes, source.mutes) } }
    var badges: [BadgeFact] { get throws { try part(\.badges, source.badges) } }
    var firings: [FiringFact] { get throws { try part(\.firings, source.firings) } }
    var claims: [ClaimFact] { get throws { try part(\.claims, source.claims) } }
    var leftovers: LeftoverFacts { get throws { try part(\.leftovers, source.leftovers) } }

    /// Every part.
    func all() throws -> StoreFacts {
        StoreFacts(
            triggers: try triggers,
            notifications: try notifications,
            deliveries: try deliveries,
            receipts: try receipts,
            devices: try devices,
            users: try users,
            entities: try entities,
            members: try members,
            preferences: try preferences,
            badges: try badges,
            firings: try firings,
            claims: try claims,
            leftovers: try leftovers
        )
    }

    private func part<Part: Sendable>(_ path: WritableKeyPath<Kept, Part?>, _ read: () throws -> Part) throws -> Part {
        // Before the rows: what changes in between is read once more.
        let version = try source.version()
        return try kept.withLock { kept in
            if kept.version != version { kept = Kept(version: version) }
            if let known = kept[keyPath: path] { return known }
            let part = try read()
            kept[keyPath: path] = part
            return part
        }
    }
}
