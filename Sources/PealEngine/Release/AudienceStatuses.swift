import PealCore
import PealStore

/// How the users of pushes that waited stand to the audiences of their triggers (R028).
///
/// Most are not asked about: nothing has changed of what their pushes were decided from.
struct AudienceStatuses {
    private let store: any FanOutStore
    private var audiences: [Name: CurrentAudience] = [:]

    private struct Name: Hashable {
        var app: AppID
        var trigger: TriggerID
    }

    init(_ dependencies: DecisionDependencies) { store = dependencies.store }

    /// Reads the audiences of pushes whose users or entities have changed, in one read for each app.
    mutating func read(_ waiting: some Sequence<(HeldNotification, RecipientSnapshot)>) async throws {
        var changed: [AppID: [TriggerID: Set<UserID>]] = [:]
        for (held, user) in waiting where held.hasChanged(for: user) {
            let trigger = held.trigger.trigger
            changed[trigger.app, default: [:]][trigger.id, default: []].insert(held.userID)
        }
        for (app, users) in changed {
            for (id, audience) in try await store.audiences(of: users, app: app) {
                audiences[Name(app: app, trigger: id)] = audience
            }
        }
    }

    /// How the user of a push stands to its audience.
    subscript(held: HeldNotification, user: RecipientSnapshot) -> AudienceStatus {
        guard held.hasChanged(for: user) else { return .recipient }
        let name = Name(app: held.trigger.trigger.app, trigger: held.trigger.trigger.id)
        return audiences[name]?.status(of: held.userID, since: held.stamp) ?? .recipient
    }
}

extension HeldNotification {
    /// Whether its user or its entity is not as it was when it was decided.
    fileprivate func hasChanged(for user: RecipientSnapshot) -> Bool {
        stamp.versions.facts != nil && versions(for: user) != stamp.versions
    }

    private func versions(for user: RecipientSnapshot) -> DecisionStamp.Versions {
        DecisionStamp.Versions(facts: user.factsVersion, entity: trigger.entityVersion)
    }

    /// What another decision about it was made from.
    func stamp(of decision: Decision, for user: RecipientSnapshot) -> DecisionStamp {
        DecisionStamp(versions(for: user), validUntil: decision.validUntil)
    }
}
