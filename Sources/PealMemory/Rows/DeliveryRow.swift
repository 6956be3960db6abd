package import PealCore

/// One notification to one device.
package struct DeliveryRow: TableRow, Equatable {
    package var id: DeliveryID
    package var provider: ProviderID
    package var priority: Priority
    package var state: DeliveryState
    package var dueAt: Timestamp
    /// The process epoch that holds the lease.
    package var epoch: Int?
    package var retries = 0
    package var resends = 0
    package var reason: Reason?
    package var acceptedAt: Timestamp?
    /// When the device first said that it has received the push.
    package var confirmedAt: Timestamp?
    /// What it was decided from when the rules were asked about it again; `nil` while its notification's stamp holds.
    package var basis: DecisionBasis?
    /// The last 20, oldest first.
    package var attempts: [AttemptRecord] = []
    /// The app's version on the device when the delivery was made.
    var appVersion: String?

    private static let keptAttempts = 20

    enum Group: Hashable {
        case notification(NotificationID)
        case pending(ProviderID, Priority)
        case sending
        case failed(ProviderID)
    }

    var key: DeliveryID { id }
    /// Whether the answer to any attempt was lost.
    var isAnswerLost: Bool { attempts.contains { $0.outcome == "unknown" } }
    /// Whether any attempt was refused as too large.
    var isSmaller: Bool { attempts.contains { $0.outcome == AttemptRecord.tooLarge } }
    var isOpen: Bool { state.isOpen }

    var groups: [Group] {
        let notification = Group.notification(id.notification)
        return switch state {
        case .pending: [notification, .pending(provider, priority)]
        case .sending: [notification, .sending]
        case .failed: [notification, .failed(provider)]
        case .accepted, .unknown, .expired, .cancelled: [notification]
        }
    }

    mutating func add(_ attempt: AttemptRecord) {
        if attempts.count >= Self.keptAttempts { attempts.removeFirst() }
        attempts.append(attempt)
    }
}

/// A push that is sent once more to a device that was off.
package struct RedeliveryRow: TableRow, Equatable {
    package var id: DeliveryID
    /// When it is looked at; `nil` when that is over.
    package var dueAt: Timestamp?

    var key: DeliveryID { id }
}

/// A receipt to be asked for.
package struct ReceiptRow: TableRow, Equatable {
    package var id: DeliveryID
    package var provider: ProviderID
    package var receipt: String
    package var dueAt: Timestamp
    package var forgottenAt: Timestamp
    package var asked = 0

    var key: DeliveryID { id }
}
