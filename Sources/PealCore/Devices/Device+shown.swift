extension Device {
    /// The device as its user and backend see it: out of service while the user's push switch is off (R013), stale as soon as
    /// it was not seen for long (R011).
    ///
    /// What is stored stays: mandatory notifications pass the switch, and switching on restores every device.
    /// - Parameters:
    ///   - pushIsOn: the user's global switch of pushes.
    ///   - now: the instant it is.
    ///   - staleAfter: after how long without a sign of life it is stale.
    /// - Returns: the device with the state that counts.
    public func shown(pushIsOn: Bool, at now: Timestamp, staleAfter: Duration) -> Device {
        var device = self
        device.state = state.counting(lastSeenAt: lastSeenAt, at: now, staleAfter: staleAfter)
        if !pushIsOn, device.state == .active { device.state = .disabled }
        return device
    }
}

extension DeviceState {
    /// The state that counts at an instant: a device that was not seen for long is stale, also before a sweep records it.
    func counting(lastSeenAt: Timestamp, at now: Timestamp, staleAfter: Duration) -> DeviceState {
        let first = DevicePolicy.end(of: .active, staleAfter: staleAfter, deliveryLog: .zero, now: now)
        return self == .active && lastSeenAt < first ? .stale : self
    }
}
