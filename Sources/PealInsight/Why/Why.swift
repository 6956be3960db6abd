public import PealCore
public import PealStore

/// Answers why a person did or did not get something, from what was written when it was decided.
public struct Why: Sendable {
    private let decisions: any DecisionLogStore
    private let deliveries: any DeliveryStore
    private let triggers: any TriggerStore
    private let directory: any DirectoryStore

    /// Wires the use case.
    public init(
        decisions: any DecisionLogStore,
        deliveries: any DeliveryStore,
        triggers: any TriggerStore,
        directory: any DirectoryStore
    ) {
        self.decisions = decisions
        self.deliveries = deliveries
        self.triggers = triggers
        self.directory = directory
    }

    /// Looks decisions up and explains them.
    public func answer(app: AppID, filter: DecisionFilter, page: PageRequest) async throws -> WhyAnswer {
        let found = try await decisions.decisions(app: app, filter: filter, page: page)
        var items: [WhyItem] = []
        for record in found.items {
            items.append(Self.item(record, try await deliveries.deliveries(of: record.id, app: app) ?? []))
        }
        let hint = items.isEmpty && page.after == nil ? try await hint(app: app, filter: filter) : nil
        return WhyAnswer(items: items, next: found.next, searched: filter, hint: hint)
    }

    /// Explains a decision that was not stored, as a dry run makes it.
    public static func steps(of trace: Trace, push: PushResult) -> [WhyStep] {
        var round = StepSentence.Round()
        let lastHold = trace.steps.lastIndex { $0.outcome == .hold }
        return trace.steps.enumerated().map { index, step in
            round.enter(step)
            var sentence = StepSentence(step: step, round: round)
            // Of an earlier hold only the window is known: it has ended.
            if case .hold(let until) = push, index == lastHold { sentence.heldUntil = until }
            return WhyStep(step: step, sentence: sentence.text)
        }
    }

    /// What happened on the devices.
    public static func channel(_ push: PushResult) -> WhyChannel {
        switch push {
        case .send: WhyChannel(outcome: "sent")
        case .hold(let until): WhyChannel(outcome: "held", reason: .quietHours, until: until)
        case .suppress(let reason): WhyChannel(outcome: "suppressed", reason: reason)
        }
    }

    /// What happened in the inbox.
    public static func channel(_ inApp: InAppResult) -> WhyChannel {
        switch inApp {
        case .show: WhyChannel(outcome: "shown")
        case .hide(let reason): WhyChannel(outcome: "hidden", reason: reason)
        }
    }

    private static func item(_ record: DecisionRecord, _ deliveries: [DeliveryReport]) -> WhyItem {
        WhyItem(
            record: record,
            verdict: Decision.verdict(inApp: record.inApp, push: record.push),
            steps: steps(of: record.trace, push: record.push),
            deliveries: deliveries,
            push: channel(record.push),
            inApp: channel(record.inApp)
        )
    }

    private func hint(app: AppID, filter: DecisionFilter) async throws -> String {
        if let id = filter.trigger {
            guard let trigger = try await triggers.trigger(id, app: app) else { return "There is no trigger \(id)." }
            switch trigger.status {
            case .scheduled: return "The trigger is due at \(trigger.dueAt.rfc3339); nothing is decided before."
            case .cancelled: return "The trigger was cancelled before it was decided for this person."
            case .running: return "The trigger is being fanned out; ask again in a moment."
            case .done where trigger.recipients == 0: return "The trigger's audience was empty."
            case .done: return "The trigger reached \(trigger.recipients) people; this person was not in its audience."
            }
        }
        if let user = filter.user, try await directory.user(user, app: app) == nil {
            return "There is no user \(user) in this app."
        }
        return "No decision matches; the trigger may not have been sent, or not for this person."
    }
}
