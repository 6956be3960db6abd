/// What waits for a user and is looked at again now, because what it waits for has changed (R087, R088).
///
/// Only times are changed: the release, the claim and the fan-out decide, and let wait what is still too early. What waits
/// for something else keeps its time.
public struct HeldReevaluation: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// When.
    public var at: Timestamp
    /// All that waits for the user, which must still wait so.
    public var waits = UserWaits()

    private init(of user: UserID, at now: Timestamp) {
        self.user = user
        at = now
    }

    /// The held pushes that are due now.
    public var pushes: [NotificationID] {
        waits.held.filter { $0.stage == .quietHours && $0.until > at }.map(\.id)
    }

    /// The deliveries that are due now: they were late when quiet hours had begun.
    public var deliveries: [DeliveryID] {
        waits.deliveries.filter { $0.reason == .quietHours && $0.dueAt > at }.map(\.id)
    }

    /// The triggers for which the user's local time may have come.
    public var users: [TriggerID] { waiting.map(\.id) }

    /// Those of them whose fan-out has nothing to do until later: it goes on now.
    public var triggers: [TriggerID] {
        waiting.filter { $0.pass == .placed && !$0.isCancelled && $0.dueAt > at }.map(\.id)
    }

    private var waiting: [UserWaits.Trigger] { waits.triggers.filter { $0.instant > at } }

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

extension Device {
    /// The zone of the active device that was seen last, of those that report one: it counts where the user has set none.
    static func latestZone(of devices: [Device]) -> String? {
        devices.filter { $0.state == .active && $0.timeZone != nil }
            .max { ($0.lastSeenAt, $1.id) < ($1.lastSeenAt, $0.id) }?.timeZone
    }
}
