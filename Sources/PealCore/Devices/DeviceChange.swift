/// A change to a device by its user; `nil` leaves a part as it was.
public struct DeviceChange: Sendable {
    /// The device.
    public var id: DeviceID
    /// The user it must belong to.
    public var userID: UserID
    /// What it may show.
    public var permission: PushPermission?
    /// Capabilities to set; others stay.
    public var capabilities: [String: String]?
    /// The user's own switch: off is `disabled`, on is `active` (R013, R014).
    public var enabled: Bool?
    /// The app's version.
    public var appVersion: String?
    /// The device's locale.
    public var locale: String?
    /// The device's zone (IANA name).
    public var timeZone: String?
    /// When.
    public var now: Timestamp

    /// Joins the parts.
    public init(
        id: DeviceID,
        userID: UserID,
        permission: PushPermission?,
        capabilities: [String: String]?,
        enabled: Bool?,
        appVersion: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        now: Timestamp
    ) {
        self.id = id
        self.userID = userID
        self.permission = permission
        self.capabilities = capabilities
        self.enabled = enabled
        self.appVersion = appVersion
        self.locale = locale
        self.timeZone = timeZone
        self.now = now
    }
}

extension Device {
    /// The device after a change.
    public func changed(by change: DeviceChange) -> Device {
        var device = self
        device.permission = change.permission ?? permission
        device.appVersion = change.appVersion ?? appVersion
        device.locale = change.locale ?? locale
        device.timeZone = change.timeZone ?? timeZone
        device.capabilities.merge(change.capabilities ?? [:]) { _, new in new }
        // An address declared dead stays so until it registers again: the switch is not about the address.
        switch (change.enabled, state) {
        case (false?, _): device.state = .disabled
        case (true?, .disabled): device.state = invalidSince == nil ? .active : .quarantined
        default: break
        }
        device.lastSeenAt = max(lastSeenAt, change.now)
        return device
    }
}
