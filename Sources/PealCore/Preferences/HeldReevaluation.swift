/// What waits for a user and is re-evaluated now, because what it waits for has changed (R087, R088).
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

    /// What has changed.
    private enum Cause: Equatable, Sendable {
        /// What the user's local times are counted by.
        case localTime
        /// The user looks at a thread no longer, which pushes of some types waited for.
        case left(String, Set<TypeID>)
    }

    private var cause = Cause.localTime

    private init(of user: UserID, at now: Timestamp) {
        self.user = user
        at = now
    }

    /// After a user has left a thread on all devices; `nil` when no type waits for that.
    ///
    /// A type that waits while the user is active in the app (`by: user`) goes on waiting: the user may still be there.
    /// - Parameters:
    ///   - user: the user.
    ///   - thread: the thread that was shown.
    ///   - types: all types of the app.
    ///   - now: when.
    public init?(of user: UserID, leaving thread: String, types: [NotificationType], at now: Timestamp) {
        let waiting = types.filter { $0.delayWhileActive?.scope == .thread }
        guard !waiting.isEmpty else { return nil }
        self.init(of: user, at: now)
        cause = .left(thread, Set(waiting.map(\.id)))
    }

    /// The held pushes that are due now.
    public var pushes: [NotificationID] {
        waits.held.filter { $0.until > at && isOver($0) }.map(\.id)
    }

    /// Whether what a push waits for may have ended.
    private func isOver(_ held: UserWaits.Held) -> Bool {
        switch cause {
        case .localTime: held.stage == .quietHours
        case .left(let thread, let types): held.stage == .device && held.thread == thread && types.contains(held.type)
        }
    }

    /// The deliveries that are due now: they were late when quiet hours had begun.
    public var deliveries: [DeliveryID] {
        guard cause == .localTime else { return [] }
        return waits.deliveries.filter { $0.reason == .quietHours && $0.dueAt > at }.map(\.id)
    }

    /// The triggers for which the user's local time may have come.
    public var users: [TriggerID] { waiting.map(\.id) }

    /// Those of them whose fan-out has nothing to do until later: it goes on now.
    public var triggers: [TriggerID] {
        waiting.filter { $0.pass == .placed && !$0.isCancelled && $0.dueAt > at }.map(\.id)
    }

    private var waiting: [UserWaits.Trigger] {
        cause == .localTime ? waits.triggers.filter { $0.instant > at } : []
    }

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
