/// What a device is to change on its screen, by what it says that it shows (R165, R172).
public struct ScreenSync: Sendable, Equatable {
    /// Pushes that the device has received: those among the shown ones that were handed to it.
    public let received: [NotificationID]
    /// Pushes that are to leave the screen, in the order in which they were named.
    ///
    /// One that was named by a tag which no push of the device has stays: it is another sender's.
    public let cleared: [ShownPush]

    /// Compares what is shown with what is known.
    ///
    /// What the user has seen leaves the screen as on every other device; a push that is not the user's any more leaves it in
    /// any case.
    /// - Parameters:
    ///   - shown: the notifications that the device shows.
    ///   - device: the device.
    ///   - facts: what the store holds of them.
    public init(of shown: [ShownPush], on device: DeviceID, facts: SyncFacts) {
        let items = Dictionary(facts.items.map { ($0.id, $0) }) { first, _ in first }
        let handed = Set(
            facts.deliveries.filter { $0.id.device == device && $0.state.isHandedOut }.map(\.id.notification)
        )
        received = shown.compactMap(\.id).filter(handed.contains)
        cleared = shown.filter { push in push.id.map { items[$0]?.isOffScreens ?? true } ?? false }
    }
}

extension SyncFacts.Item {
    /// Whether no screen shows it any more.
    fileprivate var isOffScreens: Bool {
        if hiddenBecause == .cancelled || state.removal != nil { return true }
        return state.seenAt != nil && !staysOnScreens
    }
}
