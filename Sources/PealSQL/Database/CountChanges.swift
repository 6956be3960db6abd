package import PealCore

/// What rows changed in the counts that are kept, by what they are counted by; apps are keys.
package struct CountChanges: Sendable {
    /// A row of an app: a trigger or a notification.
    package struct RowKey: Hashable, Sendable {
        var app: Int64
        var id: StoredID

        package init(app: Int64, id: StoredID) {
            self.app = app
            self.id = id
        }
    }

    /// How a recipient was decided; empty where there is no reason.
    package struct Decision: Hashable, Sendable {
        let push: String
        let pushReason: String
        let inAppReason: String

        /// A reason counts only where it suppresses the push.
        package init(push: String, pushReason: String, inAppReason: String) {
            self.push = push
            self.pushReason = push == "suppress" ? pushReason : ""
            self.inAppReason = inAppReason
        }
    }

    struct DecisionKey: Hashable {
        var trigger: RowKey
        var decision: Decision
    }

    package struct Queue: Hashable, Sendable {
        var app: Int64
        var name: String

        package init(app: Int64, name: String) {
            self.app = app
            self.name = name
        }
    }

    /// Devices of an app with a push service that are in one state.
    package struct DeviceGroup: Hashable, Sendable {
        var app: Int64
        var provider: String
        var state: String

        package init(app: Int64, provider: String, state: String) {
            self.app = app
            self.provider = provider
            self.state = state
        }
    }

    private(set) var decisions: [DecisionKey: Int] = [:]
    /// Deliveries by notification: a delivery does not name its trigger.
    private(set) var deliveries: [RowKey: DeliveryCounts] = [:]
    private(set) var queues: [Queue: Int] = [:]
    private(set) var devices: [DeviceGroup: Int] = [:]
    /// Triggers of notifications that changed: one that was deleted cannot be asked any more.
    private(set) var triggers: [RowKey: StoredID] = [:]

    /// Whether a changed row could not be read: then the sums are wrong.
    private(set) var isIncomplete = false

    package init() {}

    package var isEmpty: Bool { decisions.isEmpty && deliveries.isEmpty && devices.isEmpty && !isIncomplete }

    /// Notes that a changed row could not be read.
    package mutating func noteUnreadable() { isIncomplete = true }

    /// Notes which trigger a notification is of.
    package mutating func note(_ notification: RowKey, isOf trigger: StoredID) { triggers[notification] = trigger }

    /// Counts notifications of a trigger that were decided in one way.
    package mutating func count(_ change: Int, _ decision: Decision, of trigger: RowKey) {
        decisions[DecisionKey(trigger: trigger, decision: decision), default: 0] += change
    }

    /// Counts deliveries of a notification in one state.
    package mutating func count(_ change: Int, _ state: DeliveryState, of notification: RowKey, in queue: Queue) {
        deliveries[notification, default: DeliveryCounts()].add(change, state)
        if state.isOpen { queues[queue, default: 0] += change }
    }

    /// Counts devices.
    package mutating func count(_ change: Int, _ group: DeviceGroup) { devices[group, default: 0] += change }
}

/// Deliveries by state; those that are pending or under way together.
struct DeliveryCounts: Equatable {
    private(set) var open = 0
    private(set) var accepted = 0
    private(set) var failed = 0
    private(set) var unknown = 0
    private(set) var expired = 0
    private(set) var cancelled = 0

    package mutating func add(_ change: Int, _ state: DeliveryState) {
        switch state {
        case .pending, .sending: open += change
        case .accepted: accepted += change
        case .failed: failed += change
        case .unknown: unknown += change
        case .expired: expired += change
        case .cancelled: cancelled += change
        }
    }

    package mutating func add(_ other: DeliveryCounts) {
        open += other.open
        accepted += other.accepted
        failed += other.failed
        unknown += other.unknown
        expired += other.expired
        cancelled += other.cancelled
    }

    /// As the columns stand.
    var all: [Int] { [open, accepted, failed, unknown, expired, cancelled] }
}
