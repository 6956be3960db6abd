import PealCore
import PealStore

/// The names by which the two members of an entity read of each other: variables `from: other.name`.
struct OtherMembers: Sendable {
    /// What keeps the names in a trigger's data, by the user who reads them; no declared variable has such a name.
    static let key = "other.name"

    let store: any DirectoryStore
    let encryption: PayloadEncryption

    /// The names for those drafts that leave one to the directory.
    /// - Returns: for each draft the other's name by user; `nil` unless its entity has exactly two members, both with a name, and
    ///   nobody else is a recipient: they have no other member.
    func names(for drafts: [TriggerDraft], _ catalog: Catalog) async throws -> [[String: JSONValue]?] {
        var found: [EntityRef: [String: JSONValue]?] = [:]
        var names: [[String: JSONValue]?] = []
        for draft in drafts {
            guard let type = catalog.type(draft.type), type.leavesNames(in: draft.data), let entity = draft.entity
            else {
                names.append(nil)
                continue
            }
            let known =
                if let known = found[entity] { known } else { try await self.names(of: entity, app: catalog.app) }
            found[entity] = .some(known)
            guard let known, try await reaches(only: known, draft, type, entity, app: catalog.app) else {
                names.append(nil)
                continue
            }
            names.append(known)
        }
        return names
    }

    /// Whether all recipients are among the members that have a name.
    private func reaches(
        only names: [String: JSONValue],
        _ draft: TriggerDraft,
        _ type: NotificationType,
        _ entity: EntityRef,
        app: AppID
    ) async throws -> Bool {
        switch draft.audience ?? type.defaultAudience {
        case nil: return true
        case .users(let users)?: return users.allSatisfy { names[$0.rawValue] != nil }
        case .members(let query)?:
            switch query.of {
            case .itself: return true
            case .named(let other): return other == entity
            case .parent: return false
            }
        case .owner?:
            let patch = draft.entities.first { $0.ref == entity }
            let stored = try await store.entity(entity, app: app)
            let owner = (patch?.ownerID ?? .keep).merged(into: stored?.ownerID)
            return owner.map { names[$0.rawValue] != nil } ?? true
        case .all?: return false
        }
    }

    private func names(of entity: EntityRef, app: AppID) async throws -> [String: JSONValue]? {
        let page = PageRequest(limit: 3)
        guard let members = try await store.members(of: entity, app: app, page: page)?.items, members.count == 2 else {
            return nil
        }
        var names: [String: JSONValue] = [:]
        for (member, other) in zip(members, members.reversed()) {
            guard let user = try await store.user(other.userID, app: app),
                let name = try encryption.details(of: user, app: app).name
            else { return nil }
            names[member.userID.rawValue] = .string(name)
        }
        return names
    }

    /// The variables in which a recipient would read their own name: most often it was meant for another user.
    /// - Parameters:
    ///   - users: the recipients; the first 50 are looked at.
    ///   - trigger: what they would read.
    ///   - type: its type.
    /// - Returns: one warning at most.
    /// - Throws: ``StoreError``, ``CryptoError``.
    func warnings(_ users: [UserID], of trigger: Trigger, _ type: NotificationType) async throws -> [RequestWarning] {
        let values = type.variables.filter(\.personal).compactMap { variable in
            type.value(of: variable.name, in: trigger.data).map { (name: variable.name, text: $0.plain.lowercased()) }
        }
        guard !values.isEmpty else { return [] }
        for id in users.prefix(50) {
            guard let user = try await store.user(id, app: trigger.app),
                let name = try encryption.details(of: user, app: trigger.app).name,
                let value = values.first(where: { $0.text == name.lowercased() })
            else { continue }
            let advice = "send one trigger for each recipient, or declare the variable `from: other.name`"
            return [RequestWarning(.namesRecipient, "\(id) would read their own name in `\(value.name)`; \(advice)")]
        }
        return []
    }
}

extension NotificationType {
    /// Whether a trigger leaves a name to the directory.
    fileprivate func leavesNames(in data: [String: JSONValue]) -> Bool {
        variables.contains { $0.isOtherMember && $0.value(in: data) == nil }
    }
}
