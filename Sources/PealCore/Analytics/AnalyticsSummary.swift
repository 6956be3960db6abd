/// Rates and latencies of an app over some hours, from its counts (docs/analytics.md has the definitions).
public struct AnalyticsSummary: Sendable, Equatable {
    /// What is counted apart.
    public enum Dimension: String, Sendable, CaseIterable {
        case category, channel, priority
    }

    /// Deliveries and latency, by the dimensions that were asked for.
    public var rows: [Row]
    /// Openings by category and priority (S0.Obs-M2).
    public var opens: [Opens]
    /// How long replies took to be stored (S0.Obs-M5).
    public var etaLatency: LatencyFigures?
    /// How many late arrivals were announced by a quick reply first (S0.Obs-M3).
    public var quickReplyUse = QuickReplyUse()

    /// Counts that belong together.
    public struct Row: Sendable, Equatable {
        /// The category, where it is counted apart.
        public var category: CategoryID?
        /// The channel, where it is counted apart.
        public var channel: Channel?
        /// The priority, where it is counted apart.
        public var priority: Priority?
        /// Each measure but histograms.
        public var counts: [AnalyticsMeasure: Int]
        /// How long accepted deliveries took; `nil` without any.
        public var latency: LatencyFigures?

        /// Deliveries that ended.
        public var ended: Int { accepted + self[.failed] + self[.expired] + self[.unknown] }
        /// Deliveries that were accepted.
        public var accepted: Int { self[.accepted] }

        /// The count of a measure.
        public subscript(measure: AnalyticsMeasure) -> Int { counts[measure] ?? 0 }

        /// Accepted among ended deliveries.
        public var acceptedRate: Double? { AnalyticsSummary.rate(accepted, of: ended) }
        /// Confirmed notifications among those that were sent; only of pushes, which devices confirm.
        public var confirmedRate: Double? {
            channel == .push ? AnalyticsSummary.rate(self[.confirmed], of: self[.sent]) : nil
        }
    }

    /// Openings of a category and a priority.
    public struct Opens: Sendable, Equatable {
        /// The category.
        public var category: CategoryID
        /// How urgent.
        public var priority: Priority
        /// Notifications that a device confirmed.
        public var confirmed: Int
        /// Notifications that were opened from their push.
        public var opened: Int

        /// Opened among confirmed notifications.
        public var rate: Double? { AnalyticsSummary.rate(opened, of: confirmed) }
    }

    /// The use of quick replies.
    public struct QuickReplyUse: Sendable, Equatable {
        /// Participants who were late.
        public var lateArrivals = 0
        /// Those of them whose first reply came by an action of a notification.
        public var firstByAction = 0

        /// The part of the late arrivals.
        public var rate: Double? { AnalyticsSummary.rate(firstByAction, of: lateArrivals) }
    }

    /// Makes the summary of counts.
    /// - Parameters:
    ///   - counts: the counts of all hours, added.
    ///   - dimensions: what is counted apart.
    public init(_ counts: [AnalyticsKey: Int], by dimensions: Set<Dimension>) {
        var groups: [Group: [AnalyticsMeasure: Int]] = [:]
        var latencies: [Group: [Int: Int]] = [:]
        var opens: [OpenGroup: (confirmed: Int, opened: Int)] = [:]
        var replies: [Int: Int] = [:]
        for (key, count) in counts {
            let group = Group(key, by: dimensions)
            switch key.measure {
            case .etaLatency: replies[key.bucket, default: 0] += count
            case .lateArrivals: quickReplyUse.lateArrivals += count
            case .lateByAction: quickReplyUse.firstByAction += count
            case .latency: latencies[group, default: [:]][key.bucket, default: 0] += count
            case _ where AnalyticsMeasure.ofAlerts.contains(key.measure): continue
            default: groups[group, default: [:]][key.measure, default: 0] += count
            }
            guard let priority = key.priority else { continue }
            let openGroup = OpenGroup(category: key.category, priority: priority)
            if key.measure == .confirmed { opens[openGroup, default: (0, 0)].confirmed += count }
            if key.measure == .opened { opens[openGroup, default: (0, 0)].opened += count }
        }
        rows = groups.keys.sorted().map { group in
            Row(
                category: group.category,
                channel: group.channel,
                priority: group.priority,
                counts: groups[group] ?? [:],
                latency: LatencyFigures(latencies[group] ?? [:])
            )
        }
        self.opens = opens.keys.sorted().map { group in
            let (confirmed, opened) = opens[group] ?? (0, 0)
            return Opens(category: group.category, priority: group.priority, confirmed: confirmed, opened: opened)
        }
        etaLatency = LatencyFigures(replies)
    }

    /// A share; `nil` of nothing.
    public static func rate(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

    private struct Group: Hashable, Comparable {
        var category: CategoryID?
        var channel: Channel?
        var priority: Priority?

        init(_ key: AnalyticsKey, by dimensions: Set<Dimension>) {
            category = dimensions.contains(.category) ? key.category : nil
            channel = dimensions.contains(.channel) ? key.channel : nil
            priority = dimensions.contains(.priority) ? key.priority : nil
        }

        private var order: (String, String, Int) {
            (category?.rawValue ?? "", channel?.rawValue ?? "", priority?.rank ?? -1)
        }

        static func < (left: Self, right: Self) -> Bool { left.order < right.order }
    }

    private struct OpenGroup: Hashable, Comparable {
        var category: CategoryID
        var priority: Priority

        static func < (left: Self, right: Self) -> Bool {
            (left.category, left.priority) < (right.category, right.priority)
        }
    }
}
