/// Decides who hears of a trigger: `(catalog, trigger, recipient, now) -> Decision`, without clock, randomness or I/O.
///
/// The order of the stages is fixed (design §2): type and actor rule, audience, mandatory, preference, mute, devices,
/// quiet hours, throttle, digest, route. Every stage leaves an entry in the trace, also when it says no.
public struct Decider: Sendable {
    let catalog: Catalog
    let type: NotificationType
    private let category: Category
    private let available: Set<ProviderID>

    /// Prepares to decide about one type.
    /// - Parameters:
    ///   - catalog: the catalog in force.
    ///   - type: one of its types.
    ///   - category: the type's category.
    ///   - available: providers that can be sent through now.
    public init(catalog: Catalog, type: NotificationType, category: Category, available: Set<ProviderID>) {
        self.catalog = catalog
        self.type = type
        self.category = category
        self.available = available
    }

    /// What a decision is about.
    public struct Question: Sendable {
        /// The trigger.
        public var trigger: Trigger
        /// The recipient.
        public var recipient: RecipientSnapshot
        /// The rules of the recipient's zone.
        public var zone: Zone
        /// The thread the notification belongs to.
        public var thread: String?
        /// What the person was pushed before.
        public var history: PushHistory
        /// The type's digest key, rendered.
        public var digestKey: String?
        /// When it was decided first, for one that is decided again.
        public var createdAt: Timestamp?
        /// Whether a bundle is decided, not a single notification.
        public var isClosing = false
        /// Whether the type's digest has had it before: it opened a window, waited in one, or carries its bundle.
        public var wasGathered = false
        /// When a push that is decided again expires.
        var expiresAt: Timestamp?
        /// The instant of the decision.
        public var now: Timestamp

        /// Whether a held push is decided again.
        var isRelease: Bool { createdAt != nil }

        /// Joins the parts.
        public init(
            trigger: Trigger,
            recipient: RecipientSnapshot,
            zone: Zone,
            thread: String?,
            history: PushHistory = PushHistory(),
            digestKey: String? = nil,
            createdAt: Timestamp? = nil,
            now: Timestamp
        ) {
            self.trigger = trigger
            self.recipient = recipient
            self.zone = zone
            self.thread = thread
            self.history = history
            self.digestKey = digestKey
            self.createdAt = createdAt
            self.now = now
        }
    }

    /// Decides for one recipient.
    public func decide(_ question: Question) -> Decision {
        var progress = DecisionProgress(priority: priority(for: question))
        checkType(question, &progress)
        checkAudience(question, &progress)
        let isMandatory = checkMandatory(question, &progress)
        checkPreference(question, isMandatory: isMandatory, &progress)
        checkMute(question, isMandatory: isMandatory, &progress)
        let devices = checkDevices(question, &progress)
        checkQuietHours(question, &progress)
        checkThrottle(question, &progress)
        checkDigest(question, &progress)
        checkPresence(question, &progress)
        return route(question, devices: devices, isMandatory: isMandatory, progress)
    }

    /// When the notification that a first decision makes is no longer worth delivering: its type's `ttl` after its trigger
    /// is due, or after the local time at which the recipient gets it.
    public func expiry(of question: Question) -> Timestamp {
        let trigger = question.trigger
        let local = trigger.sendAtLocal.map { question.zone.rules.instant(of: $0) }
        return max(trigger.dueAt, local ?? trigger.dueAt) + type.ttl
    }

    /// Decides a held push again on a fresh snapshot, extending the trace of the first decision (design §2).
    ///
    /// The inbox row was written with the first decision and is left alone.
    public func release(
        _ question: Question,
        from stage: Stage = .quietHours,
        inApp: InAppResult,
        trace: Trace,
        expiresAt: Timestamp
    ) -> Decision {
        if stage == .quietHours, expiresAt > question.now,
            let held = heldOn(question, inApp: inApp, trace: trace, expiresAt: expiresAt)
        {
            return held
        }
        var question = question
        question.expiresAt = expiresAt
        var fresh = decide(question)
        if expiresAt <= question.now, !fresh.push.isSuppressed {
            fresh.push = .suppress(.expired)
            fresh.slot = nil
            fresh.summaryCount = nil
            // It was routed or held on, but too late: the last entry says what really happened.
            fresh.trace.steps.removeLast()
            fresh.trace.steps.append(Trace.Step(.route, .stop, .expired))
        }
        fresh.inApp = inApp
        fresh.trace.steps = trace.steps + [Trace.Step(stage, .release)] + fresh.trace.steps
        return fresh
    }

    /// Holds a push on that waits for quiet hours to end, while they last.
    ///
    /// Nothing else is asked yet: a mute or a phone that is away now may be otherwise by then. However often a window
    /// moves, the trace keeps the first wait and the last.
    private func heldOn(_ question: Question, inApp: InAppResult, trace: Trace, expiresAt: Timestamp) -> Decision? {
        let priority = priority(for: question)
        guard case .hold(let until, let argument) = quietRuling(question, priority: priority) else { return nil }
        var steps = trace.steps
        if steps.count > 1, steps[steps.count - 2] == Trace.Step(.quietHours, .release),
            steps[steps.count - 1].stage == .quietHours, steps[steps.count - 1].outcome == .hold
        {
            steps.removeLast(2)
        }
        steps.append(Trace.Step(.quietHours, .release))
        steps.append(Trace.Step(.quietHours, .hold, .quietHours, argument))
        return Decision(
            inApp: inApp,
            push: .hold(until: min(until, expiresAt)),
            priority: priority,
            isAlert: false,
            trace: Trace(steps)
        )
    }

    private func priority(for question: Question) -> Priority {
        if type.priority.variable, let named = question.trigger.priority { return named }
        return type.priority.rules.first { $0.condition.holds(for: question) }?.priority ?? type.priority.fallback
    }

    private func checkType(_ question: Question, _ progress: inout DecisionProgress) {
        guard type.enabled else {
            return progress.stopAll(.type, .typeDisabled, catalog.type(type.id) == nil ? "removed" : nil)
        }
        if let condition = type.condition, !condition.holds(for: question) {
            return progress.stopAll(.type, .actorRule, question.trigger.actor?.kind.rawValue)
        }
        progress.passOrSkip(.type)
    }

    private func checkAudience(_ question: Question, _ progress: inout DecisionProgress) {
        guard question.recipient.user != nil else { return progress.stopAll(.audience, .unknownUser) }
        if !type.includeActor, question.trigger.actor?.id == question.recipient.userID {
            return progress.stopAll(.audience, .actorExcluded)
        }
        progress.passOrSkip(.audience, question.trigger.audience.kind.rawValue)
    }

    private func checkMandatory(_ question: Question, _ progress: inout DecisionProgress) -> Bool {
        guard category.mandatory.binds(roles: question.recipient.roles) else {
            progress.passOrSkip(.mandatory)
            return false
        }
        var argument: String?
        if case .roles(let roles) = category.mandatory {
            argument = roles.intersection(question.recipient.roles).sorted().joined(separator: ", ")
        }
        progress.note(Trace.Step(.mandatory, .override, nil, argument))
        return true
    }

    private func checkPreference(_ question: Question, isMandatory: Bool, _ progress: inout DecisionProgress) {
        let chosen = question.recipient.preferences
        if isMandatory { return progress.passOrSkip(.preference) }
        if category.adjustable, !chosen.isEnabled(category) { return progress.stopAll(.preference, .categoryDisabled) }
        let push = isOn(.push, chosen)
        let inApp = isOn(.inApp, chosen)
        if !inApp { progress.stopInApp(.channelDisabled) }
        if push {
            progress.passOrSkip(.preference, inApp ? nil : "inApp off")
        } else {
            progress.stopPush(.preference, .channelDisabled, inApp ? "push" : "push, inApp")
        }
    }

    private func isOn(_ channel: Channel, _ chosen: Preferences) -> Bool {
        guard chosen.globalSwitch(channel, defaults: catalog.preferenceDefaults) else { return false }
        return category.adjustable ? chosen.channelSwitch(channel, in: category) : category.defaults[channel]
    }

    private func checkMute(_ question: Question, isMandatory: Bool, _ progress: inout DecisionProgress) {
        let mute = question.recipient.mutes.first {
            $0.covers(category: category.id, thread: question.thread, at: question.now)
        }
        guard let mute else { return progress.passOrSkip(.mute) }
        if isMandatory || type.bypass.contains(.mute) {
            return progress.note(Trace.Step(.mute, .override, nil, mute.scope.argument))
        }
        progress.stopPush(.mute, .muted, mute.scope.argument)
    }

    private func checkDevices(_ question: Question, _ progress: inout DecisionProgress) -> [DeviceID] {
        let active = question.recipient.devices.filter { $0.state == .active }
        // A browser has to show something for every push, so a silent one is not for it.
        let known = active.filter { device in
            available.contains(device.provider) && catalog.providers.contains(device.provider)
                && !(type.silent && device.provider == .webpush)
        }
        if let capability = type.requiredCapability {
            // R018: the capability filters the audience, so the inbox row is hidden too.
            let capable = active.filter { $0.capabilities[capability] == "granted" }
            guard !capable.isEmpty else {
                progress.stopAll(.device, .capabilityMissing, capability)
                return []
            }
        }
        guard !known.isEmpty else {
            progress.stopPush(.device, .noDevice, active.isEmpty ? nil : "no provider serves their \(active.count)")
            return []
        }
        let capable = known.filter { device in
            type.requiredCapability.map { device.capabilities[$0] == "granted" } ?? true
        }
        let permitted = capable.filter(\.permission.allowsPush)
        guard !permitted.isEmpty else {
            progress.stopPush(.device, .permissionDenied, "\(capable.count)")
            return []
        }
        progress.passOrSkip(.device, "\(permitted.count)")
        return order(permitted).map(\.id)
    }

    private func order(_ devices: [RecipientSnapshot.DeviceFacts]) -> [RecipientSnapshot.DeviceFacts] {
        devices.sorted { left, right in
            let leftPlace = catalog.providers.firstIndex(of: left.provider) ?? .max
            let rightPlace = catalog.providers.firstIndex(of: right.provider) ?? .max
            return leftPlace != rightPlace ? leftPlace < rightPlace : left.id < right.id
        }
    }

    private func checkQuietHours(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen else { return progress.passOrSkip(.quietHours) }
        switch quietRuling(question, priority: progress.priority) {
        case .open: progress.passOrSkip(.quietHours)
        case .bypass(let argument): progress.note(Trace.Step(.quietHours, .override, nil, argument))
        case .hold(let until, let argument): progress.hold(.quietHours, .quietHours, until: until, argument)
        case .stop(let argument): progress.stopPush(.quietHours, .quietHours, argument)
        }
    }

    /// What quiet hours make of a push at an instant.
    private enum QuietRuling {
        case open
        case bypass(String)
        case hold(until: Timestamp, String)
        case stop(String)
    }

    private func quietRuling(_ question: Question, priority: Priority) -> QuietRuling {
        guard catalog.features.quietHours, let policy = catalog.quietHours else { return .open }
        let chosen = question.recipient.preferences.quietHours
        let enabled = policy.editable ? chosen.enabled?.value ?? policy.enabledByDefault : policy.enabledByDefault
        let window = policy.editable ? chosen.window?.value ?? policy.window : policy.window
        guard enabled, window.isQuiet(at: question.now, in: question.zone.rules) else { return .open }
        let argument = "\(window.start)–\(window.end) \(question.zone.name)"
        if type.bypass.contains(.quietHours) || policy.exempt.contains(priority) { return .bypass(argument) }
        switch type.quietAction ?? policy.action {
        case .defer: return .hold(until: window.release(after: question.now, in: question.zone.rules), argument)
        case .drop, .inAppOnly: return .stop(argument)
        }
    }

    private func route(
        _ question: Question,
        devices: [DeviceID],
        isMandatory: Bool,
        _ progress: DecisionProgress
    ) -> Decision {
        var progress = progress
        if !catalog.features.inbox { progress.stopInApp(.featureOff) }
        let push = progress.finish(devices: devices).endingHold(by: question.expiresAt ?? expiry(of: question))
        var isAlert = false
        if case .suppress(let reason) = push, reason == .permissionDenied || reason == .noDevice,
            type.fallback == .inApp, isMandatory || progress.priority == .critical, progress.inApp == .show
        {
            isAlert = true
        }
        let argument = isAlert ? "alert" : push.isSend ? "\(devices.count)" : nil
        progress.passOrSkip(.route, argument)
        return Decision(
            inApp: progress.inApp,
            push: push,
            priority: progress.priority,
            isAlert: isAlert,
            slot: progress.slot,
            summaryCount: progress.summaryCount,
            trace: progress.trace
        )
    }
}

extension PushResult {
    /// Whether it goes to devices now.
    public var isSend: Bool { if case .send = self { true } else { false } }

    var isSuppressed: Bool { if case .suppress = self { true } else { false } }

    /// The result with a hold that ends at an expiry at the latest: then it is decided once more, and expires.
    public func endingHold(by expiry: @autoclosure () -> Timestamp) -> PushResult {
        if case .hold(let until) = self { .hold(until: min(until, expiry())) } else { self }
    }
}

extension Mute.Scope {
    /// What is muted, for traces and the preference object: `all`, `category x`, `thread y`.
    var argument: String {
        switch self {
        case .all: "all"
        case .category(let id): "category \(id)"
        case .thread(let id): "thread \(id)"
        }
    }
}
