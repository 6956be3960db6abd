/// Whether pushes reach a user, and why not (docs/reachability.md).
///
/// A push service answers "accepted" for addresses that nobody has any more, some of them for ever. So a device that has confirmed
/// pushes before is judged by its confirmations: it is uncertain a day after a push that it did not confirm, and not reached
/// after seven days in which it neither confirmed a push nor made a call. The silence of a device that has never confirmed one says nothing.
public struct Reachability: Sendable, Equatable {
    /// A device that has confirmed pushes before is uncertain so long after the first one that it did not confirm.
    public static let uncertainAfter = Duration.seconds(86_400)
    /// It counts as not reached after so long without a confirmation and without a call.
    public static let silenceLimit = Duration.seconds(7 * 86_400)

    /// Why pushes do not reach a device or a user, or why that is uncertain.
    ///
    /// In the order of how little is missing: of several devices the first says why their user is not reached.
    public enum Reason: String, Sendable, CaseIterable {
        /// It confirmed pushes before, and is silent. Uncertain after a day, not reached after seven.
        case unconfirmed
        /// It has never confirmed a push: nothing says that they arrive. Uncertain.
        case neverConfirmed = "never-confirmed"
        /// The user does not allow the app to show pushes.
        case permissionDenied = "permission-denied"
        /// The user was not asked yet whether the app may show pushes.
        case permissionNotDetermined = "permission-not-determined"
        /// The user switched the device off.
        case disabled
        /// The user switched all pushes off.
        case channelDisabled = "channel-disabled"
        /// The app sends nothing by the device's push service.
        case providerNotServed = "provider-not-served"
        /// The push service says that the address is of another sender.
        case senderMismatch = "sender-mismatch"
        /// The push service says that the address is dead.
        case tokenInvalid = "token-invalid"
        /// The device made no call for longer than the app's `devices.staleAfter`.
        case stale
        /// The user has no device.
        case noDevice = "no-device"

        /// How little is missing; 0 is the least.
        var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What is found of one device.
    public struct OfDevice: Sendable, Equatable {
        /// The device.
        public var id: DeviceID
        /// Its push service.
        public var provider: ProviderID
        /// Its state, stale as soon as it was not seen for long.
        public var state: DeviceState
        /// Whether pushes reach it, as far as is known.
        public var isReachable: Bool
        /// Why not, or why that is uncertain; `nil` when neither is so.
        public var reason: Reason?
        /// When it last confirmed a push; `nil` when it never did.
        public var confirmedAt: Timestamp?
    }

    /// Whether pushes reach any of the user's devices, as far as is known.
    public var isReachable: Bool
    /// Why not, or why that is uncertain; `nil` when neither is so.
    public var reason: Reason?
    /// When a device last confirmed a push; `nil` when none did.
    public var confirmedAt: Timestamp?
    /// The devices that are not revoked, by identifier.
    public var devices: [OfDevice]
    /// When silence alone makes a device count as not reached; `nil` when none is silent.
    public var lookAt: Timestamp?

    /// Judges a user.
    /// - Parameters:
    ///   - facts: what is known.
    ///   - served: the push services that the app sends by.
    ///   - pushIsOn: whether the app's users get pushes unless they choose.
    ///   - staleAfter: after how long without a call a device is stale.
    ///   - now: the instant it is.
    public init(
        of facts: ReachabilityFacts,
        served: Set<ProviderID>,
        pushIsOn: Bool = true,
        staleAfter: Duration,
        at now: Timestamp
    ) {
        devices = facts.devices.map { OfDevice($0, served: served, staleAfter: staleAfter, at: now) }
        confirmedAt = facts.devices.compactMap(\.confirmedAt).max()
        let reached = devices.filter(\.isReachable)
        let isOn = facts.pushSwitch ?? pushIsOn
        isReachable = isOn && !reached.isEmpty
        if reached.isEmpty {
            reason = devices.compactMap(\.reason).min { $0.order < $1.order } ?? .noDevice
        } else if !isOn {
            reason = .channelDisabled
        } else if reached.contains(where: { $0.reason == nil }) {
            reason = nil
        } else {
            reason = reached.compactMap(\.reason).min { $0.order < $1.order }
        }
        let ids = Set(reached.map(\.id))
        lookAt = facts.devices.filter { ids.contains($0.device.id) }.compactMap(\.silentSince).min()
            .map { $0 + Self.silenceLimit }
    }
}

extension Reachability.OfDevice {
    /// Judges a device.
    init(_ signs: DeviceSigns, served: Set<ProviderID>, staleAfter: Duration, at now: Timestamp) {
        let device = signs.device
        id = device.id
        provider = device.provider
        state = device.state.counting(lastSeenAt: device.lastSeenAt, at: now, staleAfter: staleAfter)
        confirmedAt = signs.confirmedAt
        if let obstacle = device.obstacle(in: state, served: served) {
            (isReachable, reason) = (false, obstacle)
        } else if let since = signs.silentSince, now - since >= Reachability.silenceLimit {
            (isReachable, reason) = (false, .unconfirmed)
        } else if let since = signs.unconfirmedSince, now - since >= Reachability.uncertainAfter {
            (isReachable, reason) = (true, .unconfirmed)
        } else {
            (isReachable, reason) = (true, signs.confirmedAt == nil ? .neverConfirmed : nil)
        }
    }
}

extension Device {
    /// What keeps any push from it; `nil` when nothing does.
    fileprivate func obstacle(in state: DeviceState, served: Set<ProviderID>) -> Reachability.Reason? {
        switch state {
        case .disabled: .disabled
        case .quarantined: invalidSince == nil ? .senderMismatch : .tokenInvalid
        case .stale, .revoked: .stale
        case .active where !served.contains(provider): .providerNotServed
        case .active:
            switch permission {
            case .granted, .provisional: nil
            case .denied: .permissionDenied
            case .notDetermined: .permissionNotDetermined
            }
        }
    }
}
