import PealCore

/// The body of a `POST /triggers`.
///
/// The page writes a fresh id wherever it says ``fresh``.
struct DemoTrigger: Sendable {
    /// Stands for an id of its own at every press.
    static let fresh = "$uuid"

    var type: TypeID
    var entity: EntityRef?
    /// What changes with it: upserted in the same transaction.
    var changes: [EntityPatch] = []
    var transition: String?
    var actor: Trigger.Actor = .system
    /// The audience; `nil` leaves it to the catalog.
    var audience: Recipients?
    var data: [String: JSONValue]
    var priority: Priority?

    /// The audience of a trigger of the demo.
    enum Recipients: Sendable {
        case users([UserID])
        case everybody
    }

    /// The body itself.
    var json: JSONValue {
        var body: [String: JSONValue] = ["type": .string(type.rawValue), "actor": actor.json, "data": .object(data)]
        if let entity { body["entity"] = .string(entity.description) }
        if !changes.isEmpty {
            body["entities"] = .object(
                changes.reduce(into: [:]) { $0[$1.ref.description] = $1.json }
            )
        }
        if let transition { body["transition"] = .string(transition) }
        if let priority { body["priority"] = .string(priority.rawValue) }
        switch audience {
        case .users(let users): body["to"] = .object(["users": .array(users.map { .string($0.rawValue) })])
        case .everybody: body["to"] = .object(["all": .bool(true)])
        case nil: break
        }
        return .object(body)
    }
}

extension Trigger.Actor {
    /// Nobody in particular: a schedule, a rule.
    static let system = Trigger.Actor(id: nil, kind: .system)

    /// A user.
    static func user(_ id: UserID) -> Trigger.Actor { Trigger.Actor(id: id, kind: .user) }

    /// A user in charge.
    static func admin(_ id: UserID) -> Trigger.Actor { Trigger.Actor(id: id, kind: .admin) }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
        if let id { members["id"] = .string(id.rawValue) }
        return .object(members)
    }
}

extension EntityPatch {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [:]
        if let parent = parent.value { members["parent"] = .string(parent.description) }
        if let owner = ownerID.value { members["ownerId"] = .string(owner.rawValue) }
        if let status = status.value { members["status"] = .string(status) }
        if let times = times.value {
            members["times"] = .object(times.mapValues { $0.map { .string($0.rfc3339) } ?? .null })
        }
        return .object(members)
    }
}
