import PealCore

/// An organisation, event, report or ride of the demo, and who belongs to it.
struct DemoEntity: Sendable {
    var ref: EntityRef
    /// What users call it.
    var name: String
    var parent: EntityRef?
    var ownerID: UserID?
    var status: String?
    /// Its times, seen from the start of the demo.
    var times: [String: Duration] = [:]
    var attributes: [String: JSONValue] = [:]
    var members: [DemoMember] = []

    /// The entity the app's backend would put.
    func entity(at now: Timestamp) -> Entity {
        let moment = DemoMoment(now: now)
        return Entity(
            ref: ref,
            parent: parent,
            ownerID: ownerID,
            status: status,
            times: times.mapValues { moment.instant(after: $0) },
            attributes: attributes,
            updatedAt: now
        )
    }

    /// When it takes place, seen from a moment.
    ///
    /// One that has begun takes place again: as far ahead of the moment as it was at the start of the demo, so that a demo
    /// that runs for hours still reminds of something to come.
    /// - Parameters:
    ///   - now: the moment.
    ///   - stored: its times in the store.
    /// - Returns: the stored times while they are ahead, or later ones.
    func times(at now: Timestamp, stored: [String: Timestamp]) -> [String: Timestamp] {
        let isOver = times.contains { name, distance in distance > .zero && (stored[name] ?? now) <= now }
        return isOver || stored.isEmpty ? times.mapValues { DemoMoment(now: now).instant(after: $0) } : stored
    }

    /// As the page reads it.
    var json: JSONValue { .object(["ref": .string(ref.description), "name": .string(name)]) }

    /// The memberships the app's backend would put.
    func memberships(at now: Timestamp) -> [Member] {
        members.map {
            Member(
                entity: ref,
                userID: $0.user,
                role: $0.role,
                status: $0.status,
                attributes: $0.attributes,
                updatedAt: now
            )
        }
    }
}

/// A user's membership in an entity of the demo.
struct DemoMember: Sendable {
    var user: UserID
    var role: String
    var status: String?
    /// What the host may see of them, where the catalog shows it.
    var attributes: [String: JSONValue]
}
