public import PealCore

extension WhyItem {
    /// How far the push has come, if it was decided to be sent.
    public var delivery: PushDelivery? { record.push.isSend ? PushDelivery(of: deliveries) : nil }

    /// Why no push was sent, or has not been yet; `nil` for one that was, or is on its way.
    public var reason: Reason? {
        guard let delivery else { return push.reason }
        return switch delivery.outcome {
        case .failed, .expired, .cancelled: delivery.reason
        case .accepted, .waiting, .unknown: nil
        }
    }

    /// What became of it in a sentence: the end of its deliveries, or the decision where it has none.
    public var headline: String {
        guard let delivery else { return decided }
        if let shownByApp { return shownByApp }
        return switch delivery.outcome {
        case .accepted: "The push service accepted it for \(reached)."
        case .waiting: waiting ?? "It waits to be sent."
        case .unknown: "It was sent, and the answer of the push service was lost."
        case .failed, .expired, .cancelled: withoutPush(delivery.reason)
        }
    }

    private var reached: String {
        let count = deliveries.count { $0.state == .accepted }
        let all = counted(deliveries.count, "device")
        return count == deliveries.count ? all : "\(count) of \(all)"
    }

    /// What the first of its deliveries waits for.
    private var waiting: String? { deliveries.lazy.compactMap { waits[$0.id]?.detail }.first }

    private var decided: String {
        switch record.push {
        case .send: "It was sent; its deliveries are not kept any more."
        case .hold(let until): "The push is held until \(zone.text(of: until))."
        case .digest(let until): "The push waits in a digest until \(zone.text(of: until))."
        // The digest or the summary that it is part of may have been pushed.
        case .suppress(let reason) where reason == .digested || reason == .summarised:
            "No push of its own, because \(StepSentence.because(reason))."
        case .suppress(let reason): withoutPush(reason)
        }
    }

    /// Where it was shown all the same, and why no push was.
    private func withoutPush(_ reason: Reason?) -> String {
        var because = StepSentence.because(reason)
        if reason == .unknownUser, let erasedAt { because = "the user was erased at \(zone.text(of: erasedAt))" }
        return "\(shown): no push, because \(because)."
    }

    /// The channels that showed it or sent it: `Inbox only`, `Inbox and sms only`, `Nothing was shown`.
    private var shown: String {
        let names =
            (record.inApp == .show ? ["inbox"] : []) + channels.filter { $0.result == .send }.map(\.channel.rawValue)
        guard let first = names.first else { return "Nothing was shown" }
        let all =
            names.count == 1 ? first : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
        return "\(all.prefix(1).uppercased())\(all.dropFirst()) only"
    }
}
