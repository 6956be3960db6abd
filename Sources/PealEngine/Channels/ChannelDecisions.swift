import PealCore
import PealStore

/// Asks the rules again about claimed deliveries of channels that were held, or are late.
struct ChannelDecisions: Sendable {
    private let dependencies: DecisionDependencies
    private let store: any DeliveryStore & FanOutStore
    private let catalogs: CatalogRegistry
    private let installed: Channels

    init(dependencies: DecisionDependencies, ports: EnginePorts) {
        self.dependencies = dependencies
        store = ports.store
        catalogs = ports.catalogs
        installed = ports.providers.installed.channels
    }

    /// What follows for a claimed delivery before an attempt.
    typealias Decided = (claimed: ClaimedChannelDelivery, next: DeliveryMachine.Reevaluation)

    /// Decides about all of them, in their order within each app.
    /// - Throws: ``StoreError``.
    func decide(_ claimed: [ClaimedChannelDelivery], now: Timestamp) async throws -> [Decided] {
        var decided: [Decided] = []
        for (app, part) in Dictionary(grouping: claimed, by: \.app).sorted(by: { $0.key < $1.key }) {
            decided += try await decide(part, of: app, now: now)
        }
        return decided
    }

    private func decide(_ claimed: [ClaimedChannelDelivery], of app: AppID, now: Timestamp) async throws -> [Decided] {
        // Of a channel that is not installed nothing can be decided: the attempt says so.
        let late = claimed.filter { isInstalled($0) && $0.isOutdated(at: now) }
        guard !late.isEmpty else { return claimed.map { ($0, reachable($0)) } }
        let facts = try await store.outcomeFacts(
            of: Set(late.map(\.delivery.id.notification)),
            devices: [],
            app: app
        )
        let catalog = catalogs.inForce(app)
        let ownedTypes = late.reduce(into: Set<EntityTypeID>()) {
            $0.formUnion(catalog?.type($1.notification.type)?.ownedTypes ?? [])
        }
        var named: [TriggerID: Set<UserID>] = [:]
        for delivery in late { named[delivery.trigger, default: []].insert(delivery.delivery.user) }
        // Users are read before audiences, as in `LateDecisions`.
        let users = try await store.snapshots(of: Set(late.map(\.delivery.user)), app: app, ownedTypes: ownedTypes)
        let audiences = try await store.audiences(of: named, app: app)
        var triggers = OpenedTriggers(dependencies)
        let decided = claimed.map { claimed -> Decided in
            guard isInstalled(claimed), claimed.isOutdated(at: now) else { return (claimed, reachable(claimed)) }
            let relevance = facts.notifications[claimed.delivery.id.notification]?.relevance
            // What was read on a device meanwhile needs nothing else (R165).
            if relevance?.isResolved ?? false { return (claimed, .end(.resolvedElsewhere)) }
            return (claimed, next(claimed, users[claimed.delivery.user], audiences[claimed.trigger], &triggers, now))
        }
        triggers.report()
        return decided
    }

    private func isInstalled(_ claimed: ClaimedChannelDelivery) -> Bool {
        installed[claimed.delivery.id.channel] != nil
    }

    /// An address that is not there any more was taken away since the decision.
    private func reachable(_ claimed: ClaimedChannelDelivery) -> DeliveryMachine.Reevaluation {
        guard installed[claimed.delivery.id.channel]?.needsAddress ?? false else { return .go }
        return claimed.address?.isActive ?? false ? .go : .end(.noDevice)
    }

    private func next(
        _ claimed: ClaimedChannelDelivery,
        _ user: RecipientSnapshot?,
        _ audience: CurrentAudience?,
        _ triggers: inout OpenedTriggers,
        _ now: Timestamp
    ) -> DeliveryMachine.Reevaluation {
        let expiresAt = claimed.delivery.expiresAt
        // One that cannot be read now waits a little: the operator may fix catalog or key.
        guard let user, let audience, let trigger = triggers.open(audience.trigger) else {
            return .wait(until: min(now + FanOut.mendingTime, expiresAt))
        }
        let result = dependencies.decider.reconsider(
            claimed,
            of: trigger,
            user,
            audienceStatus: audience.status(of: claimed.delivery.user, since: claimed.stamp),
            now: now
        )
        return switch result {
        case .send: reachable(claimed)
        case .hold(let until): .wait(until: until, .quietHours)
        case .off(let reason): .end(reason)
        }
    }
}
