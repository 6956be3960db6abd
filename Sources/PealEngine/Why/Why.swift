public import PealCore
import PealStore

/// Answers why a user did or did not get something, from what was written when it was decided.
public struct Why: Sendable {
    private let dependencies: WhyDependencies

    /// Wires the use case.
    public init(_ dependencies: WhyDependencies) { self.dependencies = dependencies }

    /// Looks decisions up and explains them.
    /// - Parameters:
    ///   - app: the app.
    ///   - filter: what is looked for.
    ///   - page: the part of the answer.
    ///   - reader: the zone of the times in sentences; without it that of the user a sentence is about, or the app's.
    /// - Returns: what was found.
    /// - Throws: ``StoreError``.
    public func answer(app: AppID, filter: DecisionFilter, page: PageRequest, reader: Zone? = nil) async throws
        -> WhyAnswer
    {
        let store = dependencies.store
        let found = try await store.decisions(app: app, filter: filter, page: page)
        let holds = found.items.isEmpty ? [:] : try await dependencies.queuePauses(dependencies.now())
        var present = PresentQuestion(dependencies: dependencies)
        var items: [WhyItem] = []
        for record in found.items {
            try Task.checkCancellation()
            let own = reader == nil ? try await present.zone(of: record.userID, app: app) : nil
            let zone = reader ?? own ?? .utc
            var item = Self.item(
                record,
                try await store.deliveries(of: record.id, app: app) ?? [],
                record.trace.channels.isEmpty ? [] : try await store.channelDeliveries(of: record.id, app: app),
                zone
            )
            if item.reason == .unknownUser { item.erasedAt = try await store.erased(record.userID, app: app) }
            let retries = try await WhyOrder(dependencies: dependencies).retries(
                before: item.deliveries,
                of: record,
                app: app
            )
            for report in item.deliveries {
                let hold = holds[QueueKey(app: app, provider: report.provider)]
                item.waits[report.id] = .of(
                    report,
                    priority: record.priority,
                    hold: hold,
                    behind: retries[report.id],
                    zone: zone,
                    now: dependencies.now()
                )
            }
            item.nameOrder()
            try await addRules(to: &item, app: app)
            item.counterfactuals = try await counterfactuals(record, app: app, zone, &present)
            let trigger = item.counterfactuals == nil ? nil : try await present.trigger(record.trigger, app: app)
            item.losses = WhyLosses(dependencies: dependencies, app: app, zone: zone).losses(
                of: record,
                trigger,
                counterfactuals: item.counterfactuals
            )
            items.append(item)
        }
        let zone = try await zone(of: filter.user, reader, app: app, &present)
        var findings: [WhyFinding] = []
        if page.after == nil {
            findings =
                items.isEmpty
                ? try await WhyFindings(dependencies: dependencies, app: app, filter: filter, zone: zone).all()
                : try await ExpiredFirings(dependencies: dependencies, app: app, filter: filter, zone: zone).findings()
                    + RejectedRequestFindings(dependencies: dependencies, app: app, filter: filter, zone: zone)
                    .beside(found.items)
                    + QueueFindings(dependencies: dependencies, app: app, zone: zone).findings(
                        of: found.items.map(\.trigger)
                    )
        }
        return WhyAnswer(
            items: items,
            next: found.next,
            zone: zone,
            searched: filter,
            hint: items.isEmpty ? findings.first?.detail : nil,
            findings: findings
        )
    }

    /// The deliveries of a notification with their attempts; `nil` when the app has no such notification.
    public func deliveries(of notification: NotificationID, app: AppID) async throws -> [DeliveryReport]? {
        try await dependencies.store.deliveries(of: notification, app: app)
    }

    /// Explains a decision that was not stored, as a dry run makes it.
    public static func steps(of trace: Trace, push: PushResult, companions: Int = 0, zone: Zone = .utc) -> [WhyStep] {
        var round = StepSentence.Round()
        let lastHold = trace.steps.lastIndex { $0.outcome == .hold && $0.channel == nil }
        return trace.steps.enumerated().map { index, step in
            round.enter(step)
            var sentence = StepSentence(step: step, round: round, zone: zone)
            // Of an earlier hold only the window is known: it has ended.
            if index == lastHold {
                switch push {
                case .hold(let until): sentence.heldUntil = until
                case .digest(let until):
                    sentence.heldUntil = until
                    sentence.companions = companions
                case .send, .suppress: break
                }
            }
            return WhyStep(step: step, sentence: sentence.text)
        }
    }

    /// What happened on the devices.
    public static func channel(_ push: PushResult, trace: Trace = Trace()) -> WhyChannel {
        // What holds a push may have no reason of the vocabulary: then the step's sentence says it.
        let hold = trace.steps.last { $0.outcome == .hold && $0.channel == nil }
        return switch push {
        case .send: WhyChannel(outcome: "sent")
        case .hold(let until):
            WhyChannel(outcome: "held", reason: hold == nil ? .quietHours : hold?.reason, until: until)
        case .digest(let until): WhyChannel(outcome: "digested", reason: hold?.reason ?? .digested, until: until)
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

    private static func item(
        _ record: DecisionRecord,
        _ deliveries: [DeliveryReport],
        _ channelDeliveries: [ChannelDelivery],
        _ zone: Zone
    ) -> WhyItem {
        let channels = channels(of: record, channelDeliveries)
        return WhyItem(
            record: record,
            verdict: Decision.verdict(
                inApp: record.inApp,
                push: record.push,
                channels: Dictionary(channels.map { ($0.channel, $0.result) }) { first, _ in first }
            ),
            steps: steps(of: record.trace, push: record.push, companions: record.companions, zone: zone),
            deliveries: deliveries,
            waits: [:],
            zone: zone,
            push: channel(record.push, trace: record.trace),
            inApp: channel(record.inApp),
            channels: channels,
            counterfactuals: nil
        )
    }

    /// Names the rules of the version that decided, by their source location.
    private func addRules(to item: inout WhyItem, app: AppID) async throws {
        let version = item.record.policyVersion
        guard let catalog = dependencies.catalogs(app, version) else { return }
        let rules = RulePaths(catalog: catalog, type: item.record.type)
        var round = StepSentence.Round()
        for index in item.steps.indices {
            round.enter(item.steps[index].step)
            let paths = rules.paths(of: item.steps[index].step, isMandatory: round.isMandatory)
            if !paths.isEmpty { item.steps[index].rule = try await dependencies.rules(app, version, paths) }
        }
        guard let reason = item.inApp.reason else { return }
        let paths = rules.paths(hiding: reason)
        if !paths.isEmpty { item.inApp.rule = try await dependencies.rules(app, version, paths) }
    }

    /// The zone of what is said next to decisions.
    private func zone(
        of user: UserID?,
        _ reader: Zone?,
        app: AppID,
        _ present: inout PresentQuestion
    ) async throws -> Zone {
        if let reader { return reader }
        if let user { return try await present.zone(of: user, app: app) }
        return dependencies.catalogs(app, nil).flatMap { dependencies.zones($0.timeZone) } ?? .utc
    }

    private func counterfactuals(
        _ record: DecisionRecord,
        app: AppID,
        _ zone: Zone,
        _ present: inout PresentQuestion
    ) async throws -> [WhyCounterfactual]? {
        if record.push.isSend { return nil }
        if case .suppress(let reason) = record.push, let known = WhyCounterfactual.afterwards(reason) { return known }
        if case .hold(let until) = record.push, record.holdStage == .device {
            // Whether a user is active is known to the deciding process alone, and for moments only.
            return [WhyCounterfactual(.later(until), zone)]
        }
        guard let counterfactual = try await present.counterfactual(of: record, app: app) else { return [] }
        return WhyCounterfactual.answer(counterfactual.answer(), zone)
    }
}
