public import PealCore
import PealStore

/// Decides a page of recipients: policy under the catalog in force, content under the one that accepted the trigger.
public struct PageDecider: Sendable {
    private let catalogs: CatalogRegistry
    private let providers: @Sendable (AppID) -> Set<ProviderID>
    private let zones: @Sendable (String) -> Zone?
    private let formatting: TextFormatting
    private let ids: IDGenerator

    /// Wires the decider.
    /// - Parameters:
    ///   - catalogs: every version of every app's catalog.
    ///   - providers: the push services an app can send through.
    ///   - zones: the rules of a zone; `nil` for a name nobody knows.
    ///   - formatting: how values are written.
    ///   - ids: makes notification identifiers.
    public init(
        catalogs: CatalogRegistry,
        providers: @escaping @Sendable (AppID) -> Set<ProviderID>,
        zones: @escaping @Sendable (String) -> Zone?,
        formatting: TextFormatting,
        ids: IDGenerator
    ) {
        self.catalogs = catalogs
        self.providers = providers
        self.zones = zones
        self.formatting = formatting
        self.ids = ids
    }

    /// The catalogs that rule one trigger.
    struct Rules {
        var policy: Catalog
        var content: Catalog
        var type: NotificationType
        var contentType: NotificationType
        var category: Category
    }

    func rules(for trigger: Trigger) throws -> Rules {
        guard let policy = catalogs.inForce(trigger.app) else { throw MissingCatalog(app: trigger.app) }
        let content = catalogs.version(trigger.catalogVersion, of: trigger.app) ?? policy
        guard let contentType = content.type(trigger.type) ?? policy.type(trigger.type) else {
            throw MissingCatalog(app: trigger.app)
        }
        var type = contentType
        if let current = policy.type(trigger.type) {
            type = current
        } else {
            // A type that a newer catalog took out is switched off for what was accepted before.
            type.enabled = false
        }
        guard let category = policy.category(type.category) ?? content.category(type.category) else {
            throw MissingCatalog(app: trigger.app)
        }
        return Rules(policy: policy, content: content, type: type, contentType: contentType, category: category)
    }

    /// Decides every recipient of a page.
    ///
    /// Synchronous and pure but for fresh identifiers.
    func decide(
        _ recipients: [RecipientSnapshot],
        of trigger: Trigger,
        parent: EntityRef?,
        rules: Rules,
        now: Timestamp
    ) -> [NewNotification] {
        let decider = Decider(
            catalog: rules.policy,
            type: rules.type,
            category: rules.category,
            available: providers(trigger.app)
        )
        var renderer = CopyRenderer(
            catalog: rules.content,
            type: rules.contentType,
            trigger: trigger,
            parent: parent,
            formatting: formatting
        )
        return recipients.map { recipient in
            let zone = zone(of: recipient, in: rules.policy)
            let thread = renderer.thread(for: recipient.userID)
            let decision = decider.decide(
                .init(trigger: trigger, recipient: recipient, zone: zone, thread: thread, now: now)
            )
            let reachesNobody = decision.verdict == .suppressed
            let content =
                reachesNobody
                ? NotificationContent(
                    title: "",
                    body: "",
                    link: "",
                    thread: thread,
                    locale: rules.content.defaultLocale
                )
                : renderer.content(for: recipient.userID, locale: recipient.locale(in: rules.content), zone: zone.name)
            return NewNotification(
                id: ids.make(),
                userID: recipient.userID,
                decision: decision,
                category: rules.category.id,
                content: content,
                createdAt: now,
                expiresAt: trigger.dueAt + rules.type.ttl,
                policyVersion: rules.policy.version,
                alertsOnFailure: alertsOnFailure(decision, recipient, rules)
            )
        }
    }

    /// Decides a held push again.
    func release(_ held: HeldNotification, _ recipient: RecipientSnapshot, trigger: Trigger, now: Timestamp) throws
        -> Decision
    {
        let rules = try rules(for: trigger)
        let decider = Decider(
            catalog: rules.policy,
            type: rules.type,
            category: rules.category,
            available: providers(trigger.app)
        )
        let zone = zone(of: recipient, in: rules.policy)
        return decider.release(
            .init(trigger: trigger, recipient: recipient, zone: zone, thread: held.thread, now: now),
            inApp: held.inApp,
            trace: held.trace,
            expiresAt: held.expiresAt
        )
    }

    private func zone(of recipient: RecipientSnapshot, in catalog: Catalog) -> Zone {
        zones(recipient.timeZone(in: catalog)) ?? zones(catalog.timeZone) ?? Zone(name: "UTC", rules: .utc)
    }

    /// R147: a critical or mandatory notification whose pushes all fail becomes an alert in the inbox.
    private func alertsOnFailure(_ decision: Decision, _ recipient: RecipientSnapshot, _ rules: Rules) -> Bool {
        rules.type.fallback == .inApp && decision.inApp == .show
            && (decision.priority == .critical || rules.category.mandatory.binds(roles: recipient.roles))
    }
}
