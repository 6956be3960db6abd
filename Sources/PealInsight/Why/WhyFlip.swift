import PealCore

/// One change that would have let the push go, as things stand now.
public struct WhyFlip: Sendable, Equatable {
    /// The change's code, for example `category-on`.
    public var change: String
    /// The change in a sentence.
    public var detail: String

    /// What every answer is based on.
    public static let basis = "as of now"
}

extension WhyFlip {
    init(_ change: String, _ detail: String) {
        self.change = change
        self.detail = detail
    }

    /// The changes for a push that ended for a reason no decision knows; `nil` for all others.
    static func afterwards(_ reason: Reason) -> [WhyFlip]? {
        switch reason {
        case .cancelled: [WhyFlip("not-cancelled", "The trigger is not cancelled before the push goes.")]
        case .resolvedElsewhere: [WhyFlip("unread", "The person does not read it elsewhere before the push goes.")]
        case .expired: [WhyFlip("longer-ttl", "The type's ttl is long enough to outlast the wait.")]
        case .digested, .summarised: [WhyFlip("unbundled", "The type is not bundled, or declared individual.")]
        default: nil
        }
    }

    static func answer(_ answer: Counterfactual.Answer) -> [WhyFlip] {
        switch answer {
        case .sends: [WhyFlip("none", "Nothing has to change: as things stand now it would be sent.")]
        case .changes(let changes): changes.map(WhyFlip.init)
        case .none: []
        }
    }

    init(_ change: Counterfactual.Change) {
        switch change {
        case .typeOn: self.init("type-on", "The catalog switches the type on.")
        case .actorKind(let kind): self.init("actor-kind", "An actor of kind \(kind.rawValue) makes it happen.")
        case .role(let role): self.init("role", "The person has the role \(role).")
        case .owned(let type, let status):
            self.init("owns", "The person owns an entity of type \(type)\(status.map { " that is \($0)" } ?? "").")
        case .data(let name):
            self.init("data", "The trigger's variable \(name) has the value the type's rule asks for.")
        case .user: self.init("user", "The backend puts the user.")
        case .otherActor: self.init("other-actor", "Somebody else makes it happen, or the type includes the actor.")
        case .category(let id): self.init("category-on", "The person switches the category \(id) on.")
        case .push: self.init("push-on", "The person switches push on.")
        case .categoryPush(let id): self.init("category-push-on", "The person switches push on for \(id).")
        case .defaultPush(let id): self.init("default-push-on", "The catalog switches push on for \(id).")
        case .mute(let scope): self.init("unmute", "The person takes back the mute of \(Self.words(scope)).")
        case .deviceState(let state): self.init("device-active", Self.revival(of: state))
        case .permission: self.init("permission", "The person's device is permitted to show notifications.")
        case .capability(let name): self.init("capability", "The person's device has \(name) granted.")
        case .device(let provider):
            self.init("device", "The person signs in on a device that \(provider) reaches and permits notifications.")
        case .provider(let provider): self.init("provider", "The app can send through \(provider).")
        case .quietHours: self.init("quiet-hours-off", "The person switches quiet hours off.")
        case .unbundled: self.init("unbundled", "The type is not bundled, or declared individual.")
        case .senderLimit: self.init("sender-limit", "The sender stays within its limit.")
        case .seen: self.init("seen", "The person looks at what is pending.")
        case .later(let instant): self.init("later", "It happens at \(instant.rfc3339) or later.")
        }
    }

    private static func words(_ scope: Mute.Scope) -> String {
        switch scope {
        case .all: "everything"
        case .category(let id): "the category \(id)"
        case .thread(let id): "the thread \(id)"
        }
    }

    private static func revival(of state: DeviceState) -> String {
        switch state {
        case .disabled: "The person switches their device on again."
        case .quarantined: "The device registers again: its push service declared the address dead."
        case .stale: "The person opens the app again: the device was not heard of for too long."
        case .active, .revoked: "The person signs in on the device again."
        }
    }
}
