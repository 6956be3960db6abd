/// Which pushes a device that was off is sent once more after its `sync` (M26, R146, S4.9.2).
///
/// A push service may keep only the latest push for a device that is off. Only a device that confirms what it receives can be
/// known to lack one.
public struct RedeliveryPlan: Sendable, Equatable {
    /// How long after the `sync` they are sent at the earliest: what the push service kept arrives, and is confirmed, meanwhile.
    public static let wait = Duration.seconds(10)

    /// The pushes that are re-evaluated when they are due.
    public private(set) var deliveries: [DeliveryID] = []
    /// When they are due.
    public let dueAt: Timestamp

    /// Plans from what a device was handed.
    /// - Parameters:
    ///   - pushes: the latest pushes of the device's user that were made for it.
    ///   - shown: the notifications that the device says it shows.
    ///   - types: the types that are sent once more (`redeliver: true`).
    ///   - now: the instant of the `sync`.
    public init(of pushes: [HandedPush], showing shown: Set<NotificationID>, types: Set<TypeID>, at now: Timestamp) {
        dueAt = now + Self.wait
        deliveries = pushes.filter { push in
            types.contains(push.type) && push.isDeviceConfirming && push.redelivery == .none
                && !shown.contains(push.id.notification)
                && push.isMissing(at: dueAt)
        }.map(\.id)
    }
}

/// A change of what is sent once more to a device that was off.
public enum RedeliveryChange: Sendable, Equatable {
    /// Plans to look at a push at an instant; nothing is written where it was planned before.
    case plan(DeliveryID, at: Timestamp)
    /// Never looks at a push again. Expects it as it was read, and waiting.
    case end(HandedPush)
}
