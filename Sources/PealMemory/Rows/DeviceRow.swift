import PealCore

/// A device, which keeps its row when it is revoked, for the history of its deliveries.
struct DeviceRow: TableRow, Equatable {
    var device: Device
    /// Since when nothing is sent to it any more.
    var revokedAt: Timestamp?
    /// When a sweep found it stale.
    var staleAt: Timestamp?
    /// When it first confirmed a push.
    var confirmedAt: Timestamp?
    /// When it last confirmed a push.
    var lastConfirmedAt: Timestamp?
    /// Since when pushes that its service accepted are unconfirmed.
    var unconfirmedSince: Timestamp?

    enum Group: Hashable {
        case user(UserID)
        case token(ProviderID, [UInt8])
    }

    var key: DeviceID { device.id }
    var isRevoked: Bool { device.state == .revoked }

    var groups: [Group] {
        let user = Group.user(device.userID)
        return isRevoked ? [user] : [user, .token(device.provider, device.tokenHash)]
    }

    /// Forgets the token, and sends nothing to it any more.
    mutating func revoke(at instant: Timestamp?) {
        device.state = .revoked
        device.tokenHash = []
        device.sealedToken = []
        device.invalidSince = nil
        device.keyHash = nil
        device.pending = nil
        revokedAt = instant
    }
}
