import PealCore

/// One change that would let the push through now.
public struct WhyCounterfactual: Sendable, Equatable {
    /// The change's code, for example `category-on`.
    public var change: String
    /// The change in a sentence.
    public var detail: String

    /// The state that every answer is based on.
    public static let basis = "as of now"
}

extension WhyCounterfactual {
    init(_ change: String, _ detail: String) {
        self.change = change
        self.detail = detail
    }

    /// The changes for a push that ended for a reason no decision knows; `nil` for all others.
    static func afterwards(_ reason: Reason) -> [WhyCounterfactual]? {
        switch reason {
        case .cancelled: [WhyCounterfactual("not-cancelled", "The trigger is not cancelled before the push is sent.")]
        case .resolvedElsewhere:
            [WhyCounterfactual("unread", "The user does not read it on another device before the push is sent.")]
        case .expired: [WhyCounterfactual("longer-ttl", "The type's ttl is longer than the wait.")]
        case .digested: [WhyCounterfactual("unbundled", "The type has no digest, or is individual.")]
        case .summarised: [WhyCounterfactual("unbundled", "The type has no summary, or is individual.")]
        default: nil
        }
    }

    static func answer(_ answer: Counterfactual.Answer, _ zone: Zone) -> [WhyCounterfactual] {
        switch answer {
        case .sends: [WhyCounterfactual("none", "No change is needed: it would be sent now.")]
        case .changes(let changes): changes.map { WhyCounterfactual($0, zone) }
        case .none: []
        }
    }

    init(_ change: Counterfactual.Change, _ zone: Zone) {
        switch change {
        case .typeOn: self.init("type-on", "The catalog enables the type.")
        case .actorKind(let kind): self.init("actor-kind", "The actor is of kind \(kind.rawValue).")
        case .role(let role): self.init("role", "The user has the role \(role).")
        case .owned(let type, let status):
            self.init("owns", "The user owns an entity of type \(type)\(status.map { " that is \($0)" } ?? "").")
        case .data(let name):
            self.init("data", "The trigger's variable \(name) has the value that the type's rule requires.")
        case .user: self.init("user", "The backend creates the user.")
        case .otherActor: self.init("other-actor", "Another user is the actor, or the type includes the actor.")
        case .category(let id): self.init("category-on", "The user switches the category \(id) on.")
        case .push: self.init("push-on", "The user switches push on.")
        case .categoryPush(let id): self.init("category-push-on", "The user switches push on for \(id).")
        case .defaultPush(let id): self.init("default-push-on", "The catalog switches push on for \(id).")
        case .mute(let scope): self.init("unmute", "The user unmutes \(Self.words(scope)).")
        case .deviceState(let state): self.init("device-active", Self.revival(of: state))
        case .permission: self.init("permission", "The user grants push permission on a device.")
        case .capability(let name): self.init("capability", "The user grants the device permission “\(name)”.")
        case .device(let provider):
            self.init("device", "The user signs in on a device with \(provider) and grants push permission.")
        case .provider(let provider): self.init("provider", "The app is configured to send through \(provider).")
        case .quietHours: self.init("quiet-hours-off", "The user switches quiet hours off.")
        case .individual: self.init("unbundled", "The type has no digest, or is individual.")
        case .senderLimit: self.init("sender-limit", "The sender stays within its limit.")
        case .later(let instant): self.init("later", "It is triggered at \(zone.text(of: instant)) or later.")
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
        case .disabled: "The user switches notifications on again on the device."
        case .quarantined: "The device registers again: its push service reported a dead token."
        case .stale: "The user opens the app again: the device was not seen for too long."
        case .active, .revoked: "The user signs in on the device again."
        }
    }
}
