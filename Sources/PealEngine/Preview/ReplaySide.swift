import PealCore

/// Recorded traffic under one catalog.
///
/// Each trigger is taken as if it were new: it is checked, resolved and decided only by this catalog. What a
/// user was pushed before is what this catalog would have pushed them within the replay.
struct ReplaySide {
    let catalog: Catalog
    let version: @Sendable (Int) -> Catalog?
    let providers: Set<ProviderID>
    let zones: @Sendable (String) -> Zone?
    let formatting: TextFormatting
    private var histories: [UserID: PushHistory] = [:]

    /// Users whose pushes are remembered; of others, throttles and digests see each alone.
    private static let maximumUsers = 50_000

    init(
        catalog: Catalog,
        version: @escaping @Sendable (Int) -> Catalog?,
        providers: Set<ProviderID>,
        zones: @escaping @Sendable (String) -> Zone?,
        formatting: TextFormatting
    ) {
        self.catalog = catalog
        self.version = version
        self.providers = providers
        self.zones = zones
        self.formatting = formatting
    }

    /// A trigger as this catalog takes it.
    struct Case {
        let trigger: Trigger
        let type: NotificationType
        /// Why it is not accepted; `nil` when it is.
        let problem: String?
        let decider: Decider
        var renderer: CopyRenderer
    }

    /// Checks a trigger against the catalog; `nil` when no version knows its type any more.
    func prepare(_ pending: PendingTrigger, _ trigger: Trigger) -> Case? {
        let accepted = version(trigger.catalogVersion)
        guard let type = catalog.type(trigger.type) ?? accepted?.type(trigger.type),
            let category = catalog.category(type.category) ?? accepted?.category(type.category)
        else { return nil }
        var draft = TriggerDraft(
            type: trigger.type,
            entity: trigger.entity,
            transition: trigger.transition,
            actor: trigger.actor,
            audience: trigger.audience,
            data: trigger.data.filter { $0.key != OtherMembers.key },
            priority: trigger.priority?.rawValue
        )
        draft.cancelKey = trigger.cancelKey
        // Nobody wrote down whether the sender named the audience: one that is the default is taken as left out.
        if trigger.audience == accepted?.type(trigger.type)?.defaultAudience { draft.audience = nil }
        var taken = trigger
        var problem: String?
        do throws(IntakeProblem) {
            var check = DraftCheck(catalog: catalog, draft: draft, others: trigger.data[OtherMembers.key]?.object)
            taken.audience = try check.run(id: trigger.id, now: trigger.acceptedAt).0.audience
        } catch {
            problem = error.code.rawValue
        }
        return Case(
            trigger: taken,
            type: type,
            problem: problem,
            decider: Decider(catalog: catalog, type: type, category: category, available: providers),
            renderer: CopyRenderer(
                catalog: catalog,
                type: type,
                trigger: taken,
                parent: pending.parent,
                formatting: formatting,
                now: taken.dueAt
            )
        )
    }

    /// Decides for one user at the instant the trigger was due, there where they are if it came at their local time.
    mutating func decide(_ taken: inout Case, _ recipient: RecipientSnapshot) -> ReplayOutcome {
        if let problem = taken.problem { return .rejected(problem) }
        let zone =
            zones(recipient.timeZone(in: catalog)) ?? zones(catalog.timeZone) ?? Zone(name: "UTC", rules: .utc)
        let user = recipient.userID
        let now = taken.trigger.sendAtLocal.map { zone.rules.instant(of: $0) } ?? taken.trigger.dueAt
        let decision = taken.decider.decide(
            .init(
                trigger: taken.trigger,
                recipient: recipient,
                zone: zone,
                thread: taken.renderer.thread(for: user),
                history: histories[user] ?? PushHistory(),
                digestKey: taken.renderer.digestKey(for: user),
                now: now
            )
        )
        if taken.type.looksBack { remember(decision, taken.type, user, now) }
        let locale = recipient.locale(in: catalog)
        return .decided(.init(decision, taken.renderer.content(for: user, locale: locale, zone: zone.name)))
    }

    private mutating func remember(_ decision: Decision, _ type: NotificationType, _ user: UserID, _ now: Timestamp) {
        guard histories[user] != nil || histories.count < Self.maximumUsers else { return }
        var history = histories[user] ?? PushHistory()
        history.note(decision, of: type, at: now)
        if let throttle = type.throttle {
            history.sends[type.id]?.removeAll { $0 <= now - throttle.per }
        }
        history.windows = history.windows.filter { $0.value.closesAt > now }
        histories[user] = history
    }
}
