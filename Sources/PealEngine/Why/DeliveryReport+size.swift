public import PealCore

extension DeliveryReport {
    /// What became of a push that its push service refused as too large, in a sentence; `nil` for any other.
    public var sizeDetail: String? {
        guard let first = attempts.firstIndex(where: { $0.outcome == AttemptRecord.tooLarge }) else { return nil }
        let refusal = "\(provider) refused it as too large\(attempts[first].detail.map { " (\($0))" } ?? "")"
        let later = attempts[(first + 1)...]
        if later.contains(where: { $0.outcome == AttemptRecord.tooLarge }) {
            return "\(refusal), and the smaller push as well."
        }
        switch state {
        case .accepted: return "\(refusal), and took a smaller one: a part of the text is left out."
        case .pending, .sending: return "\(refusal): it is sent once more, smaller."
        case .failed where later.isEmpty: return "\(refusal), and no retry was left to send it smaller."
        case .failed, .unknown, .expired, .cancelled: return "\(refusal): it was to be sent once more, smaller."
        }
    }
}
