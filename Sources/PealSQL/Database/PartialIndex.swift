package import PealCore

/// The condition of a partial index that rows of one state are found by.
///
/// A statement uses such an index only when it says the same condition, with the values written out. The words are those of
/// the machines; a test compares the statements' plans.
package struct PartialIndex {
    private let terms: [String]

    private init(_ terms: String...) { self.terms = terms }

    /// The condition in a statement with one table.
    package var condition: String { terms.joined(separator: " AND ") }

    /// The condition in a statement with several tables.
    /// - Parameter alias: the table's name in the statement.
    /// - Returns: the condition.
    package func of(_ alias: String) -> String { terms.map { "\(alias).\($0)" }.joined(separator: " AND ") }

    /// Held pushes.
    package static let held = PartialIndex("push = '\(PushState.held.stored)'")
    /// Pushes that wait in digest windows.
    package static let digested = PartialIndex("push = '\(PushState.digested.stored)'")
    /// Deliveries that wait in their queues.
    package static let pending = PartialIndex(isOpen, "epoch IS NULL")
    /// Deliveries in flight.
    package static let sending = PartialIndex(isOpen, "epoch IS NOT NULL")
    /// Deliveries that have not ended.
    package static let openDeliveries = PartialIndex(isOpen)
    private static let isOpen = "state = '\(DeliveryState.pending.stored)'"
    /// Deliveries that failed.
    package static let failed = PartialIndex("state = '\(DeliveryState.failed.rawValue)'")
    /// Pushes that wait to be sent once more.
    package static let redelivered = PartialIndex("due_at IS NOT NULL")
    /// Users who are to be looked at.
    package static let looks = PartialIndex("look_at IS NOT NULL")
    /// Firings that are planned.
    package static let planned = PartialIndex("state = '\(FiringState.waiting.rawValue)'")
    /// Firings that have fired, or never will.
    package static let ended = PartialIndex("state <> '\(FiringState.waiting.rawValue)'")
    /// Triggers whose fan-out is not finished.
    package static let open = PartialIndex(
        "fan_out <> '\(TriggerState.Phase.finished.rawValue)'",
        "cancelled_at IS NULL"
    )

    /// Triggers that stay open for users who join.
    package static let joinable = PartialIndex(
        "open_until IS NOT NULL",
        "fan_out <> '\(TriggerState.Phase.finished.rawValue)'",
        "cancelled_at IS NULL"
    )

    /// Notifications that the inbox shows and that were not read; those that were not seen are among them.
    package static let unread = PartialIndex("read_at IS NULL", "in_app_reason IS NULL", "removed_at IS NULL")
    /// Notifications whose push a device is to confirm.
    package static let unconfirmed = PartialIndex("awaits_confirmation = 1")
    /// Notifications that "clear all" removed, until they are restored or too old.
    package static let archived = PartialIndex("removal = '\(InboxState.Removal.Kind.archived.rawValue)'")

    /// Devices in a state.
    package static func devices(_ state: DeviceState) -> PartialIndex { PartialIndex("state = '\(state.rawValue)'") }
}
