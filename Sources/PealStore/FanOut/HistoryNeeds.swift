public import PealCore

/// Which parts of users' histories the rules of some types ask for.
public struct HistoryNeeds: Sendable, Equatable {
    /// How far back the pushes of throttled types are counted.
    public var throttled: [TypeID: Duration]

    /// Names the types.
    public init(throttled: [TypeID: Duration] = [:]) { self.throttled = throttled }

    /// Adds what a type asks for.
    public mutating func add(_ type: NotificationType) {
        if let throttle = type.throttle { throttled[type.id] = throttle.per }
    }
}
