import PealCore
import PealProviderKit

/// What differs between the two kinds of push that go through the queues: deliveries, and silent sync pushes.
protocol PushKind: Sendable {
    /// A leased push.
    associatedtype Item: Sendable

    /// Whether the loop is to look for more work after each attempt.
    var leavesMore: Bool { get }

    /// The delivery that a push carries; `nil` for one that belongs to no notification.
    func delivery(of item: Item) -> DeliveryID?

    /// The device that a push is for, and the user who had it when it was leased.
    func recipient(of item: Item) -> (device: DeviceID, user: UserID)

    /// Reads what the messages of pushes need that was not leased with them.
    func texts(for items: [Item]) async throws -> OpenedTexts

    /// Composes the message for the device; `texts` is kept for the batch.
    func message(for item: Item, _ texts: inout OpenedTexts, now: Timestamp) throws -> PushMessage

    /// Writes what became of pushes in one transaction.
    func record(_ ended: [EndedPush<Item>], _ epoch: Int) async throws
}

/// A push whose attempt is over.
struct EndedPush<Item: Sendable>: Sendable {
    let item: Item
    /// What the push service's answer counts as: while the token-invalidation breaker is open, a dead token counts as unreachable.
    let outcome: SendOutcome
    let at: Timestamp
}

extension PushKind {
    /// Nothing was left out.
    func texts(for _: [Item]) async throws -> OpenedTexts { OpenedTexts() }
}
