/// Pushes that were decided to be sent and still wait: for a retry, a rate, or a queue that is paused.
extension Decider {
    /// Asks the rules again before a late attempt, from the type to quiet hours.
    ///
    /// Throttle, digest and limits are not asked: they have counted the push.
    /// - Parameters:
    ///   - question: the push, with its user as of now.
    ///   - expiresAt: when the push is no longer worth sending; no hold is longer.
    /// - Returns: the decision, whose inbox result is not meant: the row stays as it is.
    public func reconsider(_ question: Question, expiresAt: Timestamp) -> Decision {
        var progress = DecisionProgress(priority: priority(for: question))
        progress.note(Trace.Step(.route, .release))
        let isMandatory = checkUser(question, &progress)
        let devices = checkDevices(question, &progress)
        checkBoard(question, &progress)
        checkQuietHours(question, &progress)
        let push = progress.finish(devices: devices).endingHold(by: expiresAt)
        return Decision(
            inApp: progress.inApp,
            push: push,
            priority: progress.priority,
            isAlert: raisesAlert(push, isMandatory: isMandatory, progress),
            validUntil: push.isSend ? nextQuiet(question, priority: progress.priority) : nil,
            trace: progress.trace
        )
    }

    /// Why one device of a push that is sent does not get it; `nil` when it does.
    /// - Parameters:
    ///   - device: the device, chosen by the first decision.
    ///   - decision: the decision of ``reconsider(_:expiresAt:)``.
    ///   - recipient: the user as of now.
    ///   - isSummary: whether it is a summary, which needs no capability: it says nothing of its representative's type.
    /// - Returns: the reason of the delivery's end.
    public func obstacle(
        of device: DeviceID,
        after decision: Decision,
        _ recipient: RecipientSnapshot,
        isSummary: Bool = false
    ) -> Reason? {
        guard case .send(let devices) = decision.push, !devices.contains(device) else { return nil }
        guard let facts = recipient.devices.first(where: { $0.id == device }), facts.state == .active else {
            return .noDevice
        }
        if let capability = type.requiredCapability, facts.capabilities[capability] != "granted" {
            guard isSummary, facts.permission.allowsPush else { return .capabilityMissing }
            return nil
        }
        return facts.permission.allowsPush ? .noDevice : .permissionDenied
    }
}
