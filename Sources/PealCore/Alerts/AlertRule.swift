/// What operators are alerted about.
///
/// The raw values are stored, stand in catalogs, webhooks and metrics, and name the section of docs/operations.md.
public enum AlertRule: String, Sendable, CaseIterable {
    /// Too many pushes end without being accepted, this hour and the last.
    case deliveryErrors = "delivery-errors"
    /// Too many triggers are refused because they break a rule, this hour and the last.
    case malformedTriggers = "malformed-triggers"
    /// Clients say that they discard too many pushes as malformed, this hour and the last.
    case malformedPayloads = "malformed-payloads"
    /// A push service declares too many tokens dead: the token-invalidation breaker is open.
    case invalidTokens = "invalid-tokens"
    /// What is due waits for too long.
    case backlogAge = "backlog-age"
    /// A push service fails: the circuit breaker is open.
    case breakerOpen = "breaker-open"
    /// The system's clock is in question: what would be due or too old by it waits.
    case clock
    /// More devices are to be taken out of use than a day takes.
    case deviceSweep = "device-sweep"
    /// A critical trigger had no recipient, this hour or the last.
    case criticalUnreached = "critical-without-recipient"
    /// More recipients of a day than of the week before have no device that may show a push.
    case reachability
    /// Fewer pushes of a day are accepted than S0 wants (S0.Obs-M1).
    case deliveryRate = "target-delivery-rate"
    /// Pushes of a day take longer than S0 wants, p95 (S0.Perf-5).
    case deliveryLatency = "target-delivery-latency"
    /// Replies of a day take longer to be stored than S0 wants, p95 (S0.Obs-M5).
    case etaLatency = "target-eta-latency"
    /// Fewer pushes of a day with high priority are opened than S0 wants (S0.Obs-M2); off unless a catalog sets it.
    case openRate = "target-open-rate"
    /// Fewer late arrivals of a day were announced by a quick reply than S0 wants (S0.Obs-M3); off unless a catalog sets it.
    case quickReplyUse = "target-quick-reply-use"

    /// What a rule looks at.
    public enum Basis: Sendable, CaseIterable {
        /// What is so now.
        case now
        /// What was counted this hour and the last.
        case hours
        /// What was counted this hour and the 24 before.
        case day
        /// The same, next to what was counted in the seven days before.
        case week

        /// How often it is looked at.
        public var interval: Duration {
            switch self {
            case .now: .seconds(10)
            case .hours: .seconds(60)
            case .day, .week: .seconds(600)
            }
        }

        /// The hours whose counts it reads; `nil` where it reads none.
        public func hours(at now: Timestamp) -> Range<AnalyticsHour>? {
            let last = AnalyticsHour(of: now).number
            return switch self {
            case .now: nil
            case .hours: AnalyticsHour(number: last - 1)..<AnalyticsHour(number: last + 1)
            case .day, .week: AnalyticsHour(number: last - 24)..<AnalyticsHour(number: last + 1)
            }
        }

        /// The seven days before what ``hours(at:)`` reads of a day.
        public static func week(before now: Timestamp) -> Range<AnalyticsHour> {
            let first = AnalyticsHour(of: now).number - 24
            return AnalyticsHour(number: first - 168)..<AnalyticsHour(number: first)
        }
    }

    /// What a figure of a rule is.
    public enum Unit: Sendable {
        /// A part of a whole, from 0 to 1.
        case share
        /// A time in seconds.
        case seconds
        /// How many there were; one is too many.
        case count
    }

    /// What it looks at.
    public var basis: Basis {
        switch self {
        case .invalidTokens, .backlogAge, .breakerOpen, .clock, .deviceSweep: .now
        case .deliveryErrors, .malformedTriggers, .malformedPayloads, .criticalUnreached: .hours
        case .deliveryRate, .deliveryLatency, .etaLatency, .openRate, .quickReplyUse: .day
        case .reachability: .week
        }
    }

    /// What its figures are.
    public var unit: Unit {
        switch self {
        case .deliveryErrors, .malformedTriggers, .malformedPayloads, .reachability, .deliveryRate, .openRate,
            .quickReplyUse:
            .share
        case .backlogAge, .clock, .deliveryLatency, .etaLatency: .seconds
        case .invalidTokens, .breakerOpen, .deviceSweep, .criticalUnreached: .count
        }
    }

    /// Whether a figure below the threshold is wrong, and not one above.
    public var isBelow: Bool { self == .deliveryRate || self == .openRate || self == .quickReplyUse }

    /// When it fires unless a catalog says otherwise; `nil` is never.
    public var standard: AlertLimit? {
        switch self {
        case .deliveryErrors: AlertLimit(0.1, minimum: 20)
        case .malformedTriggers: AlertLimit(0.05, minimum: 20)
        case .malformedPayloads: AlertLimit(0.01, minimum: 20)
        case .invalidTokens, .breakerOpen, .deviceSweep, .criticalUnreached: AlertLimit(0)
        case .backlogAge: AlertLimit(300)
        // A smaller gap is a correction.
        case .clock: AlertLimit(3_600)
        case .reachability: AlertLimit(0.1, minimum: 100)
        case .deliveryRate: AlertLimit(0.95, minimum: 100)
        case .deliveryLatency: AlertLimit(5, minimum: 100)
        case .etaLatency: AlertLimit(2, minimum: 20)
        case .openRate, .quickReplyUse: nil
        }
    }

    /// Of how many its figure is, at least, where a catalog changes the threshold of a rule that is off.
    var standardMinimum: Int { standard?.minimum ?? (self == .quickReplyUse ? 20 : 100) }

    /// How long a figure has to be wrong before it fires: a breaker that opens once may close with the next probe.
    var firesAfter: Duration { self == .breakerOpen ? .seconds(60) : .zero }

    /// How long a figure has to be right again before it is resolved.
    var resolvesAfter: Duration { basis == .now ? .seconds(120) : .seconds(300) }

    /// The section of the documentation that says what to do.
    public var runbook: String { "docs/operations.md#alert-\(rawValue)" }
}
