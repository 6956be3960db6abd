import PealCore

/// Names the catalog rule behind a trace entry, by its path in the file.
struct RulePaths {
    let catalog: Catalog
    /// The type's name; a later version may have taken it out.
    let typeID: TypeID
    private let type: NotificationType?
    private let category: Category?

    init(catalog: Catalog, type id: TypeID) {
        self.catalog = catalog
        typeID = id
        type = catalog.type(id)
        category = type.flatMap { catalog.category($0.category) }
    }

    /// The rule's path, most exact first; empty when no rule of the catalog decided.
    func paths(of step: Trace.Step, isMandatory: Bool) -> [String] {
        if step.outcome == .skip || step.outcome == .release { return [] }
        if step.channel != nil { return channelRule(step) }
        switch step.stage {
        case .type: return typeRule(step)
        case .audience: return audienceRule(step)
        case .mandatory: return step.outcome == .override ? mandatory : []
        case .preference: return preferenceRule(step)
        case .mute: return step.outcome != .override ? [] : isMandatory ? mandatory : [at("bypass")]
        case .device: return deviceRule(step)
        case .quietHours: return quietRule(step)
        case .throttle: return throttleRule(step)
        case .digest: return digestRule(step)
        case .route: return routeRule(step)
        }
    }

    /// The rule that hides a notification from the inbox.
    func paths(hiding reason: Reason) -> [String] {
        switch reason {
        case .featureOff: ["features.inbox"]
        case .typeDisabled: [at("enabled")]
        case .actorRule: [at("if")]
        case .actorExcluded: [at("includeActor")]
        case .capabilityMissing: [at("requires.capability")]
        case .categoryDisabled, .channelDisabled: categoryRule
        default: []
        }
    }

    private func at(_ key: String) -> String { "types.\(typeID).\(key)" }

    private func ofCategory(_ key: String) -> [String] {
        category.map { ["categories.\($0.id).\(key)", "categories.\($0.id)"] } ?? []
    }

    private var mandatory: [String] { ofCategory("mandatory") }

    private var categoryRule: [String] { category.map { ["categories.\($0.id)"] } ?? [] }

    private func typeRule(_ step: Trace.Step) -> [String] {
        switch step.outcome {
        case .stop: [at(step.reason == .actorRule ? "if" : "enabled")]
        default: type?.condition == nil ? [] : [at("if")]
        }
    }

    private func audienceRule(_ step: Trace.Step) -> [String] {
        switch step.reason {
        case .actorExcluded: [at("includeActor")]
        case .unknownUser: []
        default: [at("audience")]
        }
    }

    /// What a user chose is no rule, but the category they chose about is, and so is a default.
    private func preferenceRule(_ step: Trace.Step) -> [String] {
        guard step.outcome == .stop else { return [] }
        guard step.reason == .channelDisabled, let category else { return categoryRule }
        let channel = step.channel ?? .push
        if !category.defaults[channel] {
            return ["categories.\(category.id).defaults.\(channel)", "defaults.\(channel)"] + categoryRule
        }
        return catalog.preferenceDefaults[channel] ? categoryRule : ["defaults.\(channel)", "defaults"]
    }

    /// The rule behind an entry about a channel other than push and the inbox; the catalog says nothing of addresses.
    private func channelRule(_ step: Trace.Step) -> [String] {
        switch step.stage {
        case .preference: preferenceRule(step)
        case .quietHours: quietRule(step)
        default: []
        }
    }

    private func deviceRule(_ step: Trace.Step) -> [String] {
        switch (step.outcome, step.reason) {
        case (.stop, .capabilityMissing): [at("requires.capability"), at("requires")]
        case (.stop, .noDevice): step.detail == nil ? [] : ["providers"]
        case (.hold, _): [at("delayWhileActive")]
        case (.pass, _) where type?.requiredCapability != nil: [at("requires.capability"), at("requires")]
        default: []
        }
    }

    private func quietRule(_ step: Trace.Step) -> [String] {
        switch step.outcome {
        case .override:
            if type?.conditionalBypass[.quietHours] != nil {
                [at("bypass.quietHours"), at("bypass")]
            } else {
                type?.bypass.contains(.quietHours) == true ? [at("bypass")] : ["quietHours.exempt", "quietHours"]
            }
        case .stop, .hold:
            type?.quietAction == nil ? ["quietHours.action", "quietHours"] : [at("quietAction")]
        case .pass, .skip, .release: []
        }
    }

    private func throttleRule(_ step: Trace.Step) -> [String] {
        switch step.outcome {
        case .override: type?.bypass.contains(.throttle) == true ? [at("bypass")] : [at("priority"), at("throttle")]
        case .stop, .hold: [at("throttle")]
        case .pass: step.detail == nil ? [] : [at("throttle")]
        case .skip, .release: []
        }
    }

    private func digestRule(_ step: Trace.Step) -> [String] {
        if step.reason == .summarised { return [at("summary")] }
        switch (step.outcome, step.detail) {
        case (.hold, .senderLimit): return ["limits"]
        case (.hold, _), (.stop, _), (.pass, .firstOfDigest): return [at("digest")]
        case (.pass, .individual): return type?.individual == true ? [at("individual")] : [at("priority")]
        default: return []
        }
    }

    private func routeRule(_ step: Trace.Step) -> [String] {
        if step.reason == .expired { return [at("ttl")] }
        if step.detail == .alert || step.detail == .unconfirmed { return [at("fallback")] }
        return step.outcome == .pass && step.detail != nil ? ["providers"] : []
    }
}
