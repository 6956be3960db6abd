import PealCore

/// A row that decisions about a user read.
protocol FactRow: TableRow {
    /// The user; `nil` when no decision reads the row.
    var factUser: UserID? { get }

    /// Whether decisions read the same of another row with the same key.
    func hasSameFacts(as other: Self) -> Bool
}

extension User: FactRow {
    var factUser: UserID? { id }

    func hasSameFacts(as other: User) -> Bool {
        locale == other.locale && timeZone == other.timeZone && roles == other.roles
    }
}

extension Entity: FactRow {
    /// Conditions of types ask what a user owns.
    var factUser: UserID? { ownerID }

    func hasSameFacts(as other: Entity) -> Bool { ownerID == other.ownerID && status == other.status }
}

extension Member: FactRow {
    var factUser: UserID? { userID }

    func hasSameFacts(as other: Member) -> Bool {
        role == other.role && status == other.status && attributes == other.attributes
    }
}

extension DeviceRow: FactRow {
    var factUser: UserID? { isRevoked ? nil : device.userID }

    func hasSameFacts(as other: DeviceRow) -> Bool {
        var other = other.device
        (other.tokenHash, other.sealedToken) = (device.tokenHash, device.sealedToken)
        (other.environment, other.createdAt) = (device.environment, device.createdAt)
        (other.invalidSince, other.pending) = (device.invalidSince, device.pending)
        return device == other
    }
}
