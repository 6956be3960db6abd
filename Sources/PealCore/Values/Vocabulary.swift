/// How urgent a notification is; one ladder for all apps (C09).
public enum Priority: String, Sendable, Codable, CaseIterable, Comparable {
    case low, normal, high, critical

    /// The place on the ladder, `low` first.
    public var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        case .critical: 3
        }
    }

    /// Orders by urgency.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}

/// A way to reach a user.
///
/// Open: a new channel breaks no switch.
public struct Channel: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name in the vocabulary.
    public let rawValue: String
    /// Names a channel.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A push to the user's devices.
    public static let push = Channel(rawValue: "push")
    /// A row in the user's inbox.
    public static let inApp = Channel(rawValue: "inApp")
    /// E-mail; kept as a preference only.
    public static let email = Channel(rawValue: "email")
    /// The name in the vocabulary.
    public var description: String { rawValue }

    /// The name in events and in the audit log: S0's `NotificationChannel`.
    public var specifiedName: String { self == .inApp ? "in-app" : rawValue }
}

/// Who made something happen.
public enum ActorType: String, Sendable, Codable, CaseIterable {
    case user, admin, system
}

/// The verdict on one recipient of one trigger: each recipient is in exactly one.
public enum Verdict: String, Sendable, Codable, CaseIterable {
    case notified, held, digested, suppressed
}

/// The stages of a decision, in their fixed order.
public enum Stage: String, Sendable, Codable, CaseIterable {
    case type, audience, mandatory, preference, mute, device
    case quietHours = "quiet-hours"
    case throttle, digest, route
}

/// Why something was not sent (closed list).
public enum Reason: String, Sendable, Codable, CaseIterable {
    case typeDisabled = "type-disabled"
    case actorRule = "actor-rule"
    case actorExcluded = "actor-excluded"
    case unknownUser = "unknown-user"
    case categoryDisabled = "category-disabled"
    case channelDisabled = "channel-disabled"
    case muted
    case permissionDenied = "permission-denied"
    case noDevice = "no-device"
    case capabilityMissing = "capability-missing"
    case quietHours = "quiet-hours"
    case throttled, digested, summarised, expired, cancelled
    case resolvedElsewhere = "resolved-elsewhere"
    case featureOff = "feature-off"
    case providerRejected = "provider-rejected"
    case retriesExhausted = "retries-exhausted"
    case leftAudience = "left-audience"
    case entityDeleted = "entity-deleted"
    /// A later notification about the same entity took its place.
    case superseded
}

/// Where a trigger stands.
public enum TriggerStatus: String, Sendable, Codable, CaseIterable {
    case scheduled, running, done, cancelled
}

/// Where a delivery stands; `DeliveryMachine` has its transitions.
public enum DeliveryState: String, Sendable, Codable, CaseIterable {
    case pending, sending, accepted, failed, unknown, expired, cancelled

    /// Whether it is still to be sent, or being sent.
    public var isOpen: Bool { self == .pending || self == .sending }

    /// Whether the device has received it, or may receive it.
    public var isHandedOut: Bool { self == .sending || self == .accepted || self == .unknown }
}

/// Where a device stands.
public enum DeviceState: String, Sendable, Codable, CaseIterable {
    case active, disabled, quarantined, stale, revoked
}

/// What a user allowed the operating system to show.
public enum PushPermission: String, Sendable, Codable, CaseIterable {
    case granted, provisional, denied
    case notDetermined = "not-determined"

    /// Whether a push may be shown.
    public var allowsPush: Bool { self == .granted || self == .provisional }
}

/// The operating system of a device.
public enum Platform: String, Sendable, Codable, CaseIterable {
    case ios, android, web
}

/// What a quiet-hours bypass or a type may pass by (C06).
public enum Bypass: String, Sendable, Codable, CaseIterable {
    case quietHours, mute, throttle, deviceDnd
}
