import PealCore
import PealStore

extension AppRows {
    /// What is stored now of what a decision about a user was made from.
    func versions(of user: UserID, _ trigger: TriggerRow) -> DecisionStamp.Versions {
        DecisionStamp.Versions(facts: factsVersion(of: user), entity: entityVersion(of: trigger))
    }

    /// Counts the changes of what decisions read of a user; `nil` for one who is not stored.
    func factsVersion(of user: UserID) -> Int? { users.contains(user) ? factsVersions[user] ?? 1 : nil }

    /// Counts the changes of a trigger's entity; `nil` when it has none, or none is stored.
    func entityVersion(of trigger: TriggerRow) -> Int? {
        trigger.trigger.entity.flatMap { entities.contains($0) ? entityVersions[$0] ?? 1 : nil }
    }

    /// Each change of these facts leaves an event, and raises their version.
    mutating func raiseVersions(_ kind: EventKind, _ user: UserID?, _ subject: Event.Subject) {
        switch kind {
        case .userChanged, .preferencesChanged, .mutesChanged, .deviceChanged, .membersChanged:
            if let user { raiseFacts(of: user) }
        case .entityChanged:
            guard case .entity(let ref) = subject else { return }
            entityVersions[ref, default: 1] += 1
            if let owner = entities[ref]?.ownerID { raiseFacts(of: owner) }
        default: break
        }
    }

    mutating func raiseFacts(of user: UserID) { factsVersions[user, default: 1] += 1 }

    /// Puts an entity; who owned it may not own it any more.
    mutating func put(_ entity: Entity) {
        if let owner = entities[entity.ref]?.ownerID { raiseFacts(of: owner) }
        entities.put(entity)
        add(.entityChanged, .entity(entity.ref))
    }

    /// Deletes an entity and its members; whether there was one.
    mutating func deleteEntity(_ ref: EntityRef) -> Bool {
        guard let entity = entities.remove(ref) else { return false }
        if let owner = entity.ownerID { raiseFacts(of: owner) }
        for key in members.keys(in: .of(ref)) {
            members.remove(key)
            raiseFacts(of: key.user)
        }
        add(.entityChanged, .entity(ref))
        return true
    }
}
