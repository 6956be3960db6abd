import PealCore

/// What a notification sends in a channel.
struct ChannelDeliveryRow: TableRow, Equatable {
    var delivery: ChannelDelivery

    private static let keptAttempts = 20

    enum Group: Hashable {
        case notification(NotificationID)
        case pending(Channel, Priority)
        case sending
    }

    var key: ChannelDeliveryID { delivery.id }
    var isOpen: Bool { delivery.state.isOpen }

    var groups: [Group] {
        let notification = Group.notification(delivery.id.notification)
        return switch delivery.state {
        case .pending: [notification, .pending(delivery.id.channel, delivery.priority)]
        case .sending: [notification, .sending]
        case .accepted, .failed, .unknown, .expired, .cancelled: [notification]
        }
    }

    /// Stores what became of it.
    mutating func record(_ outcome: ChannelOutcome) {
        (delivery.state, delivery.reason, delivery.dueAt) = (outcome.to, outcome.reason, outcome.dueAt)
        delivery.retriesUsed += outcome.retriesUsed
        delivery.resendsUsed += outcome.resendsUsed
        guard let attempt = outcome.attempt else { return }
        if delivery.attempts.count >= Self.keptAttempts { delivery.attempts.removeFirst() }
        delivery.attempts.append(attempt)
    }
}
