public import PealCore

extension Why {
    /// What happens in channels other than push and the inbox, by name.
    public static func channels(_ results: [Channel: ChannelResult]) -> [WhyFurtherChannel] {
        results.sorted { $0.key.rawValue < $1.key.rawValue }.map { WhyFurtherChannel(channel: $0, result: $1) }
    }

    /// What the decision said of each such channel, and what became of it; what waited is as it was decided last.
    static func channels(of record: DecisionRecord, _ deliveries: [ChannelDelivery]) -> [WhyFurtherChannel] {
        record.trace.channels.map { step in
            let delivery = deliveries.first { $0.id.channel == step.channel }
            return WhyFurtherChannel(
                channel: step.channel,
                result: delivery?.result ?? step.result,
                delivery: delivery?.push,
                attempts: delivery?.attempts ?? []
            )
        }
    }
}

extension Trace {
    /// What it says of channels other than push and the inbox, in order.
    var channels: [(channel: Channel, result: ChannelResult)] {
        steps.compactMap { step in
            guard let channel = step.channel else { return nil }
            return switch (step.outcome, step.reason) {
            case (.stop, let reason?): (channel, .off(reason))
            default: (channel, .send)
            }
        }
    }
}

extension ChannelDelivery {
    /// What is decided of it as of now.
    fileprivate var result: ChannelResult {
        if isHeld, let dueAt { return .hold(until: dueAt) }
        // It ended without an attempt: it was decided again.
        if state == .cancelled, attempts.isEmpty, let reason { return .off(reason) }
        return .send
    }

    /// How far it has come, as of a push; `nil` for one that is held, or is not sent.
    fileprivate var push: PushDelivery? { result == .send ? PushDelivery(of: self) : nil }
}
