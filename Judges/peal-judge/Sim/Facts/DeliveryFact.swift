import PealCore

/// A delivery as it is stored.
struct DeliveryFact: Sendable, Equatable {
    var app: AppID
    var id: DeliveryID
    var state: String
    var dueAt: Timestamp
    /// The process that leased it.
    var epoch: Int?
    var retries: Int
    var resends: Int
    var reason: String?
    var acceptedAt: Timestamp?
    /// Whether the answer to any attempt was lost: its device may show the push.
    var isAnswerLost: Bool

    /// Whether nothing is known of its end.
    var isOpen: Bool { state == "pending" || state == "sending" }
}

/// A receipt that is to be asked for.
struct ReceiptFact: Sendable, Equatable {
    var app: AppID
    var delivery: DeliveryID
    var dueAt: Timestamp
}
