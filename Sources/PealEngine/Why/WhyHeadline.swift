public import PealCore

extension WhyItem {
    /// How far the push has come, if it was decided to be sent.
    public var delivery: PushDelivery? { record.push.isSend ? PushDelivery(of: deliveries) : nil }

    /// What became of it in a sentence: the end of its deliveries, or the decision where it has none.
    public var headline: String {
        guard let delivery else { return decided }
        if let shownByApp { return shownByApp }
        return switch delivery.outcome {
        case .accepted: "The push service accepted it for \(reached)."
        case .waiting: waiting ?? "It waits to be sent."
        case .unknown: "It was sent, and the answer of the push service was lost."
        case .failed, .expired, .cancelled: "No device was reached, because \(StepSentence.because(delivery.reason))."
        }
    }

    private var reached: String {
        let count = deliveries.count { $0.state == .accepted }
        let all = deliveries.count == 1 ? "1 device" : "\(deliveries.count) devices"
        return count == deliveries.count ? all : "\(count) of \(all)"
    }

    /// What the first of its deliveries waits for.
    private var waiting: String? { deliveries.lazy.compactMap { waits[$0.id]?.detail }.first }

    private var decided: String {
        switch record.push {
        case .send: "It was sent; its deliveries are not kept any more."
        case .hold(let until): "The push is held until \(until.rfc3339)."
        case .digest(let until): "The push waits in a digest until \(until.rfc3339)."
        case .suppress(let reason): "No push is sent, because \(StepSentence.because(reason))."
        }
    }
}
