public import PealCore
import PealStore

/// Decides a page of recipients: policy under the catalog in force, content under the one that accepted the trigger.
public struct PageDecider: Sendable {
    private let catalogs: CatalogRegistry
    private let providers: @Sendable (AppID) -> Set<ProviderID>
    private let zones: @Sendable (String) -> Zone?
    private let unreadZone: @Sendable (AppID, String) -> Void
    private let formatting: TextFormatting
    let ids: IDGenerator
    private let lastActive: @Sendable (AppID, UserID) -> Timestamp?
    private let viewed: @Sendable (AppID, UserID) -> Set<String>
    private let boards: @Sendable (AppID, UserID) -> Set<String>

    /// Wires the decider.
    /// - Parameters:
    ///   - catalogs: every version of every app's catalog.
    ///   - providers: the push services an app can send through.
    ///   - zones: the rules of a zone; `nil` for a name nobody knows.
    ///   - unreadZone: called with the zone of a user that nobody knows.
    ///   - formatting: how values are written.
    ///   - ids: makes notification identifiers.
    ///   - lastActive: when a user last used an app; `nil` when that was not seen.
    ///   - viewed: the threads that a user is looking at.
    ///   - boards: the events whose boards a user has open.
    public init(
        catalogs: CatalogRegistry,
        providers: @escaping @Sendable (AppID) -> Set<ProviderID>,
        zones: @escaping @Sendable (String) -> Zone?,
        unreadZone: @escaping @Sendable (AppID, String) -> Void = { _, _ in },
        formatting: TextFormatting,
        ids: IDGenerator,
        lastActive: @escaping @Sendable (AppID, UserID) -> Timestamp? = { _, _ in nil },
        viewed: @escaping @Sendable (AppID, UserID) -> Set<String> = { _, _ in [] },
        boards: @escaping @Sendable (AppID, UserID) -> Set<String> = { _, _ in [] }
    ) {
        self.catalogs = catalogs
        self.providers = providers
        self.zones = zones
        self.unreadZone = unreadZone
        self.formatting = formatting
        self.ids = ids
        self.lastActive = lastActive
        self.viewed = viewed
        self.boards = boards
    }

    /// The catalogs that rule the triggers of one type that were accepted under the same version.
    ///
    /// A class, because catalogs and types are large values to copy for each trigger.
    final class Rules: Sendable {
        let policy: Catalog
        let content: Catalog
        let type: NotificationType
        let contentType: NotificationType
        let category: Category
        let decider: Decider

        init(
            policy: Catalog,
            content: Catalog,
            type: NotificationType,
            contentType: NotificationType,
            category: Category,
            available: Set<ProviderID>
        ) {
            self.policy = policy
            self.content = content
            self.type = type
            self.contentType = contentType
            self.category = category
            decider = Decider(catalog: policy, type: type, category: category, available: available)
        }

        /// The role of users who have no reply to give to a trigger; `nil` where it asks for none.
        func hostRole(of trigger: Trigger) -> String? {
            guard let eta = policy.eta, eta.requests.contains(trigger.type) else { return nil }
            return trigger.entity?.type == EtaRules.entityType ? eta.hostRole : nil
        }

        /// How far a time that has fired has to move before it is another occurrence.
        var again: Duration { type.schedule?.again ?? ScheduleRule.usualAgain }

        /// Whether decisions look at what users were pushed before.
        func looksBack(_ trigger: Trigger) -> Bool { type.looksBack || trigger.digestUntil != nil }
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
        return Rules(
            policy: policy,
            content: content,
            type: type,
            contentType: contentType,
            category: category,
            available: providers(trigger.app)
        )
    }

    /// Decides every recipient of a page.
    ///
    /// Synchronous and pure but for fresh identifiers. What it decides is noted in `histories`, for those decided next.
    /// Those of `hosts` get an arrival question without its buttons: they have no reply to give.
    func decide(
        _ recipients: [RecipientSnapshot],
        of trigger: Trigger,
        parent: EntityRef?,
        entityVersion: Int? = nil,
        rules: Rules,
        hosts: Set<UserID> = [],
        histories: inout PushHistories,
        now: Timestamp
    ) -> [DecidedRecipient] {
        var renderer = CopyRenderer(
            catalog: rules.content,
            type: rules.contentType,
            trigger: trigger,
            parent: parent,
            formatting: formatting,
            now: now
        )
        return recipients.map { recipient in
            let recipient = seen(recipient, rules, trigger)
            let zone = zone(of: recipient, in: rules.policy)
            let thread = renderer.thread(for: recipient.userID)
            let user = PushHistories.UserKey(app: trigger.app, user: recipient.userID)
            let question = Decider.Question(
                trigger: trigger,
                recipient: recipient,
                zone: zone,
                thread: thread,
                history: histories[user],
                digestKey: renderer.digestKey(for: recipient.userID),
                now: now
            )
            let decision = rules.decider.decide(question)
            if rules.looksBack(trigger) {
                histories.note(decision, of: rules.type, by: user, at: now)
            }
            let reachesNobody = decision.verdict == .suppressed
            let content =
                reachesNobody
                ? NotificationContent(
                    text: NotificationText(title: "", body: ""),
                    link: "",
                    thread: thread,
                    locale: rules.content.defaultLocale
                )
                : renderer.content(
                    for: recipient.userID,
                    locale: recipient.locale(in: rules.content),
                    zone: zone.name,
                    hasButtons: !hosts.contains(recipient.userID)
                )
            var new = NewNotification(
                id: ids.make(),
                userID: recipient.userID,
                decision: decision,
                category: rules.category.id,
                content: StoredContent(content),
                createdAt: now,
                expiresAt: rules.decider.expiry(of: question),
                policyVersion: rules.policy.version,
                alertsOnFailure: alertsOnFailure(decision, recipient, rules)
            )
            new.throttledType = rules.type.throttle == nil ? nil : rules.type.id
            new.isUnknown = recipient.user == nil
            new.stamp = DecisionStamp(
                DecisionStamp.Versions(facts: recipient.factsVersion, entity: entityVersion),
                validUntil: decision.validUntil
            )
            new.channels = decision.channels
            new.isSeen = rules.decider.isSeen(decision, question)
            return DecidedRecipient(notification: new, content: content)
        }
    }

    /// When it is a trigger's local time where a user is; `nil` when it has none.
    func localInstant(of recipient: RecipientSnapshot, _ trigger: Trigger, _ rules: Rules) -> Timestamp? {
        trigger.sendAtLocal.map { zone(of: recipient, in: rules.policy).rules.instant(of: $0) }
    }

    /// Prepares to decide a trigger's pushes again.
    /// - Parameters:
    ///   - pending: the trigger.
    ///   - data: its opened data.
    /// - Returns: the trigger with what decides its pushes.
    /// - Throws: ``MissingCatalog`` when no catalog knows the trigger's type.
    func waiting(_ pending: PendingTrigger, data: [String: JSONValue]) throws -> WaitingTrigger {
        var trigger = pending.trigger
        trigger.data = data
        let rules = try rules(for: trigger)
        return WaitingTrigger(
            trigger: trigger,
            rules: rules,
            renderer: CopyRenderer(
                catalog: rules.content,
                type: rules.contentType,
                trigger: trigger,
                parent: pending.parent,
                formatting: formatting,
                now: trigger.dueAt
            )
        )
    }

    /// Decides a held push again, or the push that stands for a whole window.
    ///
    /// - Parameters:
    ///   - held: the push; of a window, its newest item.
    ///   - waiting: the push's trigger.
    ///   - recipient: the user as of now.
    ///   - audienceStatus: whether they are in the trigger's audience.
    ///   - history: what the user was pushed lately.
    ///   - window: the digest window it represents; `nil` for a single push.
    ///   - sums: what the window's words add up over its items.
    ///   - now: the instant of the decision.
    /// - Returns: the decision, and the words of a push that stands for several.
    func release(
        _ held: HeldNotification,
        of waiting: WaitingTrigger,
        _ recipient: RecipientSnapshot,
        audienceStatus: AudienceStatus = .recipient,
        history: PushHistory,
        window: DueWindow? = nil,
        sums: [String: VariableValue] = [:],
        now: Timestamp
    ) -> (Decision, DigestText?) {
        let rules = waiting.rules
        let zone = zone(of: recipient, in: rules.policy)
        var question = Decider.Question(
            trigger: waiting.trigger,
            recipient: seen(recipient, rules, waiting.trigger),
            zone: zone,
            thread: held.thread,
            history: history,
            digestKey: waiting.renderer.digestKey(for: recipient.userID),
            createdAt: held.createdAt,
            now: now
        )
        question.isClosing = window != nil
        question.wasDigested = held.wasDigested
        question.audienceStatus = audienceStatus
        let decision = waiting.rules.decider.release(
            question,
            from: held.holdStage,
            inApp: held.inApp,
            trace: held.trace,
            expiresAt: held.expiresAt
        )
        guard let window, window.size > 1 else { return (decision, nil) }
        let text = text(of: waiting, windowKey: window.windowKey, count: window.size, sums: sums, for: recipient)
        return (decision, text)
    }

    /// What a push says that stands for several.
    /// - Parameters:
    ///   - waiting: the trigger of the push.
    ///   - windowKey: the key of the digest window, or ``DigestWindowKey/summary``.
    ///   - count: how many notifications it stands for.
    ///   - sums: what its words add up over them.
    ///   - recipient: the user.
    /// - Returns: its title and body.
    func text(
        of waiting: WaitingTrigger,
        windowKey: String,
        count: Int,
        sums: [String: VariableValue] = [:],
        for recipient: RecipientSnapshot
    ) -> DigestText {
        let rules = waiting.rules
        return waiting.renderer.digest(
            rules.content.digestCopy(of: windowKey, for: rules.contentType),
            count: count,
            sums: sums,
            for: recipient.userID,
            locale: recipient.locale(in: rules.content),
            zone: zone(of: recipient, in: rules.policy).name
        )
    }

    /// Asks the rules again about a push that is late.
    /// - Parameters:
    ///   - late: one of its deliveries.
    ///   - waiting: the push's trigger.
    ///   - recipient: the user as of now.
    ///   - audienceStatus: whether the user is in the trigger's audience.
    ///   - now: the instant of the attempt.
    /// - Returns: the decision.
    func reconsider(
        _ late: ClaimedDelivery,
        of waiting: WaitingTrigger,
        _ recipient: RecipientSnapshot,
        audienceStatus: AudienceStatus,
        now: Timestamp
    ) -> Decision {
        var question = Decider.Question(
            trigger: waiting.trigger,
            recipient: seen(recipient, waiting.rules, waiting.trigger),
            zone: zone(of: recipient, in: waiting.rules.policy),
            thread: late.notification.content.thread,
            createdAt: late.notification.createdAt,
            now: now
        )
        question.audienceStatus = audienceStatus
        return waiting.rules.decider.reconsider(question, expiresAt: late.expiresAt)
    }

    /// Asks the rules again about what a notification sends in a channel.
    /// - Parameters:
    ///   - claimed: the delivery.
    ///   - waiting: its trigger.
    ///   - recipient: the user as of now.
    ///   - audienceStatus: whether the user is in the trigger's audience.
    ///   - now: the instant of the attempt.
    /// - Returns: what happens in the channel now.
    func reconsider(
        _ claimed: ClaimedChannelDelivery,
        of waiting: WaitingTrigger,
        _ recipient: RecipientSnapshot,
        audienceStatus: AudienceStatus,
        now: Timestamp
    ) -> ChannelResult {
        var question = Decider.Question(
            trigger: waiting.trigger,
            recipient: recipient,
            zone: zone(of: recipient, in: waiting.rules.policy),
            thread: claimed.notification.content.thread,
            createdAt: claimed.notification.createdAt,
            now: now
        )
        question.audienceStatus = audienceStatus
        let (id, expiresAt) = (claimed.delivery.id, claimed.delivery.expiresAt)
        return waiting.rules.decider.reconsider(id.channel, question, expiresAt: expiresAt)
    }

    /// The recipient with what they are looking at; most types do not ask.
    private func seen(_ recipient: RecipientSnapshot, _ rules: Rules, _ trigger: Trigger) -> RecipientSnapshot {
        var recipient = recipient
        if rules.type.delayWhileActive != nil {
            recipient.lastActiveAt = lastActive(trigger.app, recipient.userID)
            recipient.viewedThreads = viewed(trigger.app, recipient.userID)
        }
        if let event = trigger.entity, rules.policy.eta?.hostNotice?.type == trigger.type {
            recipient.hasBoardOpen = boards(trigger.app, recipient.userID).contains(event.id)
        }
        return recipient
    }

    func zone(of recipient: RecipientSnapshot, in catalog: Catalog) -> Zone {
        let name = recipient.timeZone(in: catalog)
        if let zone = zones(name) { return zone }
        unreadZone(catalog.app, name)
        return zones(catalog.timeZone) ?? .utc
    }

    /// R147: a critical or mandatory notification whose pushes all fail becomes an alert in the inbox.
    private func alertsOnFailure(_ decision: Decision, _ recipient: RecipientSnapshot, _ rules: Rules) -> Bool {
        rules.type.fallback == .inApp && decision.inApp == .show
            && (decision.priority == .critical || rules.category.mandatory.binds(recipient.heldRoles))
    }
}
