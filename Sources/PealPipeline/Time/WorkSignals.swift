/// Who wakes whom along the way of a notification.
public struct WorkSignals: Sendable {
    /// A trigger was accepted: fan-out looks.
    public let accepted = WakeSignal()
    /// Deliveries were made or released: delivery looks.
    public let deliverable = WakeSignal()
    /// Pushes were held: release looks.
    public let held = WakeSignal()
    /// A push was accepted whose receipt is to be asked for.
    public let receipts = WakeSignal()
    /// Something was written: whoever waits for work to settle looks.
    public let progress = WakeSignal()

    /// Starts silent.
    public init() {}
}
