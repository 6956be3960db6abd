import PealCore
import PealStore

/// One notification to one device.
struct DeliveryRow: TableRow, Equatable {
    var id: DeliveryID
    var provider: ProviderID
    var priority: Priority
    var state: DeliveryState
    var dueAt: Timestamp
    /// The process epoch that holds the lease.
    var epoch: Int?
    var retries = 0
    var resends = 0
    var reason: Reason?
    var acceptedAt: Timestamp?
    /// The last 20, oldest first.
    var attempts: [AttemptRecord] = []

    private static let keptAttempts = 20

    enum Group: Hashable {
        case notification(NotificationID)
        case pending(ProviderID, Priority)
        case sending
        case failed(ProviderID)
    }

    var key: DeliveryID { id }
    var isOpen: Bool { state == .pending || state == .sending }
    /// Whether a device has it, or may have it.
    var isHandedOut: Bool { state == .accepted || state == .unknown || state == .sending }

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

/// A receipt to be asked for.
struct ReceiptRow: TableRow, Equatable {
    var id: DeliveryID
    var provider: ProviderID
    var receipt: String
    var dueAt: Timestamp
    var forgottenAt: Timestamp
    var asked = 0

    var key: DeliveryID { id }
}
