/// A device that may be out of use (R008, R011, C14).
public struct AgedDevice: Sendable, Equatable {
    /// Devices that age in the same way.
    public enum Group: Sendable, Hashable {
        /// A provider declared their address dead.
        case invalid(ProviderID)
        /// In use, but perhaps not seen for long.
        case active
        /// Not in use any more.
        case stale
        /// Revoked.
        case revoked
    }

    /// What becomes of a device.
    public enum End: Sendable, Equatable {
        /// It receives no more pushes until it registers again.
        case stale
        /// Its token is forgotten; since when counts for its deletion.
        case revoked(since: Timestamp)
        /// It is deleted.
        case deleted
    }

    /// The device.
    public var id: DeviceID
    /// The user it belongs to.
    public var userID: UserID
    /// How it ages.
    public var group: Group
    /// Since when: when its address was declared dead, when it was last seen, or when it was revoked.
    public var since: Timestamp
    /// When a sweep found it stale; `nil` where that is not known.
    public var staleAt: Timestamp?

    /// Joins the parts.
    public init(id: DeviceID, userID: UserID, group: Group, since: Timestamp, staleAt: Timestamp? = nil) {
        self.id = id
        self.userID = userID
        self.group = group
        self.since = since
        self.staleAt = staleAt
    }

    /// What becomes of it once its time has passed.
    public var end: End {
        switch group {
        case .invalid, .stale: .revoked(since: since)
        case .active: .stale
        case .revoked: .deleted
        }
    }
}

extension DevicePolicy {
    /// Devices of a group end when they have been in it since before this instant.
    /// - Parameters:
    ///   - group: how they age.
    ///   - staleAfter: after how long without a sign of life an app's devices are stale.
    ///   - deliveryLog: how long an app keeps the log of deliveries, which names devices.
    ///   - now: the instant it is.
    /// - Returns: the first instant that is too late.
    public static func end(
        of group: AgedDevice.Group,
        staleAfter: Duration,
        deliveryLog: Duration,
        now: Timestamp
    ) -> Timestamp {
        now - age(of: group, staleAfter: staleAfter, deliveryLog: deliveryLog) + .milliseconds(1)
    }

    /// The instant at which a device of a group ends, when nothing changes.
    /// - Parameters:
    ///   - device: the device.
    ///   - staleAfter: after how long without a sign of life an app's devices are stale.
    ///   - deliveryLog: how long an app keeps the log of deliveries, which names devices.
    /// - Returns: the first instant at which ``end(of:staleAfter:deliveryLog:now:)`` is later than its time.
    public static func due(_ device: AgedDevice, staleAfter: Duration, deliveryLog: Duration) -> Timestamp {
        let due = device.since + age(of: device.group, staleAfter: staleAfter, deliveryLog: deliveryLog)
        guard device.group == .stale, let staleAt = device.staleAt else { return due }
        return max(due, staleAt + staleNotice)
    }

    /// How long a device stays in a group.
    private static func age(of group: AgedDevice.Group, staleAfter: Duration, deliveryLog: Duration) -> Duration {
        switch group {
        // The instant itself counts; of the others it is the first one after it.
        case .invalid: quarantineGrace
        case .active: staleAfter + .milliseconds(1)
        case .stale: staleAfter + staleGrace + .milliseconds(1)
        case .revoked: deliveryLog + .milliseconds(1)
        }
    }
}
