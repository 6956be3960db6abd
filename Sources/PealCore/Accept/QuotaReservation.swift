/// The windows of sender limits that a trigger is to count in.
public struct QuotaReservation: Sendable, Equatable {
    /// The windows.
    public var reservations: [QuotaPlan.Reservation]
    /// When the trigger was accepted: counts that expired before are deleted on the way.
    public var acceptedAt: Timestamp

    /// Reserves quota in windows.
    public init(reservations: [QuotaPlan.Reservation], acceptedAt: Timestamp) {
        self.reservations = reservations
        self.acceptedAt = acceptedAt
    }
}
