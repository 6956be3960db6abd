public import PealCore

/// Which parts of people's histories the rules of some types ask for.
public struct HistoryNeeds: Sendable, Equatable {
    /// How far back the pushes of throttled types are counted.
    public var throttled: [TypeID: Duration]
    /// Whether notifications pending for a summary are counted.
    public var countsPending: Bool

    /// Joins both parts.
    public init(throttled: [TypeID: Duration] = [:], countsPending: Bool = false) {
        self.throttled = throttled
        self.countsPending = countsPending
    }

    /// Adds what a type asks for.
    public mutating func add(_ type: NotificationType) {
        if let throttle = type.throttle { throttled[type.id] = throttle.per }
        if type.summary != nil { countsPending = true }
    }
}
