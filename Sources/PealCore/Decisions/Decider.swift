/// Decides who hears of a trigger: `(catalog, trigger, recipient, now) -> Decision`, without clock, randomness or I/O.
///
/// The order of the stages is fixed (design §2): type and actor rule, audience, mandatory, preference, mute, devices,
/// quiet hours, throttle, digest, route. Every stage leaves an entry in the trace, also when it says no.
///
/// A class, because a catalog and a type are large values to copy for each question.
public final class Decider: Sendable {
    let catalog: Catalog
    let type: NotificationType
    let category: Category
    let available: Set<ProviderID>

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
        /// What the user was pushed before.
        public var history: PushHistory
        /// The type's digest key, rendered.
        public var digestKey: String?
        /// When it was decided first, for one that is decided again.
        public var createdAt: Timestamp?
        /// Whether a digest is decided, not a single notification.
        public var isClosing = false
        /// Whether a digest has had it before: it opened a window, waited in one, or stands for one.
        public var wasDigested = false
        /// How the recipient of a push that is decided again stands to the audience.
        public var audienceStatus = AudienceStatus.recipient
        /// When a push that is decided again expires.
        var expiresAt: Timestamp?
        /// The instant of the decision.
        public var now: Timestamp

        /// Whether a held push is decided again.
        var isRelease: Bool { createdAt != nil }

        /// Whether a push that is decided again would expire while it waits so long.
        func expires(within wait: Duration) -> Bool { expiresAt.map { $0 <= now + wait } ?? false }

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
        let isMandatory = checkUser(question, &progress)
        let devices = checkDevices(question, &progress)
        checkBoard(question, &progress)
        checkQuietHours(question, &progress)
        checkThrottle(question, &progress)
        checkDigest(question, &progress)
        checkPresence(question, &progress)
        return route(question, devices: devices, isMandatory: isMandatory, progress)
    }

    /// The stages before the devices; whether the category is mandatory for the recipient.
    func checkUser(_ question: Question, _ progress: inout DecisionProgress) -> Bool {
        checkType(question, &progress)
        checkAudience(question, &progress)
        let isMandatory = checkMandatory(question, &progress)
        checkPreference(question, isMandatory: isMandatory, &progress)
        checkMute(question, isMandatory: isMandatory, &progress)
        return isMandatory
    }

    /// When the notification that a first decision makes is no longer worth delivering: its type's `ttl` after its trigger
    /// is due, or after the local time at which the recipient gets it; whoever joins later has as long as the others.
    public func expiry(of question: Question) -> Timestamp {
        let trigger = question.trigger
        if let openUntil = trigger.openUntil { return openUntil }
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
        if stage == .quietHours, expiresAt > question.now, question.audienceStatus == .recipient,
            let held = heldOn(question, inApp: inApp, trace: trace, expiresAt: expiresAt)
        {
            return held
        }
        var question = question
        question.expiresAt = expiresAt
        var fresh = decide(question)
        if expiresAt <= question.now, !fresh.push.isSuppressed {
            fresh.push = .suppress(.expired)
            fresh.digestWindow = nil
            fresh.holdStage = nil
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
    /// Nothing else is asked yet: a mute or a phone that is away now may be otherwise by then.
    private func heldOn(_ question: Question, inApp: InAppResult, trace: Trace, expiresAt: Timestamp) -> Decision? {
        let priority = priority(for: question)
        guard case .hold(let until, let window) = quietRuling(question, priority: priority) else { return nil }
        var trace = trace
        trace.holdOn(Trace.Step(.quietHours, .hold, .quietHours, window))
        return Decision(
            inApp: inApp,
            push: .hold(until: min(until, expiresAt)),
            priority: priority,
            isAlert: false,
            holdStage: .quietHours,
            wasDigested: question.wasDigested,
            trace: trace
        )
    }

    func priority(for question: Question) -> Priority {
        if type.priority.variable, let named = question.trigger.priority { return named }
        return type.priority.rules.first { $0.condition.holds(for: question) }?.priority ?? type.priority.fallback
    }

    private func checkType(_ question: Question, _ progress: inout DecisionProgress) {
        guard type.enabled else {
            return progress.suppressAll(.type, .typeDisabled, catalog.type(type.id) == nil ? .typeRemoved : nil)
        }
        if let condition = type.condition, !condition.holds(for: question) {
            return progress.suppressAll(.type, .actorRule, question.trigger.actor.map { .actor($0.kind) })
        }
        // It brings data and shows nothing, in the inbox and its counts neither (S0.AC2.6).
        if type.silent { progress.suppressInApp(.channelDisabled) }
        progress.passOrSkip(.type)
    }

    private func checkAudience(_ question: Question, _ progress: inout DecisionProgress) {
        guard question.recipient.user != nil else { return progress.suppressAll(.audience, .unknownUser) }
        if let reason = question.audienceStatus.reason { return progress.suppressAll(.audience, reason) }
        if !type.includeActor, question.trigger.actor?.id == question.recipient.userID {
            return progress.suppressAll(.audience, .actorExcluded)
        }
        progress.passOrSkip(.audience, .audience(question.trigger.audience.kind))
    }

    private func checkMandatory(_ question: Question, _ progress: inout DecisionProgress) -> Bool {
        guard category.mandatory.binds(question.recipient.heldRoles) else {
            progress.passOrSkip(.mandatory)
            return false
        }
        var detail: Trace.Detail?
        if case .roles = category.mandatory {
            detail = .roles(category.mandatory.binding(question.recipient.heldRoles).sorted())
        }
        progress.note(Trace.Step(.mandatory, .override, nil, detail))
        return true
    }

    private func checkPreference(_ question: Question, isMandatory: Bool, _ progress: inout DecisionProgress) {
        let chosen = question.recipient.preferences
        if isMandatory { return progress.passOrSkip(.preference) }
        let isOff = category.adjustable && !chosen.isEnabled(category)
        // Where no push can be shown the inbox is what there is, and the switch decides about it (S0.AC6.8).
        if isOff, category.toggle == .all || !showsPushes(question) {
            return progress.suppressAll(.preference, .categoryDisabled)
        }
        let push = isOn(.push, chosen)
        let inApp = isOn(.inApp, chosen)
        if isOff {
            if !inApp { progress.suppressInApp(.channelDisabled) }
            return progress.suppressPush(.preference, .categoryDisabled)
        }
        if !inApp { progress.suppressInApp(.channelDisabled) }
        if push {
            progress.passOrSkip(.preference, inApp ? nil : .inAppOff)
        } else {
            progress.suppressPush(.preference, .channelDisabled, .channels(inApp ? [.push] : [.push, .inApp]))
        }
    }

    /// Whether any device of the recipient may show pushes.
    private func showsPushes(_ question: Question) -> Bool {
        activeDevices(question).contains(where: \.permission.allowsPush)
    }

    private func activeDevices(_ question: Question) -> [RecipientSnapshot.DeviceFacts] {
        question.recipient.devices.filter {
            $0.status(at: question.now, staleAfter: catalog.staleAfter) == .active
        }
    }

    func isOn(_ channel: Channel, _ chosen: Preferences) -> Bool {
        guard chosen.globalSwitch(channel, defaults: catalog.preferenceDefaults) else { return false }
        return category.adjustable ? chosen.channelSwitch(channel, in: category) : category.defaults[channel]
    }

    /// The mute that covers the notification; `nil` when none does.
    func mute(on question: Question) -> Mute? {
        question.recipient.mutes.first {
            $0.covers(category: category.id, thread: question.thread, at: question.now)
        }
    }

    private func checkMute(_ question: Question, isMandatory: Bool, _ progress: inout DecisionProgress) {
        guard let mute = mute(on: question) else { return progress.passOrSkip(.mute) }
        if isMandatory || type.bypass.contains(.mute) {
            return progress.note(Trace.Step(.mute, .override, nil, .mute(mute.scope)))
        }
        progress.suppressPush(.mute, .muted, .mute(mute.scope))
    }

    func checkDevices(_ question: Question, _ progress: inout DecisionProgress) -> [DeviceID] {
        let active = activeDevices(question)
        // A browser has to show something for every push, so a silent one is not for it.
        let known = active.filter { device in
            available.contains(device.provider) && catalog.providers.contains(device.provider)
                && type.platforms.contains(device.platform)
                && !(type.silent && !catalog.installed.takeSilentPushes(device.provider))
        }
        if let capability = type.requiredCapability {
            // R018: the capability filters who is pushed; the inbox says what there was (S2.4.5).
            let capable = active.filter { $0.capabilities[capability] == "granted" }
            guard !capable.isEmpty else {
                progress.suppressPush(.device, .capabilityMissing, .capability(capability))
                return []
            }
        }
        guard !known.isEmpty else {
            progress.suppressPush(.device, .noDevice, active.isEmpty ? nil : .unservedDevices(active.count))
            return []
        }
        let capable = known.filter { device in
            type.requiredCapability.map { device.capabilities[$0] == "granted" } ?? true
        }
        let permitted = capable.filter(\.permission.allowsPush)
        guard !permitted.isEmpty else {
            progress.suppressPush(.device, .permissionDenied, .devices(capable.count))
            return []
        }
        let preferred = permitted.filter { type.preferredPlatforms.contains($0.platform) }
        let chosen = preferred.isEmpty ? permitted : preferred
        progress.passOrSkip(.device, .devices(chosen.count))
        return order(chosen).map(\.id)
    }

    private func order(_ devices: [RecipientSnapshot.DeviceFacts]) -> [RecipientSnapshot.DeviceFacts] {
        devices.sorted { left, right in
            let leftPlace = catalog.providers.firstIndex(of: left.provider) ?? .max
            let rightPlace = catalog.providers.firstIndex(of: right.provider) ?? .max
            return leftPlace != rightPlace ? leftPlace < rightPlace : left.id < right.id
        }
    }

    func checkQuietHours(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen else { return progress.passOrSkip(.quietHours) }
        switch quietRuling(question, priority: progress.priority) {
        case .open: progress.passOrSkip(.quietHours)
        case .bypass(let window): progress.note(Trace.Step(.quietHours, .override, nil, window))
        case .hold(let until, let window): progress.hold(.quietHours, .quietHours, until: until, window)
        case .stop(let window): progress.suppressPush(.quietHours, .quietHours, window)
        }
    }

    /// What quiet hours make of a push at an instant.
    enum QuietRuling {
        case open
        case bypass(Trace.Detail)
        case hold(until: Timestamp, Trace.Detail)
        case stop(Trace.Detail)
    }

    func quietRuling(_ question: Question, priority: Priority) -> QuietRuling {
        guard let (window, policy) = quietWindow(of: question),
            window.isQuiet(at: question.now, in: question.zone.rules)
        else { return .open }
        let detail = Trace.Detail.quietHours(window, zone: question.zone.name)
        if passesQuietHours(question, priority, policy) { return .bypass(detail) }
        switch type.quietAction ?? policy.action {
        case .defer: return .hold(until: window.release(after: question.now, in: question.zone.rules), detail)
        case .drop, .inAppOnly: return .stop(detail)
        }
    }

    /// The quiet hours that a recipient observes; `nil` when they are off, and for a type that shows nothing.
    private func quietWindow(of question: Question) -> (QuietWindow, QuietHoursPolicy)? {
        guard catalog.features.quietHours, !type.silent, let policy = catalog.quietHours else { return nil }
        let chosen = question.recipient.preferences.quietHours
        let enabled = policy.editable ? chosen.enabled?.value ?? policy.enabledByDefault : policy.enabledByDefault
        guard enabled else { return nil }
        return (policy.editable ? chosen.window(of: policy) : policy.window, policy)
    }

    private func passesQuietHours(_ question: Question, _ priority: Priority, _ policy: QuietHoursPolicy) -> Bool {
        type.bypass.contains(.quietHours) || policy.exempt.contains(priority)
            || type.conditionalBypass[.quietHours]?.holds(for: question) == true
    }

    /// When quiet hours begin next for a push that they hold or stop; `nil` when none do.
    func nextQuiet(_ question: Question, priority: Priority) -> Timestamp? {
        guard let (window, policy) = quietWindow(of: question), !passesQuietHours(question, priority, policy) else {
            return nil
        }
        return window.start(after: question.now, in: question.zone.rules)
    }

    /// Whether a push that reaches no device becomes an alert in the inbox (R147).
    func raisesAlert(_ push: PushResult, isMandatory: Bool, _ progress: DecisionProgress) -> Bool {
        guard case .suppress(let reason) = push, reason == .permissionDenied || reason == .noDevice else {
            return false
        }
        return type.fallback == .inApp && (isMandatory || progress.priority == .critical) && progress.inApp == .show
    }

    private func route(
        _ question: Question,
        devices: [DeviceID],
        isMandatory: Bool,
        _ progress: DecisionProgress
    ) -> Decision {
        var progress = progress
        if !catalog.features.inbox { progress.suppressInApp(.featureOff) }
        let push = progress.finish(devices: devices).endingHold(by: question.expiresAt ?? expiry(of: question))
        let isAlert = raisesAlert(push, isMandatory: isMandatory, progress)
        let channels = channels(question, isMandatory: isMandatory, &progress)
        progress.passOrSkip(.route, isAlert ? .alert : push.isSend ? .devices(devices.count) : nil)
        return Decision(
            inApp: progress.inApp,
            push: push,
            priority: progress.priority,
            isAlert: isAlert,
            digestWindow: progress.digestWindow,
            holdStage: progress.holdStage,
            wasDigested: question.wasDigested || question.isClosing || progress.wasDigested,
            validUntil: push.isSend ? nextQuiet(question, priority: progress.priority) : nil,
            channels: channels,
            trace: progress.trace
        )
    }
}

extension PushResult {
    /// Whether it goes to devices now.
    public var isSend: Bool { if case .send = self { true } else { false } }

    /// Whether the recipient has no device that may show it.
    public var isWithoutDevice: Bool {
        guard case .suppress(let reason) = self else { return false }
        return reason == .noDevice || reason == .permissionDenied
    }

    var isSuppressed: Bool { if case .suppress = self { true } else { false } }

    /// The result with a hold that ends at an expiry at the latest: then it is decided once more, and expires.
    public func endingHold(by expiry: @autoclosure () -> Timestamp) -> PushResult {
        if case .hold(let until) = self { .hold(until: min(until, expiry())) } else { self }
    }
}
