public import PealCore

extension SendOutcome {
    /// Whether the push service took the message.
    public var isAccepted: Bool { if case .accepted = self { true } else { false } }

    /// The receipt of an accepted message.
    public var receipt: String? { if case .accepted(let receipt) = self { receipt } else { nil } }
}
