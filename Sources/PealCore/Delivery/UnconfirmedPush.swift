/// A push that a device was to confirm, when its time to live has ended (R147, M13).
///
/// It waits for that from its decision on. A call that its user makes ends the wait before: the app has brought it then.
public struct UnconfirmedPush: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// Its app.
    public var app: AppID
    /// Its user.
    public var user: UserID
    /// Whether the inbox shows it, or did until its user removed it.
    public var isInInbox: Bool
    /// What its user and their devices have done with it.
    public var state: InboxState
    /// Why its push was stopped, where it was.
    public var stopReason: Reason?
    /// The devices that it was handed to; `true` for one that has ever confirmed a push.
    public var devices: [DeviceID: Bool]

    /// Joins the parts.
    public init(
        id: NotificationID,
        app: AppID,
        user: UserID,
        isInInbox: Bool = true,
        state: InboxState = InboxState(),
        stopReason: Reason? = nil,
        devices: [DeviceID: Bool]
    ) {
        self.id = id
        self.app = app
        self.user = user
        self.isInInbox = isInInbox
        self.state = state
        self.stopReason = stopReason
        self.devices = devices
    }

    /// Whether its inbox row becomes an alert.
    ///
    /// It does when a device that confirms pushes had it and was silent, no device has confirmed it, and nothing else says
    /// that the user knows. A device that has never confirmed a push says nothing by its silence.
    public var raisesAlert: Bool {
        guard isInInbox, state.removal == nil, stopReason == nil else { return false }
        guard !state.isAlert, state.acknowledgedAt == nil, state.receivedAt == nil, state.seenAt == nil else {
            return false
        }
        return devices.values.contains(true)
    }

    /// What the trace says of the alert; `nil` when there is none.
    public var trace: Trace? { raisesAlert ? Trace([Trace.Step(.route, .pass, nil, .unconfirmed)]) : nil }
}

extension OutcomeFacts.Notification {
    /// The device that a report of its receipt is of.
    ///
    /// A client that names no device is on the only one that it was handed to; with several nothing says which.
    /// - Parameter named: the device that the client names.
    /// - Returns: the device; `nil` when it was not handed to it.
    public func confirmingDevice(named: DeviceID?) -> DeviceID? {
        let handed = deliveries.filter { $0.value.state.isHandedOut }.keys
        guard let named else { return handed.count == 1 ? handed.first : nil }
        return handed.contains(named) ? named : nil
    }
}
