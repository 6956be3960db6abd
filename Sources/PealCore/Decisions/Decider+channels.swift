/// The channels next to push and the inbox.
///
/// They follow the stages that are not about devices. Throttles and digests count pushes, so they are not asked.
extension Decider {
    /// What happens in each channel of the installation, with an entry in the trace for each; nothing when a push is decided
    /// again, because a channel that waits is decided by itself.
    func channels(_ question: Question, isMandatory: Bool, _ progress: inout DecisionProgress) -> [Channel:
        ChannelResult]
    {
        guard !catalog.installed.channels.all.isEmpty, !question.isRelease else { return [:] }
        var results: [Channel: ChannelResult] = [:]
        for traits in catalog.installed.channels.all {
            let (stage, result) = result(traits, question, isMandatory: isMandatory, progress)
            progress.note(stage, result, of: traits.id)
            results[traits.id] = result.endingHold(by: expiry(of: question))
        }
        return results
    }

    /// Decides again about one channel, when its time has come or what it was decided from has changed.
    /// - Parameters:
    ///   - channel: the channel.
    ///   - question: the notification, with its user as of now.
    ///   - expiresAt: when it is no longer worth sending; no hold is longer.
    /// - Returns: what happens in the channel now.
    public func reconsider(_ channel: Channel, _ question: Question, expiresAt: Timestamp) -> ChannelResult {
        guard let traits = catalog.installed.channels[channel] else { return .off(.featureOff) }
        var progress = DecisionProgress(priority: priority(for: question))
        let isMandatory = checkUser(question, &progress)
        _ = checkDevices(question, &progress)
        return result(traits, question, isMandatory: isMandatory, progress).result.endingHold(by: expiresAt)
    }

    /// The result and the stage that it comes from.
    private func result(
        _ traits: ChannelTraits,
        _ question: Question,
        isMandatory: Bool,
        _ progress: DecisionProgress
    ) -> (stage: Stage, result: ChannelResult) {
        let recipient = question.recipient
        // What was stopped for all channels has its own entry already.
        if let reason = progress.allSuppressed { return (.route, .off(reason)) }
        if type.silent { return (.type, .off(.channelDisabled)) }
        if !isMandatory || !category.keepsOn(traits.id) {
            if !isMandatory, category.adjustable, !recipient.preferences.isEnabled(category) {
                return (.preference, .off(.categoryDisabled))
            }
            guard isOn(traits.id, recipient.preferences) else { return (.preference, .off(.channelDisabled)) }
        }
        if !isMandatory, !type.bypass.contains(.mute), mute(on: question) != nil { return (.mute, .off(.muted)) }
        // The app has no client of the channel: it reaches nobody, as a device whose push service has no client.
        guard available.contains(ProviderID(rawValue: traits.id.rawValue)) else { return (.device, .off(.noDevice)) }
        if traits.needsAddress, !recipient.channelsWithAddress.contains(traits.id) { return (.device, .off(.noDevice)) }
        guard traits.respectsQuietHours else { return (.route, .send) }
        switch quietRuling(question, priority: progress.priority) {
        case .open, .bypass: return (.route, .send)
        case .hold(let until, _): return (.quietHours, .hold(until: until))
        case .stop: return (.quietHours, .off(.quietHours))
        }
    }
}

extension DecisionProgress {
    /// Notes what happens in a channel.
    fileprivate mutating func note(_ stage: Stage, _ result: ChannelResult, of channel: Channel) {
        let outcome: Trace.Outcome =
            switch result {
            case .off: .stop
            case .send: .pass
            case .hold: .hold
            }
        note(Trace.Step(stage, outcome, result.reason, .channel(channel)))
    }
}

extension ChannelResult {
    /// The result with a hold that ends at an expiry at the latest: then it is decided once more, and expires.
    fileprivate func endingHold(by expiry: @autoclosure () -> Timestamp) -> ChannelResult {
        if case .hold(let until) = self { .hold(until: min(until, expiry())) } else { self }
    }
}
