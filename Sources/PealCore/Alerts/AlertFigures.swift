/// What the alerts of an app are measured by, from facts that are stored or kept at hand.
public struct AlertFigures: Sendable, Equatable {
    /// The figures of each alert; one that is missing has nothing to be measured by.
    public private(set) var values: [Alert.Key: AlertFigure] = [:]

    /// Measures nothing.
    public init() {}

    /// Measures what is so now.
    /// - Parameters:
    ///   - oldest: what is due longest.
    ///   - broken: push services whose circuit breaker is open.
    ///   - openInvalidationBreakers: push services whose token-invalidation breaker is open.
    ///   - clockGap: by how much the clock is off; `nil` while it is trusted.
    ///   - isSweepWaiting: whether more devices are due to be taken out of use than a day takes.
    ///   - now: the instant.
    public init(
        oldest: OldestDue,
        broken: [ProviderID],
        openInvalidationBreakers: [ProviderID],
        clockGap: Duration? = nil,
        isSweepWaiting: Bool = false,
        now: Timestamp
    ) {
        if let clockGap { values[Alert.Key(.clock)] = AlertFigure(Double(clockGap.wholeMilliseconds) / 1_000) }
        if isSweepWaiting { values[Alert.Key(.deviceSweep)] = AlertFigure(1) }
        for provider in broken { values[Alert.Key(.breakerOpen, provider.rawValue)] = AlertFigure(1) }
        for provider in openInvalidationBreakers {
            values[Alert.Key(.invalidTokens, provider.rawValue)] = AlertFigure(1)
        }
        for (subject, instant) in [("triggers", oldest.trigger), ("deliveries", oldest.delivery)] {
            guard let instant, instant <= now else { continue }
            let age = Double((now - instant).wholeMilliseconds) / 1_000
            values[Alert.Key(.backlogAge, subject)] = AlertFigure(age)
        }
    }

    /// Measures what was counted this hour and the last.
    public init(hours counts: [AnalyticsKey: Int]) {
        let counted = CountedMeasures(counts)
        let (ended, accepted) = (counted.ended, counted[.accepted, .push])
        values[Alert.Key(.deliveryErrors)] = AlertFigure(max(0, ended - accepted), of: ended)
        values[Alert.Key(.malformedTriggers)] = AlertFigure(counted[.refused], of: counted[.requests])
        values[Alert.Key(.malformedPayloads)] = AlertFigure(counted[.malformed], of: accepted)
        values[Alert.Key(.criticalUnreached)] = AlertFigure(Double(counted[.unreached]))
    }

    /// Measures what was counted this hour and the 24 before.
    public init(day counts: [AnalyticsKey: Int]) {
        let counted = CountedMeasures(counts)
        values[Alert.Key(.deliveryRate)] = AlertFigure(min(counted[.accepted, .push], counted.ended), of: counted.ended)
        let summary = AnalyticsSummary(counts, by: [.channel])
        let pushes = summary.rows.first { $0.channel == .push }
        for (rule, latency) in [(AlertRule.deliveryLatency, pushes?.latency), (.etaLatency, summary.etaLatency)] {
            guard let latency else { continue }
            let seconds = Double(latency.p95.wholeMilliseconds) / 1_000
            values[Alert.Key(rule)] = AlertFigure(seconds, of: latency.count)
        }
        let urgent = summary.opens.filter { $0.priority == .high || $0.priority == .critical }
        let confirmed = urgent.reduce(0) { $0 + $1.confirmed }
        values[Alert.Key(.openRate)] = AlertFigure(urgent.reduce(0) { $0 + $1.opened }, of: confirmed)
        let use = summary.quickReplyUse
        values[Alert.Key(.quickReplyUse)] = AlertFigure(use.firstByAction, of: use.lateArrivals)
    }

    /// Measures by how much the share of recipients without a device has grown.
    /// - Parameters:
    ///   - day: what was counted this hour and the 24 before.
    ///   - week: what was counted in the seven days before.
    public init(day: [AnalyticsKey: Int], week: [AnalyticsKey: Int]) {
        let (day, week) = (CountedMeasures(day), CountedMeasures(week))
        let growth = max(0, day.shareWithoutDevice - week.shareWithoutDevice)
        values[Alert.Key(.reachability)] = AlertFigure(growth, of: min(day[.recipients], week[.recipients]))
    }

    /// What they mean for the alerts of an app.
    ///
    /// An alert that is stored and has no figure any more is measured by nothing, and is resolved in time.
    /// - Parameters:
    ///   - stored: the alerts that are not quiet.
    ///   - basis: what the figures look at; alerts of other rules stay as they are.
    ///   - now: the instant.
    ///   - limit: when a rule fires.
    /// - Returns: the steps that change something, in the order of their keys.
    public func steps(
        from stored: [Alert],
        _ basis: AlertRule.Basis,
        now: Timestamp,
        limit: (AlertRule) -> AlertLimit?
    ) -> [AlertStep] {
        let known = Dictionary(stored.filter { !$0.key.isTest }.map { ($0.key, $0) }) { first, _ in first }
        let keys = Set(values.keys).union(known.keys).filter { $0.rule.basis == basis }
        return keys.sorted().map { key in
            AlertStep(of: key, known[key], values[key] ?? .none, limit(key.rule), now: now)
        }.filter(\.isChange)
    }
}

/// Counts by measure and channel.
private struct CountedMeasures {
    private var counts: [AnalyticsMeasure: [Channel: Int]] = [:]

    init(_ counts: [AnalyticsKey: Int]) {
        for (key, count) in counts { self.counts[key.measure, default: [:]][key.channel, default: 0] += count }
    }

    subscript(measure: AnalyticsMeasure) -> Int { max(0, counts[measure]?.values.reduce(0, +) ?? 0) }
    subscript(measure: AnalyticsMeasure, channel: Channel) -> Int { max(0, counts[measure]?[channel] ?? 0) }

    /// The part of the recipients who had no device that may show a push; 0 of none.
    var shareWithoutDevice: Double {
        self[.recipients] > 0 ? Double(self[.withoutDevice]) / Double(self[.recipients]) : 0
    }

    /// Pushes that ended.
    var ended: Int { self[.accepted, .push] + self[.failed, .push] + self[.expired, .push] + self[.unknown, .push] }
}
