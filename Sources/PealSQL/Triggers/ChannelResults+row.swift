import PealCore

extension InAppResult {
    /// Reads `in_app_reason`.
    init(row: SQLRow, at index: Int) throws {
        let reason: Reason? = try row.optionalWord(index)
        self = reason.map { .hide($0) } ?? .show
    }

    /// What `in_app_reason` holds.
    var storedReason: String? { if case .hide(let reason) = self { reason.rawValue } else { nil } }
}

extension PushResult {
    /// Reads `push, push_reason` and `held_until`.
    ///
    /// The devices of a send are its deliveries.
    init(row: SQLRow, at index: Int, heldUntil: Int) throws {
        switch try row.text(index) {
        case "send": self = .send([])
        case "hold": self = .hold(until: try row.time(heldUntil))
        case "digest": self = .digest(until: try row.time(heldUntil))
        default: self = .suppress(try row.word(index + 1))
        }
    }

    /// What `push_reason` holds.
    var storedReason: String? { if case .suppress(let reason) = self { reason.rawValue } else { nil } }
}

extension PushState {
    /// What `push` holds: a stopped push is one that was sent, with the reason why it is not retried.
    var stored: String {
        switch self {
        case .sending, .stopped: "send"
        case .held: "hold"
        case .digested: "digest"
        case .represented, .suppressed: "suppress"
        }
    }

    /// Reads `push` with its reason.
    init(stored push: String, reason: Reason?) throws {
        self =
            switch push {
            case "send": reason == nil ? .sending : .stopped
            case "hold": .held
            case "digest": .digested
            case "suppress": reason.map { PushState(.suppress($0)) } ?? .suppressed
            default: throw StoreError(.corrupt, "a push cannot be \(push)")
            }
    }
}
