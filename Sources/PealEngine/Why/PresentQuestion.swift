import PealCore
import PealStore

/// Puts a past decision's question again, about the user as they are now.
struct PresentQuestion {
    let dependencies: WhyDependencies
    private var triggers: [TriggerID: AcceptedTrigger] = [:]
    private var snapshots: [SnapshotKey: RecipientSnapshot] = [:]

    /// A user's facts, with what they own of the types that were asked for.
    private struct SnapshotKey: Hashable {
        var user: UserID
        var ownedTypes: Set<EntityTypeID>
    }

    init(dependencies: WhyDependencies) { self.dependencies = dependencies }

    /// The question under the catalog in force; `nil` when its trigger or its category is not kept any more.
    mutating func counterfactual(of record: DecisionRecord, app: AppID) async throws -> Counterfactual? {
        guard let accepted = try await trigger(record.trigger, app: app), let catalog = dependencies.catalogs(app, nil),
            let type = type(record, in: catalog, app: app), let category = catalog.category(type.category)
        else { return nil }
        let now = dependencies.now()
        var trigger = accepted.pending.trigger
        // Data that is not kept any more, or whose key is not here, answers no condition.
        trigger.data = (try? dependencies.data(accepted.pending)) ?? [:]
        let recipient = try await snapshot(record.userID, type.ownedTypes, app: app)
        let zone = dependencies.zones(recipient.timeZone(in: catalog)) ?? dependencies.zones(catalog.timeZone)
        return Counterfactual(
            catalog: catalog,
            type: type,
            category: category,
            available: dependencies.available(app),
            question: Decider.Question(
                trigger: trigger,
                recipient: recipient,
                zone: zone ?? .utc,
                thread: record.thread,
                history: try await history(of: record.userID, type, app: app, now: now),
                digestKey: digestKey(of: record),
                now: now
            )
        )
    }

    /// The zone that a user reads times in, as they are now; the app's without one.
    mutating func zone(of user: UserID, app: AppID) async throws -> Zone {
        guard let catalog = dependencies.catalogs(app, nil) else { return .utc }
        let own = try await snapshot(user, [], app: app).timeZone(in: catalog)
        return dependencies.zones(own) ?? dependencies.zones(catalog.timeZone) ?? .utc
    }

    /// The rendered digest key, read back from the window the decision opened or joined.
    private func digestKey(of record: DecisionRecord) -> String? {
        let prefix = DigestWindowKey.digest(record.type, key: "")
        return record.windowKey.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }

    /// A type that the catalog in force took out is switched off.
    private func type(_ record: DecisionRecord, in catalog: Catalog, app: AppID) -> NotificationType? {
        if let current = catalog.type(record.type) { return current }
        var former = dependencies.catalogs(app, record.contentVersion)?.type(record.type)
        former?.enabled = false
        return former
    }

    /// The trigger of a past decision; `nil` when it is not kept any more.
    mutating func trigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger? {
        if let known = triggers[id] { return known }
        let found = try await dependencies.store.acceptedTrigger(id, app: app)
        triggers[id] = found
        return found
    }

    private mutating func snapshot(_ user: UserID, _ owned: Set<EntityTypeID>, app: AppID) async throws
        -> RecipientSnapshot
    {
        let key = SnapshotKey(user: user, ownedTypes: owned)
        if let known = snapshots[key] { return known }
        let found = try await dependencies.store.snapshot(of: user, app: app, ownedTypes: owned)
        snapshots[key] = found
        return found
    }

    private func history(of user: UserID, _ type: NotificationType, app: AppID, now: Timestamp) async throws
        -> PushHistory
    {
        guard type.looksBack else { return PushHistory() }
        var needs = HistoryNeeds()
        needs.add(type)
        return try await dependencies.store.histories(of: [user], app: app, needs: needs, now: now)[user]
            ?? PushHistory()
    }
}
