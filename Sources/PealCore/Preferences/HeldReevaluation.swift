/// Held pushes of a user that are decided again now, because what holds them has changed (R087, R088).
///
/// Only their time is changed: the release decides, and holds what is still within quiet hours. What waits for something
/// else keeps its time.
public struct HeldReevaluation: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// When.
    public var at: Timestamp
    /// All held pushes of the user, which must still be held so.
    public var held: [HeldPush] = []

    private init(of user: UserID, at now: Timestamp) {
        self.user = user
        at = now
    }

    /// The pushes that are due now.
    public var due: [NotificationID] { held.filter { $0.stage == .quietHours && $0.until > at }.map(\.id) }

    /// After a change of choices; `nil` when their quiet hours say the same, whenever they were chosen.
    public init?(of user: UserID, after old: Preferences, became new: Preferences, at now: Timestamp) {
        guard !new.quietHours.chooses(as: old.quietHours) else { return nil }
        self.init(of: user, at: now)
    }

    /// After a change of devices; `nil` when the zone of the device seen last is the same.
    ///
    /// A device that leaves moves nobody: who logs out may be about to log in elsewhere, and nothing could be sent now.
    public init?(of user: UserID, after old: [Device], became new: [Device], at now: Timestamp) {
        guard let zone = Device.latestZone(of: new), zone != Device.latestZone(of: old) else { return nil }
        self.init(of: user, at: now)
    }

    /// After a user was put; `nil` for a new one, and when the zone is the same.
    public init?(after old: User?, became new: User, at now: Timestamp) {
        guard let old, old.timeZone != new.timeZone else { return nil }
        self.init(of: new.id, at: now)
    }
}

extension HeldReevaluation {
    /// Why deliveries wait that are brought forward with them: they were late when what holds them had begun.
    public var reason: Reason { .quietHours }
}

extension Device {
    /// The zone of the active device that was seen last, of those that report one: it counts where the user has set none.
    static func latestZone(of devices: [Device]) -> String? {
        devices.filter { $0.state == .active && $0.timeZone != nil }
            .max { ($0.lastSeenAt, $1.id) < ($1.lastSeenAt, $0.id) }?.timeZone
    }
}
