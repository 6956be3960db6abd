/// A decision's facts, to be changed one by one.
struct Hypothesis: Sendable {
    var catalog: Catalog
    var type: NotificationType
    var category: Category
    var available: Set<ProviderID>
    var question: Decider.Question

    /// Whether the push would go.
    var sends: Bool {
        Decider(catalog: catalog, type: type, category: category, available: available).decide(question).push.isSend
    }

    mutating func apply(_ change: Counterfactual.Change) {
        let now = question.now
        switch change {
        case .typeOn: type.enabled = true
        case .actorKind(let kind): question.trigger.actor = .init(id: question.trigger.actor?.id, kind: kind)
        case .role(let role): question.recipient.memberships.insert(MembershipRole(role, in: ""))
        case .owned(let type, let status): question.recipient.owned.append(.init(type: type, status: status))
        case .data(let name): question.trigger.data[name] = type.condition?.wanted(name)
        case .user: question.recipient.user = User(id: question.recipient.userID, createdAt: now, updatedAt: now)
        case .otherActor: question.trigger.actor?.id = nil
        case .category(let id): question.recipient.preferences.categories[id, default: .init()].enabled = nil
        case .push: question.recipient.preferences.global[Channel.push.rawValue] = .init(true, at: now)
        case .categoryPush(let id):
            question.recipient.preferences.categories[id, default: .init()].channels[Channel.push.rawValue] =
                .init(true, at: now)
        case .defaultPush: category.defaults.push = true
        case .mute(let scope): question.recipient.mutes.removeAll { $0.scope == scope }
        case .deviceState(let state):
            let staleAfter = catalog.staleAfter
            eachDevice { device in
                guard device.status(at: now, staleAfter: staleAfter) == state else { return }
                device.state = .active
                device.lastSeenAt = max(device.lastSeenAt, now)
            }
        case .permission: eachDevice { $0.permission = .granted }
        case .capability(let name): eachDevice { $0.capabilities[name] = "granted" }
        case .device(let provider): question.recipient.devices.append(device(of: provider))
        case .provider(let provider):
            available.insert(provider)
            if !catalog.providers.contains(provider) { catalog.providers.append(provider) }
        case .quietHours: question.recipient.preferences.quietHours.enabled = .init(false, at: now)
        case .individual: type.digest = nil
        case .senderLimit: question.trigger.digestUntil = nil
        case .later(let instant): question.now = max(now, instant)
        }
    }

    private mutating func eachDevice(_ change: (inout RecipientSnapshot.DeviceFacts) -> Void) {
        for index in question.recipient.devices.indices { change(&question.recipient.devices[index]) }
    }

    /// A platform of the type's pushes that a provider serves.
    private func platform(of provider: ProviderID) -> Platform? {
        Platform.allCases.first { type.platforms.contains($0) && catalog.installed.serves(provider, $0) }
    }

    /// A device as a user who signs in registers it.
    private func device(of provider: ProviderID) -> RecipientSnapshot.DeviceFacts {
        RecipientSnapshot.DeviceFacts(
            id: DeviceID(UUIDv7(high: 0, low: 0)),
            provider: provider,
            platform: platform(of: provider) ?? .web,
            state: .active,
            permission: .granted,
            capabilities: type.requiredCapability.map { [$0: "granted"] } ?? [:],
            locale: nil,
            timeZone: nil,
            lastSeenAt: question.now
        )
    }
}

extension Hypothesis {
    /// Every single change that would make a difference to some stage, in the order of the stages.
    var candidates: [Counterfactual.Change] {
        var found = typeChanges
        found += preferenceChanges
        found += deviceChanges
        found += timeChanges
        var seen: Set<Counterfactual.Change> = []
        return found.filter { seen.insert($0).inserted }
    }

    private var typeChanges: [Counterfactual.Change] {
        var found: [Counterfactual.Change] = type.enabled ? [] : [.typeOn]
        if let condition = type.condition { found += condition.changes(for: question) }
        if question.recipient.user == nil { found.append(.user) }
        if !type.includeActor, question.trigger.actor?.id == question.recipient.userID { found.append(.otherActor) }
        return found
    }

    private var preferenceChanges: [Counterfactual.Change] {
        let chosen = question.recipient.preferences
        var found: [Counterfactual.Change] = []
        if category.adjustable, !chosen.isEnabled(category) { found.append(.category(category.id)) }
        if !chosen.globalSwitch(.push, defaults: catalog.preferenceDefaults) { found.append(.push) }
        if category.adjustable {
            if !chosen.channelSwitch(.push, in: category) { found.append(.categoryPush(category.id)) }
        } else if !category.defaults.push {
            found.append(.defaultPush(category.id))
        }
        for mute in question.recipient.mutes
        where mute.covers(category: category.id, thread: question.thread, at: question.now) {
            found.append(.mute(mute.scope))
        }
        return found
    }

    private var deviceChanges: [Counterfactual.Change] {
        let devices = question.recipient.devices
        var found: [Counterfactual.Change] = []
        if devices.contains(where: { !$0.permission.allowsPush }) { found.append(.permission) }
        if let name = type.requiredCapability, devices.contains(where: { $0.capabilities[name] != "granted" }) {
            found.append(.capability(name))
        }
        for state in DeviceState.allCases
        where state != .active && state != .revoked
            && devices.contains(where: { $0.status(at: question.now, staleAfter: catalog.staleAfter) == state })
        {
            found.append(.deviceState(state))
        }
        let suited = catalog.providers.filter {
            platform(of: $0) != nil && !(type.silent && !catalog.installed.takeSilentPushes($0))
        }
        if let provider = suited.first(where: available.contains) ?? suited.first { found.append(.device(provider)) }
        let unserved = devices.map(\.provider) + suited.prefix(available.isDisjoint(with: suited) ? 1 : 0)
        for provider in unserved where !available.contains(provider) || !catalog.providers.contains(provider) {
            found.append(.provider(provider))
        }
        return found
    }

    /// Quiet hours and everything that counts earlier pushes.
    private var timeChanges: [Counterfactual.Change] {
        var found: [Counterfactual.Change] = []
        if catalog.features.quietHours, !type.silent, let policy = catalog.quietHours {
            let chosen = question.recipient.preferences.quietHours
            let window = policy.editable ? chosen.window(of: policy) : policy.window
            if window.isQuiet(at: question.now, in: question.zone.rules) {
                if policy.editable { found.append(.quietHours) }
                found.append(.later(window.release(after: question.now, in: question.zone.rules)))
            }
        }
        if let throttle = type.throttle {
            let recent = question.history.sends[type.id, default: []].filter { $0 > question.now - throttle.per }
            if recent.count >= throttle.max, throttle.max > 0 {
                found.append(.later(recent.sorted()[recent.count - throttle.max] + throttle.per))
            }
        }
        if question.trigger.digestUntil.map({ $0 > question.now }) ?? false { found.append(.senderLimit) }
        if type.digest != nil { found.append(.individual) }
        return found
    }
}

extension Condition {
    /// Changes that make parts of it hold which do not.
    func changes(for question: Decider.Question) -> [Counterfactual.Change] {
        guard !holds(for: question) else { return [] }
        switch self {
        case .recipientRole(let roles): return roles.sorted().prefix(1).map { .role($0) }
        case .actorKind(let kinds): return ActorType.allCases.filter(kinds.contains).prefix(1).map { .actorKind($0) }
        case .recipientOwns(let type, let status): return [.owned(type, status: status.min())]
        case .data(let name, _): return [.data(name)]
        case .all(let parts), .any(let parts): return parts.flatMap { $0.changes(for: question) }
        }
    }

    /// The value a part of it wants of a variable.
    func wanted(_ variable: String) -> JSONValue? {
        switch self {
        case .data(let name, let value): return name == variable ? value : nil
        case .all(let parts), .any(let parts):
            for part in parts { if let value = part.wanted(variable) { return value } }
            return nil
        case .recipientRole, .actorKind, .recipientOwns: return nil
        }
    }
}
