/// What analytics know of a participant's arrival at an event: whether it is late, and how it was announced first (R221).
///
/// Only a reply or a late check-in makes one.
public struct Arrival: Hashable, Sendable {
    /// Who arrives where.
    public struct Key: Hashable, Sendable {
        /// The event.
        public var event: EntityRef
        /// The participant.
        public var user: UserID

        /// Joins both.
        public init(_ event: EntityRef, _ user: UserID) {
            self.event = event
            self.user = user
        }
    }

    /// Whether the first reply came by an action of a notification; `nil` without a reply.
    public var isFirstByAction: Bool?
    /// Whether the latest reply says "running late".
    public var isAnnouncedLate = false
    /// Whether the participant checked in after the start.
    public var isCheckedInLate = false
    /// The hour in which it became late, and counts; `nil` while it is not late.
    public private(set) var hour: AnalyticsHour?

    /// What is known before anything has happened.
    public init() {}

    /// Joins the parts.
    /// - Parameters:
    ///   - isFirstByAction: whether the first reply came by an action of a notification.
    ///   - isAnnouncedLate: whether the latest reply says "running late".
    ///   - isCheckedInLate: whether the participant checked in after the start.
    ///   - hour: the hour in which it counts.
    public init(isFirstByAction: Bool?, isAnnouncedLate: Bool, isCheckedInLate: Bool, hour: AnalyticsHour?) {
        self.isFirstByAction = isFirstByAction
        self.isAnnouncedLate = isAnnouncedLate
        self.isCheckedInLate = isCheckedInLate
        self.hour = hour
    }

    /// Whether the participant is late.
    public var isLate: Bool { isAnnouncedLate || isCheckedInLate }

    /// Takes a reply.
    mutating func reply(_ status: EtaStatus, byAction: Bool, at instant: Timestamp) {
        isFirstByAction = isFirstByAction ?? byAction
        isAnnouncedLate = status == .runningLate
        count(at: instant)
    }

    /// Takes a check-in after the start.
    mutating func checkInLate(at instant: Timestamp) {
        isCheckedInLate = true
        count(at: instant)
    }

    private mutating func count(at instant: Timestamp) { hour = isLate ? hour ?? AnalyticsHour(of: instant) : nil }

    /// What it counts as.
    var measures: [AnalyticsMeasure] {
        isLate ? isFirstByAction == true ? [.lateArrivals, .lateByAction] : [.lateArrivals] : []
    }
}
