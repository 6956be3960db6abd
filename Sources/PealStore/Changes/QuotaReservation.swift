public import PealCore

/// The windows of sender limits that a trigger is to count in, each as it was when that was planned.
public struct QuotaReservation: Sendable, Equatable {
    /// A window, and how many other triggers are expected in it.
    public struct Place: Sendable, Equatable {
        /// The window.
        public var reservation: QuotaPlan.Reservation
        /// The triggers in windows that overlap it.
        public var others: Int

        /// Joins both parts.
        public init(reservation: QuotaPlan.Reservation, others: Int) {
            self.reservation = reservation
            self.others = others
        }
    }

    /// The windows.
    public var places: [Place]
    /// When the trigger was accepted: counts that expired before are deleted on the way.
    public var acceptedAt: Timestamp

    /// Joins both parts.
    public init(places: [Place], acceptedAt: Timestamp) {
        self.places = places
        self.acceptedAt = acceptedAt
    }
}
