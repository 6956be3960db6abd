public import PealCore

/// Messages that are handed to one push service together, the most urgent first.
public struct PushBatch: Sendable {
    /// The most messages of a batch: two full requests to Expo, and few enough that composing them takes some
    /// milliseconds only.
    public static let limit = 200

    /// The messages; an outcome names one by its position here.
    public let items: [Item]

    /// Joins at most ``limit`` messages.
    public init(_ items: [Item]) { self.items = items }

    /// A message of a batch.
    public struct Item: Sendable {
        /// The delivery it carries; `nil` for a silent sync push, which belongs to no notification.
        public let delivery: DeliveryID?
        /// The message itself.
        public let message: PushMessage

        /// Names the delivery of a message.
        public init(delivery: DeliveryID? = nil, _ message: PushMessage) {
            self.delivery = delivery
            self.message = message
        }
    }
}
