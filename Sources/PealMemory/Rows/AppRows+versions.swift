import PealCore

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

    /// Inserts a row, or replaces the one with its key.
    ///
    /// A row that is written as it was raises no version.
    mutating func put<Row: FactRow>(_ row: Row, in table: WritableKeyPath<AppRows, Table<Row>>) {
        let old = self[keyPath: table][row.key]
        self[keyPath: table].put(row)
        if let old, old.hasSameFacts(as: row) { return }
        for user in Set([old?.factUser, row.factUser].compactMap(\.self)) { raiseFacts(of: user) }
    }

    /// Changes a device; whether it is there.
    @discardableResult
    mutating func update(_ id: DeviceID, _ change: (inout DeviceRow) -> Void) -> Bool {
        guard var row = devices[id] else { return false }
        change(&row)
        put(row, in: \.devices)
        return true
    }

    /// Deletes a row; returns it.
    @discardableResult
    mutating func remove<Row: FactRow>(_ key: Row.Key, from table: WritableKeyPath<AppRows, Table<Row>>) -> Row? {
        guard let row = self[keyPath: table].remove(key) else { return nil }
        if let user = row.factUser { raiseFacts(of: user) }
        return row
    }

    /// A user nobody put has no version.
    mutating func raiseFacts(of user: UserID) {
        if users.contains(user) { factsVersions[user, default: 1] += 1 }
    }

    /// Puts an entity.
    mutating func put(_ entity: Entity) {
        let owner = entities[entity.ref]?.ownerID
        if var old = entities[entity.ref] {
            old.updatedAt = entity.updatedAt
            if old != entity { entityVersions[entity.ref, default: 1] += 1 }
        } else {
            entityVersions[entity.ref] = entityFloor + 1
        }
        put(entity, in: \.entities)
        add(.entityChanged, .entity(entity.ref))
        if let new = entity.ownerID, new != owner { add(.ownerChanged, user: new, .entity(entity.ref)) }
    }

    /// Deletes an entity and its members; whether there was one.
    mutating func deleteEntity(_ ref: EntityRef) -> Bool {
        guard remove(ref, from: \.entities) != nil else { return false }
        entityFloor = max(entityFloor, entityVersions.removeValue(forKey: ref) ?? 1)
        for key in members.keys(in: .of(ref)) { removeMember(key) }
        add(.entityChanged, .entity(ref))
        return true
    }
}
