/// What a count of the hourly rollups is of.
public struct AnalyticsKey: Hashable, Sendable {
    /// What is counted.
    public var measure: AnalyticsMeasure
    /// The bucket of a histogram (``LatencyBuckets``); 0 of other measures.
    public var bucket: Int
    /// The category; empty where it has none.
    public var category: CategoryID
    /// The channel; empty where it has none.
    public var channel: Channel
    /// How urgent; `nil` where that does not apply.
    public var priority: Priority?

    /// Joins the parts.
    /// - Parameters:
    ///   - measure: what is counted.
    ///   - bucket: the bucket of a histogram.
    ///   - category: the category.
    ///   - channel: the channel.
    ///   - priority: how urgent.
    public init(
        _ measure: AnalyticsMeasure,
        bucket: Int = 0,
        category: CategoryID = "",
        channel: Channel = Channel(rawValue: ""),
        priority: Priority? = nil
    ) {
        self.measure = measure
        self.bucket = bucket
        self.category = category
        self.channel = channel
        self.priority = priority
    }
}

/// What is counted of an app in each hour; the raw values are stored.
public enum AnalyticsMeasure: String, Sendable, CaseIterable {
    /// Notifications that were sent on a channel.
    case sent
    /// Deliveries that a push service accepted, and rows that an inbox shows.
    case accepted
    /// Deliveries that ended without being accepted.
    case failed, expired, unknown
    /// Notifications that a device confirmed.
    case confirmed
    /// Notifications that were opened from their push.
    case opened
    /// Accepted deliveries by their time since the trigger.
    case latency
    /// Replies about arrivals by the time they took to be stored.
    case etaLatency = "eta-latency"
    /// Participants who are late (``Arrival``).
    case lateArrivals = "late-arrivals"
    /// Those of them whose first reply came by an action of a notification.
    case lateByAction = "late-by-action"
    /// Triggers that backends sent.
    case requests
    /// Those of them that were refused because they break a rule.
    case refused
    /// Pushes that clients say they discarded as malformed.
    case malformed
    /// Critical triggers that had no recipient.
    case unreached
    /// Recipients who were decided about.
    case recipients
    /// Those of them who had no device that may show a push.
    case withoutDevice = "without-device"

    /// Measures of alerts alone, which no summary shows.
    public static let ofAlerts: Set<AnalyticsMeasure> = [
        .requests, .refused, .malformed, .unreached, .recipients, .withoutDevice,
    ]

    /// The measure of a delivery that ended in a state; `nil` where that counts nowhere.
    init?(end state: DeliveryState) {
        switch state {
        case .accepted: self = .accepted
        case .failed: self = .failed
        case .expired: self = .expired
        case .unknown: self = .unknown
        case .pending, .sending, .cancelled: return nil
        }
    }
}
